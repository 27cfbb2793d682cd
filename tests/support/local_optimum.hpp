// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <stdexcept>

/// The best expected utility of ANY channel of loss at most ln(growth): a linear program, solved
/// exactly up to rounding, with a certificate.
namespace edgeldp::test {

struct local_optimum {
  double value = 0.0;    ///< of a channel that was found, whose columns add up to 1 within 1e-7
  double ceiling = 0.0;  ///< no channel has more: the dual's value, made feasible
};

/// utility: outputs x inputs; prior: of the inputs; growth = exp(epsilon).
///
/// A row of a channel is a vector over the truths whose entries differ by a factor of growth at
/// most. Such vectors are the cone spanned by those with entries 1 and growth (Kairouz, Oh,
/// Viswanath, JMLR 2016), so a channel is weights theta(y, S) >= 0 on pairs of an output and a set
/// of truths with, for every truth x, sum theta(y, S) s_S(x) = 1. Revised simplex on these N
/// equations; the column that improves most has for each y a set that can be read off the dual
/// variables.
inline local_optimum best_local_channel(const Eigen::MatrixXd& utility, const Eigen::VectorXd& prior,
                                        double growth) {
  const Eigen::Index n = utility.cols();
  const Eigen::MatrixXd gain = utility * prior.asDiagonal();  // output y, truth x
  const auto pattern = [&](const Eigen::VectorXd& reduced) -> Eigen::VectorXd {
    return (reduced.array() > 0.0).select(growth, Eigen::VectorXd::Ones(n));
  };
  // Start: the best output for each truth, with that truth's weight high.
  Eigen::MatrixXd basis = Eigen::MatrixXd::Ones(n, n);
  basis.diagonal().setConstant(growth);
  Eigen::VectorXd cost(n);
  for (Eigen::Index x = 0; x < n; ++x) {
    Eigen::Index best = 0;
    utility.col(x).maxCoeff(&best);
    cost[x] = gain.row(best).dot(basis.col(x));
  }
  // Many right-hand sides that are equal make the method go round in circles: these are not.
  const Eigen::VectorXd sums =
      1.0 + 1e-7 * (Eigen::ArrayXd::LinSpaced(n, 1.0, static_cast<double>(n)) * 0.6180339887498949)
                       .unaryExpr([](double a) { return a - std::floor(a); });
  const double small = 1e-11 * (1.0 + gain.cwiseAbs().sum());
  for (int step = 0; step < 20000; ++step) {
    const Eigen::PartialPivLU<Eigen::MatrixXd> lu(basis);
    const Eigen::VectorXd theta = lu.solve(sums);
    const Eigen::VectorXd dual = lu.transpose().solve(cost);
    double most = -1.0;
    Eigen::VectorXd entering(n);
    double entering_cost = 0.0;
    for (Eigen::Index y = 0; y < gain.rows(); ++y) {
      const Eigen::VectorXd reduced = gain.row(y).transpose() - dual;
      const Eigen::VectorXd s = pattern(reduced);
      if (reduced.dot(s) <= most) continue;
      most = reduced.dot(s);
      entering = s;
      entering_cost = gain.row(y).dot(s);
    }
    // Raising every dual variable by t lowers each pair's reduced gain by at least n t.
    if (most <= small) return {cost.dot(theta), dual.sum() + std::fmax(most, 0.0)};
    const Eigen::VectorXd direction = lu.solve(entering);
    Eigen::Index leaving = -1;
    for (Eigen::Index i = 0; i < n; ++i)
      if (direction[i] > 1e-9 &&
          (leaving < 0 || theta[i] * direction[leaving] < theta[leaving] * direction[i]))
        leaving = i;
    if (leaving < 0) throw std::logic_error("an unbounded linear program of channels");
    basis.col(leaving) = entering;
    cost[leaving] = entering_cost;
  }
  throw std::logic_error("the simplex method does not end");
}

}  // namespace edgeldp::test
