// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/homophily/mixing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/errors/inflation.hpp"
#include "questions/homophily/eigen_index.hpp"

namespace edgeldp {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

}  // namespace

mixing_moments::parts mixing_moments::covariance(const MatrixXd& g, const MatrixXd& h) const {
  parts result;
  for (std::size_t a = 0; a < dispersion.size(); ++a)
    result.label += (g * dispersion[a] * h).cwiseProduct(neighborhoods[a].transpose()).sum();
  const MatrixXd by_g = weights.transpose() * g * weights, by_h = weights.transpose() * h * weights;
  result.edge = (is_mirrored ? 2.0 : 1.0) * noise.cwiseProduct(by_g).cwiseProduct(by_h).sum();
  for (std::size_t u = 0; u < spread.size(); ++u)
    result.edge += by_g.row(index(u)).dot(by_h.row(index(u)) * spread[u]);
  return result;
}

double mixing_moments::variance_of_rows() const {
  double result = 0.0;
  for (std::size_t a = 0; a < dispersion.size(); ++a) {
    const MatrixXd &d = dispersion[a], &r = neighborhoods[a];
    result += d.sum() * r.trace() + 2.0 * d.rowwise().sum().dot(r.rowwise().sum()) + d.trace() * r.sum();
  }
  const VectorXd sums = weights.colwise().sum(), squares = weights.colwise().squaredNorm();
  const MatrixXd by_pair = squares * sums.cwiseAbs2().transpose() + sums.cwiseAbs2() * squares.transpose() +
                           2.0 * (weights.transpose() * weights).cwiseProduct(sums * sums.transpose());
  result += (is_mirrored ? 2.0 : 1.0) * noise.cwiseProduct(by_pair).sum();
  for (std::size_t u = 0; u < spread.size(); ++u) {
    const MatrixXd by_value = weights.col(index(u)) * sums.transpose() + sums[index(u)] * weights;
    result += (by_value * spread[u]).cwiseProduct(by_value).sum();
  }
  return 0.25 * result;
}

mixing_estimate::mixing_estimate(const channel& law, noisy_profiles p)
    : m_values(law.inputs()), m_condition_number(1.0), m_users(std::move(p.users)) {
  const std::size_t outputs = law.output_count(), inputs = law.input_count();
  if (m_users.size() != outputs || p.sums.rows() != index(outputs) || p.squares.size() != outputs ||
      p.largest.size() != index(outputs) || p.largest_noise.size() != index(outputs))
    throw invalid_parameter("profiles of " + std::to_string(m_users.size()) + " reports for a channel with " +
                            std::to_string(outputs) + " outputs");
  const debiasing d = debiasing_of(law);
  m_condition_number = d.condition_number;
  m_moments.weights = d.weights;
  m_moments.noise = std::move(p.noise);
  m_moments.is_mirrored = p.is_mirrored;
  m_moments.spread = std::move(p.spread);
  m_largest = d.weights * p.largest;
  m_largest_noise = d.weights * p.largest_noise.asDiagonal() * d.weights.transpose();
  const MatrixXd ends = d.weights * p.sums * d.weights.transpose();
  m_moments.ends = 0.5 * (ends + ends.transpose());
  for (std::size_t a = 0; a < inputs; ++a) m_moments.dispersion.push_back(report_covariance(law, d, a));
  // Debiased profiles W c have the means g and, beside the noise of c, the noise of the reports
  // they count.
  for (std::size_t a = 0; a < inputs; ++a) {
    MatrixXd of_reports = MatrixXd::Zero(index(inputs), index(inputs));
    for (std::size_t b = 0; b < inputs; ++b)
      of_reports -= 2.0 * m_moments.ends(index(a), index(b)) * m_moments.dispersion[b];
    m_moments.neighborhoods.push_back(std::move(of_reports));
  }
  for (std::size_t u = 0; u < outputs; ++u) {
    const MatrixXd own = m_moments.noise.row(index(u)).asDiagonal();
    const MatrixXd profile = 4.0 * d.weights * (p.squares[u] - own) * d.weights.transpose();
    for (std::size_t a = 0; a < inputs; ++a)
      m_moments.neighborhoods[a] += d.weights(index(a), index(u)) * profile;
  }
}

/// A polynomial of S: its value, gradient, and the mean that the errors of S add to it (second
/// order).
struct mixing_estimate::polynomial {
  double value = 0.0;
  MatrixXd gradient;
  double bias = 0.0;
};

mixing_estimate::polynomial mixing_estimate::linear_part(const MatrixXd& g) const {
  return {g.cwiseProduct(m_moments.ends).sum(), g, 0.0};
}

namespace {

/// A variance from parts that are unbiased and may come out below 0.
mixing_number number_with_error(double value, double bias, const mixing_moments::parts& variance,
                                double scale) {
  mixing_number n;
  // Of a part that is 0, as labels are in a number of edges, rounding leaves 1e-14 of the other.
  const double rounding = 1e-13 * (std::abs(variance.label) + std::abs(variance.edge));
  n.label_variance = variance.label > rounding ? variance.label * scale : 0.0;
  n.edge_variance = variance.edge > rounding ? variance.edge * scale : 0.0;
  n.estimate = {value, std::sqrt(n.label_variance + n.edge_variance), bias, std::abs(bias),
                inflation::mixing};
  return n;
}

MatrixXd unit(Index size, std::size_t a, std::size_t b) {
  MatrixXd g = MatrixXd::Zero(size, size);
  g(index(a), index(b)) += 0.5;
  g(index(b), index(a)) += 0.5;
  return g;
}

}  // namespace

/// What the label of the user with the most ties adds to the variance, whichever value it has: its
/// neighbours all count one report. Their counts' own noise, squared along, is taken off.
double mixing_estimate::largest_label_variance(const MatrixXd& gradient) const {
  double result = 0.0;
  for (const MatrixXd& d : m_moments.dispersion) {
    const MatrixXd by_label = gradient * d * gradient;
    const double noise = by_label.cwiseProduct(m_largest_noise).sum();
    result = std::max(result, 4.0 * (m_largest.dot(by_label * m_largest) - noise));
  }
  return result;
}

mixing_number mixing_estimate::with_error(double value, double bias, const MatrixXd& gradient,
                                          double scale) const {
  const mixing_moments::parts variance = m_moments.covariance(gradient, gradient);
  mixing_number n = number_with_error(value, bias, variance, scale);
  n.estimate.rests_on_few = 3.0 * largest_label_variance(gradient) > variance.sum();
  return n;
}

mixing_number mixing_estimate::linear(const MatrixXd& g) const {
  return with_error(linear_part(g).value, 0.0, g, 1.0);
}

MatrixXd mixing_estimate::ones() const {
  return MatrixXd::Ones(m_moments.ends.rows(), m_moments.ends.cols());
}

mixing_number mixing_estimate::edges() const {
  return linear(0.5 * ones());
}

mixing_number mixing_estimate::edges_between(std::size_t a, std::size_t b) const {
  if (a >= m_values.size() || b >= m_values.size())
    throw invalid_parameter("value " + std::to_string(std::max(a, b)) + " of " +
                            std::to_string(m_values.size()));
  return linear((a == b ? 0.5 : 1.0) * unit(m_moments.ends.rows(), a, b));
}

mixing_number mixing_estimate::within() const {
  return linear(0.5 * MatrixXd::Identity(m_moments.ends.rows(), m_moments.ends.cols()));
}

mixing_number mixing_estimate::across() const {
  return linear(0.5 * (ones() - MatrixXd::Identity(m_moments.ends.rows(), m_moments.ends.cols())));
}

std::optional<mixing_number> mixing_estimate::ratio(const polynomial& a, const polynomial& b) const {
  const mixing_moments::parts denominator = m_moments.covariance(b.gradient, b.gradient);
  if (!(b.value > 2.0 * number_with_error(0.0, 0.0, denominator, 1.0).estimate.standard_error))
    return std::nullopt;
  const double value = a.value / b.value;
  const MatrixXd gradient = a.gradient - value * b.gradient;
  const double together = m_moments.covariance(a.gradient, b.gradient).sum();
  const double bias =
      (a.bias - value * b.bias) / b.value - (together - value * denominator.sum()) / (b.value * b.value);
  return with_error(value, bias, gradient, 1.0 / (b.value * b.value));
}

std::optional<mixing_number> mixing_estimate::fraction_within() const {
  return ratio(linear_part(MatrixXd::Identity(m_moments.ends.rows(), m_moments.ends.cols())),
               linear_part(ones()));
}

/// s tr S - sum of the squared row sums, s the sum of S: over s^2 the modularity.
mixing_estimate::polynomial mixing_estimate::excess_within() const {
  const Index size = m_moments.ends.rows();
  const MatrixXd same = MatrixXd::Identity(size, size), all = ones();
  const VectorXd rows = m_moments.ends.rowwise().sum(), one = VectorXd::Ones(size);
  const double s = rows.sum(), t = m_moments.ends.trace();
  return {t * s - rows.squaredNorm(), s * same + t * all - (rows * one.transpose() + one * rows.transpose()),
          m_moments.covariance(same, all).sum() - m_moments.variance_of_rows()};
}

std::optional<mixing_number> mixing_estimate::assortativity() const {
  const MatrixXd all = ones();
  const VectorXd rows = m_moments.ends.rowwise().sum(), one = VectorXd::Ones(rows.size());
  const double s = rows.sum();
  return ratio(excess_within(),
               {s * s - rows.squaredNorm(), 2.0 * s * all - (rows * one.transpose() + one * rows.transpose()),
                m_moments.covariance(all, all).sum() - m_moments.variance_of_rows()});
}

std::optional<mixing_number> mixing_estimate::modularity() const {
  const MatrixXd all = ones();
  const double s = m_moments.ends.sum();
  return ratio(excess_within(), {s * s, 2.0 * s * all, m_moments.covariance(all, all).sum()});
}

numeric_mixing mixing_estimate::numeric(std::span<const double> numbers) const {
  if (numbers.size() != m_values.size())
    throw invalid_parameter(std::to_string(numbers.size()) + " numbers for " +
                            std::to_string(m_values.size()) + " values");
  const Eigen::Map<const VectorXd> x(numbers.data(), index(numbers.size()));
  const VectorXd one = VectorXd::Ones(x.size()), x2 = x.cwiseAbs2();
  const MatrixXd all = ones(), product = x * x.transpose(),
                 first = 0.5 * (x * one.transpose() + one * x.transpose()),
                 second = 0.5 * (x2 * one.transpose() + one * x2.transpose());
  const double s = linear_part(all).value, p = linear_part(product).value, u = linear_part(first).value,
               v = linear_part(second).value;
  const double mean_bias = m_moments.covariance(first, first).sum();
  const polynomial covariance{p * s - u * u, s * product + p * all - 2.0 * u * first,
                              m_moments.covariance(product, all).sum() - mean_bias};
  return {ratio(linear_part(product), linear_part(all)),
          ratio(covariance, {s * s, 2.0 * s * all, m_moments.covariance(all, all).sum()}),
          ratio(covariance, {v * s - u * u, s * second + v * all - 2.0 * u * first,
                             m_moments.covariance(second, all).sum() - mean_bias})};
}

mixing_number mixing_estimate::share(std::size_t a) const {
  if (a >= m_values.size())
    throw invalid_parameter("value " + std::to_string(a) + " of " + std::to_string(m_values.size()));
  const double n = static_cast<double>(std::accumulate(m_users.begin(), m_users.end(), std::uint64_t{0}));
  double value = 0.0, variance = 0.0;
  for (std::size_t u = 0; u < m_users.size(); ++u) {
    const VectorXd w = m_moments.weights.col(index(u));
    const auto many = static_cast<double>(m_users[u]);
    value += many * w[index(a)];
    for (std::size_t b = 0; b < m_values.size(); ++b)
      variance += many * w[index(b)] * m_moments.dispersion[b](index(a), index(a));
  }
  return number_with_error(value / n, 0.0, {variance, 0.0}, 1.0 / (n * n));
}

}  // namespace edgeldp
