// SPDX-License-Identifier: MIT
#include "edgeldp/channel/estimation/derived_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// A proportion at most this is 0 but for rounding.
constexpr double least_inside = 1e-12;

double plogp(double p) {
  return p > 0.0 ? p * std::log2(p) : 0.0;
}

/// A function at a point: derivatives as vectors over cells, second derivatives as what they do to
/// one.
struct expansion {
  double value;
  Eigen::VectorXd gradient;
  std::function<Eigen::VectorXd(const Eigen::VectorXd&)> second;
};

/// The trace of M and of M M.
struct traces {
  double once = 0.0, twice = 0.0;
};

/// Projecting to sum 1 takes the mean from every deviation and from every gradient.
Eigen::VectorXd centred(const Eigen::VectorXd& x) {
  return x.array() - x.mean();
}

traces second_order(const proportion_estimate& e, sampling_model p, const expansion& x) {
  const auto n = static_cast<Eigen::Index>(e.cells());
  Eigen::MatrixXd m(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    m.col(i) = x.second(centred(e.covariance_times(p, centred(Eigen::VectorXd::Unit(n, i)))));
  return {m.trace(), m.cwiseProduct(m.transpose()).sum()};
}

derived_estimate expanded(const proportion_estimate& e, sampling_model p, const expansion& x,
                          bool is_interior) {
  const traces t = second_order(e, p, x);
  const Eigen::VectorXd gradient = centred(x.gradient);
  const double linear = e.covariance(p, gradient, gradient);
  const double first = std::max(0.0, e.is_expected() ? linear : linear - t.twice);
  const double second = std::max(0.0, 0.5 * t.twice);
  return {x.value, 0.5 * t.once, std::sqrt(first + second), first, second, is_interior};
}

/// `nearest`: the proportions that x was expanded at, before any was moved away from 0.
derived_estimate estimate_of(const proportion_estimate& e, sampling_model p, const Eigen::VectorXd& nearest,
                             const expansion& x) {
  if (e.cells() > most_derived_cells)
    throw invalid_parameter("a derived statistic of " + std::to_string(e.cells()) + " cells; at most " +
                            std::to_string(most_derived_cells));
  const derived_estimate seen = expanded(e, p, x, nearest.minCoeff() > least_inside);
  if (seen.is_interior || e.is_expected()) return seen;
  // At the border the reports may show no spread at all; possible proportions nearby always have
  // some.
  const derived_estimate possible = expanded(e.at_possible(), p, x, false);
  return possible.standard_error > seen.standard_error ? possible : seen;
}

/// Proportions to take derivatives at.
Eigen::VectorXd away_from_zero(const Eigen::VectorXd& proportions, double reports) {
  return proportions.cwiseMax(1.0 / reports);
}

void require_two(const proportion_estimate& e) {
  if (e.sizes().size() != 2)
    throw invalid_parameter("a statistic of two attributes; there are " + std::to_string(e.sizes().size()));
}

using table = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

table table_of(const Eigen::VectorXd& cells, const proportion_estimate& e) {
  return Eigen::Map<const table>(cells.data(), static_cast<Eigen::Index>(e.sizes()[0]),
                                 static_cast<Eigen::Index>(e.sizes()[1]));
}

Eigen::VectorXd cells_of(const table& t) {
  return Eigen::Map<const Eigen::VectorXd>(t.data(), t.size());
}

/// n (sum p^2 / (a b) - 1) with margins a and b.
expansion expand_chi_square(const table& at, double n, double value) {
  const Eigen::VectorXd a = at.rowwise().sum(), b = at.colwise().sum();
  const table ab = a * b.transpose();
  const table q = at.cwiseQuotient(ab);  // p / (a b)
  const table q2 = q.cwiseProduct(at);   // p^2 / (a b)
  const Eigen::VectorXd row = q2.rowwise().sum(), column = q2.colwise().sum();
  table gradient = 2.0 * q;
  gradient.colwise() -= row.cwiseQuotient(a);
  gradient.rowwise() -= column.cwiseQuotient(b).transpose();
  const auto second = [n, a, b, ab, q, row, column](const Eigen::VectorXd& direction) {
    const table d = Eigen::Map<const table>(direction.data(), q.rows(), q.cols());
    const Eigen::VectorXd r = d.rowwise().sum(), c = d.colwise().sum();
    const table cross = q.cwiseProduct(q);  // d2 / da db of p^2 / (a b)
    // Terms p^2 / (a_i b_j): by p twice 2 / (a b), by p and a -2 q / a, by a twice 2 p q / a^2.
    table result = 2.0 * d.cwiseQuotient(ab);
    result -= 2.0 * (q.array().colwise() * r.cwiseQuotient(a).array()).matrix();
    result -= 2.0 * (q.array().rowwise() * c.cwiseQuotient(b).transpose().array()).matrix();
    const Eigen::VectorXd qd_rows = q.cwiseProduct(d).rowwise().sum(),
                          qd_columns = q.cwiseProduct(d).colwise().sum();
    const Eigen::VectorXd by_row =
        -2.0 * qd_rows.cwiseQuotient(a) + 2.0 * row.cwiseProduct(r).cwiseQuotient(a.cwiseAbs2()) + cross * c;
    const Eigen::VectorXd by_column = -2.0 * qd_columns.cwiseQuotient(b) +
                                      2.0 * column.cwiseProduct(c).cwiseQuotient(b.cwiseAbs2()) +
                                      cross.transpose() * r;
    result.colwise() += by_row;
    result.rowwise() += by_column.transpose();
    return Eigen::VectorXd(n * cells_of(result));
  };
  return {value, n * cells_of(gradient), second};
}

expansion expand_mutual_information(const table& at, double value) {
  const Eigen::VectorXd a = at.rowwise().sum(), b = at.colwise().sum();
  const table q = at.cwiseQuotient(a * b.transpose());
  const double bit = 1.0 / std::numbers::ln2;
  const auto second = [at, a, b, bit](const Eigen::VectorXd& direction) {
    const table d = Eigen::Map<const table>(direction.data(), at.rows(), at.cols());
    const Eigen::VectorXd r = d.rowwise().sum(), c = d.colwise().sum();
    table result = d.cwiseQuotient(at);
    result.colwise() -= r.cwiseQuotient(a);
    result.rowwise() -= c.cwiseQuotient(b).transpose();
    return Eigen::VectorXd(bit * cells_of(result));
  };
  return {value, bit * (cells_of(q).array().log() - 1.0).matrix(), second};
}

}  // namespace

double entropy_bits(const Eigen::VectorXd& proportions) {
  double sum = 0.0;
  for (const double p : proportions) sum -= plogp(p);
  return sum;
}

double chi_square(const Eigen::MatrixXd& proportions, double n) {
  const Eigen::VectorXd a = proportions.rowwise().sum(), b = proportions.colwise().sum();
  double sum = 0.0;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    for (Eigen::Index j = 0; j < b.size(); ++j) {
      const double expected = a[i] * b[j];
      if (expected > 0.0) sum += (proportions(i, j) - expected) * (proportions(i, j) - expected) / expected;
    }
  }
  return n * sum;
}

double mutual_information_bits(const Eigen::MatrixXd& proportions) {
  const Eigen::VectorXd a = proportions.rowwise().sum(), b = proportions.colwise().sum();
  return entropy_bits(a) + entropy_bits(b) - entropy_bits(proportions.reshaped());
}

Eigen::VectorXd nearest_proportions(const Eigen::VectorXd& values) {
  // Shift all by one number and cut at 0, the number such that the sum is 1.
  std::vector<double> sorted(values.begin(), values.end());
  ranges::sort(sorted, std::greater<>());
  double sum = 0.0, shift = 0.0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    sum += sorted[i];
    const double candidate = (sum - 1.0) / static_cast<double>(i + 1);
    if (sorted[i] > candidate) shift = candidate;
  }
  return (values.array() - shift).cwiseMax(0.0);
}

Eigen::MatrixXd as_table(const Eigen::VectorXd& cells, const proportion_estimate& e) {
  require_two(e);
  return table_of(cells, e);
}

derived_estimate estimate_entropy(const proportion_estimate& e, sampling_model p) {
  const Eigen::VectorXd nearest = nearest_proportions(e.values());
  const Eigen::VectorXd at = away_from_zero(nearest, e.reports());
  const double bit = 1.0 / std::numbers::ln2;
  const Eigen::VectorXd gradient = -(at.array().log() + 1.0) * bit;
  return estimate_of(e, p, nearest, {entropy_bits(nearest), gradient, [at, bit](const Eigen::VectorXd& d) {
                                       return Eigen::VectorXd(-bit * d.cwiseQuotient(at));
                                     }});
}

derived_estimate estimate_chi_square(const proportion_estimate& e, sampling_model p) {
  require_two(e);
  const Eigen::VectorXd nearest = nearest_proportions(e.values());
  const table at = table_of(away_from_zero(nearest, e.reports()), e);
  return estimate_of(e, p, nearest,
                     expand_chi_square(at, e.reports(), chi_square(table_of(nearest, e), e.reports())));
}

derived_estimate estimate_mutual_information(const proportion_estimate& e, sampling_model p) {
  require_two(e);
  const Eigen::VectorXd nearest = nearest_proportions(e.values());
  const table at = table_of(away_from_zero(nearest, e.reports()), e);
  return estimate_of(e, p, nearest,
                     expand_mutual_information(at, mutual_information_bits(table_of(nearest, e))));
}

}  // namespace edgeldp
