// SPDX-License-Identifier: MIT
#include "edgeldp/channel/debiasing.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <limits>
#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

/// Of a square matrix, in increasing order: the upper half of the eigenvalues of [0 R; R^T 0], as
/// exact as those of a decomposition of R, whose headers take 20 s more to compile.
Eigen::VectorXd singular_values(const Eigen::MatrixXd& r) {
  const Eigen::Index k = r.cols();
  Eigen::MatrixXd both = Eigen::MatrixXd::Zero(2 * k, 2 * k);
  both.bottomLeftCorner(k, k) = r.transpose();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(both, Eigen::EigenvaluesOnly);
  return solver.eigenvalues().tail(k);
}

/// The upper triangle of what a decomposition leaves.
Eigen::MatrixXd triangle_of(const Eigen::HouseholderQR<Eigen::MatrixXd>& qr) {
  const Eigen::Index k = qr.matrixQR().cols();
  return qr.matrixQR().topRows(k).triangularView<Eigen::Upper>();
}

}  // namespace

debiasing debiasing_of(const channel& c) {
  const Eigen::MatrixXd& p = c.probabilities();
  const Eigen::Index inputs = p.cols();
  const bool is_wide = p.rows() < inputs;
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(is_wide ? Eigen::MatrixXd(p.transpose()) : p);
  const Eigen::MatrixXd r = triangle_of(qr);
  const Eigen::VectorXd values = singular_values(r);
  const double largest = values[values.size() - 1];
  const double negligible =
      largest * static_cast<double>(std::max(p.rows(), inputs)) * std::numeric_limits<double>::epsilon();
  const auto rank = (values.array() > negligible).count();
  if (rank < inputs)
    throw invalid_parameter(
        "a channel of rank " + std::to_string(rank) + " on " + std::to_string(inputs) +
        " inputs, to double precision: some truths give the same mixture of reports, so no "
        "estimate is unbiased");
  const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(p.rows(), inputs);
  return {r.triangularView<Eigen::Upper>().solve(q.transpose()), largest / values[0]};
}

Eigen::MatrixXd report_covariance(const channel& c, const debiasing& d, std::size_t input) {
  const Eigen::VectorXd column = c.probabilities().col(static_cast<Eigen::Index>(input));
  const Eigen::VectorXd mean = d.weights * column;
  return d.weights * column.asDiagonal() * d.weights.transpose() - mean * mean.transpose();
}

}  // namespace edgeldp
