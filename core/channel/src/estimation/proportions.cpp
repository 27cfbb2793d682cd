// SPDX-License-Identifier: MIT
#include "edgeldp/channel/estimation/proportions.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "edgeldp/channel/estimation/derived_statistics.hpp"
#include "edgeldp/core/base/error.hpp"
#include "estimation/kronecker.hpp"

namespace edgeldp {

namespace {

/// Of a dense covariance matrix: 128 MiB.
constexpr std::size_t most_dispersion_cells = 4096;

std::size_t checked_product(std::size_t cells, std::size_t size) {
  if (size > most_joint_cells / cells)
    throw invalid_parameter("a joint table of more than " + std::to_string(most_joint_cells) +
                            " cells: " + std::to_string(cells) + " times " + std::to_string(size));
  return cells * size;
}

Eigen::VectorXd frequencies_of(const joint_domain& domain, std::span<const std::uint64_t> counts) {
  if (counts.size() != domain.output_cells)
    throw invalid_parameter("counts of " + std::to_string(counts.size()) + " reports; the channels have " +
                            std::to_string(domain.output_cells));
  Eigen::VectorXd frequencies(static_cast<Eigen::Index>(counts.size()));
  for (std::size_t u = 0; u < counts.size(); ++u)
    frequencies[static_cast<Eigen::Index>(u)] = static_cast<double>(counts[u]);
  const double reports = frequencies.sum();
  if (reports < 2.0)
    throw invalid_parameter("proportions from " + std::to_string(static_cast<int>(reports)) +
                            " reports; at least 2 are needed");
  return frequencies / reports;
}

double total_of(std::span<const std::uint64_t> counts) {
  double total = 0.0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  return total;
}

/// Of the standard normal law at 97.5%.
constexpr double z = 1.959963984540054;

/// The variance of a cell's estimate as a function of its true proportion t: (at_0 + slope t - bend
/// t^2) / n. It is concave, hence so is its root, and each side of the score interval has one end.
struct variance_curve {
  double at_0, slope, bend, n;

  double operator()(double t) const {
    const double possible = std::clamp(t, 0.0, 1.0);
    return std::max(0.0, (at_0 + slope * possible - bend * possible * possible) / n);
  }

  /// The t on one side (-1 or 1) of the value that are just z deviations away.
  double end(double value, double side) const {
    for (const double border : {0.0, 1.0}) {
      const double t = value + side * z * std::sqrt((*this)(border));
      if (border == 0.0 ? t < 0.0 : t > 1.0) return t;
    }
    const double a = 1.0 + bend * z * z / n, b = value + z * z * slope / (2.0 * n),
                 c = value * value - z * z * at_0 / n;
    return (b + side * std::sqrt(std::max(0.0, b * b - a * c))) / a;
  }
};

/// For each joint cell, the product of the attributes' entries, the last attribute fastest.
Eigen::VectorXd joint_product(const std::vector<Eigen::VectorXd>& attributes) {
  Eigen::VectorXd product = Eigen::VectorXd::Ones(1);
  for (const Eigen::VectorXd& x : attributes)
    product = Eigen::MatrixXd(x * product.transpose()).reshaped().eval();
  return product;
}

}  // namespace

joint_domain::joint_domain(std::span<const channel> attributes) {
  if (attributes.empty()) throw invalid_parameter("proportions of no attribute");
  for (const channel& c : attributes) {
    inputs.push_back(c.input_count());
    outputs.push_back(c.output_count());
    input_cells = checked_product(input_cells, c.input_count());
    output_cells = checked_product(output_cells, c.output_count());
  }
}

proportion_estimate::proportion_estimate(std::span<const channel> attributes,
                                         std::span<const std::uint64_t> counts)
    : proportion_estimate(attributes, frequencies_of(joint_domain(attributes), counts), total_of(counts),
                          false) {}

proportion_estimate::proportion_estimate(std::span<const channel> attributes, Eigen::VectorXd frequencies,
                                         double reports, bool is_expected)
    : m_sizes(joint_domain(attributes).inputs),
      m_frequencies(std::move(frequencies)),
      m_reports(reports),
      m_is_expected(is_expected) {
  for (const channel& c : attributes) {
    m_channels.push_back(c.probabilities());
    debiasing d = debiasing_of(c);
    m_condition_number *= d.condition_number;
    m_transposed.push_back(d.weights.transpose());
    m_weights.push_back(std::move(d.weights));
  }
  m_values = detail::apply_along_axes(m_weights, m_frequencies);
}

proportion_estimate proportion_estimate::expected(std::span<const channel> attributes,
                                                  const Eigen::VectorXd& proportions, double reports) {
  const joint_domain domain(attributes);
  if (static_cast<std::size_t>(proportions.size()) != domain.input_cells)
    throw invalid_parameter(std::to_string(proportions.size()) + " proportions; the channels have " +
                            std::to_string(domain.input_cells) + " joint inputs");
  std::vector<Eigen::MatrixXd> matrices;
  for (const channel& c : attributes) matrices.push_back(c.probabilities());
  return {attributes, detail::apply_along_axes(matrices, proportions), reports, true};
}

Eigen::VectorXd proportion_estimate::possible_proportions() const {
  const double more = z * z / static_cast<double>(cells());
  return (m_reports * nearest_proportions(m_values).array() + more) / (m_reports + z * z);
}

proportion_estimate proportion_estimate::at_possible() const {
  proportion_estimate e = *this;
  e.m_values = possible_proportions();
  e.m_frequencies = detail::apply_along_axes(m_channels, e.m_values);
  e.m_is_expected = true;
  return e;
}

Eigen::VectorXd proportion_estimate::variances(sampling_model p) const {
  std::vector<Eigen::MatrixXd> squares;
  for (const Eigen::MatrixXd& w : m_weights) squares.push_back(w.cwiseAbs2());
  const Eigen::VectorXd second = detail::apply_along_axes(squares, m_frequencies);
  if (p == sampling_model::fixed) return (second - m_values) / m_reports;
  return (second - m_values.cwiseAbs2()) / (m_is_expected ? m_reports : m_reports - 1.0);
}

proportion_intervals proportion_estimate::intervals(sampling_model p) const {
  if (m_is_expected) {
    const Eigen::VectorXd reach = z * variances(p).cwiseMax(0.0).cwiseSqrt();
    return {m_values - reach, m_values + reach};
  }
  // A person whose truth is x adds the second moment s_vx = sum over u of W_vu^2 P_ux to cell v.
  // That of v itself is known; the others' mean is taken under the possible proportions.
  std::vector<Eigen::MatrixXd> squares;
  std::vector<Eigen::VectorXd> own_factors;
  for (std::size_t k = 0; k < m_weights.size(); ++k) {
    squares.push_back(m_weights[k].cwiseAbs2());
    own_factors.emplace_back(squares[k].cwiseProduct(m_channels[k].transpose()).rowwise().sum());
  }
  const Eigen::VectorXd own = joint_product(own_factors), possible = possible_proportions(),
                        mean =
                            detail::apply_along_axes(squares, detail::apply_along_axes(m_channels, possible));
  proportion_intervals ends{m_values, m_values};
  if (cells() == 1) return ends;
  for (Eigen::Index v = 0; v < m_values.size(); ++v) {
    const double others = std::max(0.0, (mean[v] - possible[v] * own[v]) / (1.0 - possible[v]));
    const bool sampled = p == sampling_model::sampled;
    const variance_curve variance{others, own[v] - others - (sampled ? 0.0 : 1.0), sampled ? 1.0 : 0.0,
                                  m_reports};
    ends.low[v] = variance.end(m_values[v], -1.0);
    ends.high[v] = variance.end(m_values[v], 1.0);
  }
  return ends;
}

Eigen::VectorXd proportion_estimate::standard_errors(sampling_model p) const {
  const proportion_intervals ends = intervals(p);
  return (ends.high - ends.low) / (2.0 * z);
}

Eigen::VectorXd proportion_estimate::covariance_times(sampling_model p, const Eigen::VectorXd& x) const {
  // A report u contributes weights.col(u), so x . values() is the mean of what (weights' x)_u says.
  const Eigen::VectorXd of_reports = m_frequencies.cwiseProduct(detail::apply_along_axes(m_transposed, x));
  const Eigen::VectorXd second = detail::apply_along_axes(m_weights, of_reports);
  if (p == sampling_model::fixed) return (second - m_values.cwiseProduct(x)) / m_reports;
  return (second - m_values * m_values.dot(x)) / (m_is_expected ? m_reports : m_reports - 1.0);
}

double proportion_estimate::covariance(sampling_model p, const Eigen::VectorXd& x,
                                       const Eigen::VectorXd& y) const {
  return y.dot(covariance_times(p, x));
}

Eigen::MatrixXd proportion_estimate::dispersion(sampling_model p) const {
  if (cells() > most_dispersion_cells)
    throw invalid_parameter("a covariance matrix of " + std::to_string(cells()) + " cells; at most " +
                            std::to_string(most_dispersion_cells));
  const Eigen::Index n = m_values.size();
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index i = 0; i < n; ++i) matrix.col(i) = covariance_times(p, Eigen::VectorXd::Unit(n, i));
  return matrix;
}

}  // namespace edgeldp
