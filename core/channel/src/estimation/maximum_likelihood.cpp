// SPDX-License-Identifier: MIT
#include "edgeldp/channel/estimation/maximum_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "edgeldp/channel/estimation/proportions.hpp"
#include "edgeldp/core/base/error.hpp"
#include "estimation/kronecker.hpp"

namespace edgeldp {

namespace {

/// A point of the simplex and what the reports say of it.
struct state {
  Eigen::VectorXd proportions, gradient;  ///< gradient: of the log-likelihood over n; 1 . proportions = 1
  double log_likelihood = -std::numeric_limits<double>::infinity();
};

class likelihood {
 public:
  likelihood(std::span<const channel> attributes, std::span<const std::uint64_t> counts) {
    for (const channel& c : attributes) {
      m_matrices.push_back(c.probabilities());
      m_transposed.push_back(c.probabilities().transpose());
    }
    m_counts.resize(static_cast<Eigen::Index>(counts.size()));
    for (std::size_t u = 0; u < counts.size(); ++u)
      m_counts[static_cast<Eigen::Index>(u)] = static_cast<double>(counts[u]);
    m_total = m_counts.sum();
  }

  double total() const { return m_total; }

  state at(Eigen::VectorXd proportions) const {
    const Eigen::VectorXd expected = detail::apply_along_axes(m_matrices, proportions);
    Eigen::VectorXd ratios = Eigen::VectorXd::Zero(expected.size());
    state s;
    s.log_likelihood = 0.0;
    for (Eigen::Index u = 0; u < expected.size(); ++u) {
      if (m_counts[u] == 0.0) continue;
      s.log_likelihood += m_counts[u] * std::log(expected[u]);
      ratios[u] = m_counts[u] / (m_total * expected[u]);
    }
    s.gradient = detail::apply_along_axes(m_transposed, ratios);
    s.proportions = std::move(proportions);
    return s;
  }

  /// Of a gradient near 1: sums of positive terms over outputs, then over inputs, each addition by
  /// 2^-53.
  double gradient_rounding() const {
    Eigen::Index terms = 8;
    for (const Eigen::MatrixXd& m : m_matrices) terms += m.rows() + m.cols();
    return 0x1p-53 * static_cast<double>(terms);
  }

  state step(const state& s) const {
    const Eigen::VectorXd next = s.proportions.cwiseProduct(s.gradient);
    return at(next / next.sum());
  }

  double gap(const state& s) const { return std::max(0.0, m_total * (s.gradient.maxCoeff() - 1.0)); }

  /// Likelier; where rounding hides that, closer to the conditions of a maximum.
  bool is_better(const state& a, const state& b) const {
    const double rounding = 1e-14 * std::abs(b.log_likelihood), gain = a.log_likelihood - b.log_likelihood;
    return gain > rounding || (gain >= -rounding && gap(a) < gap(b));
  }

 private:
  std::vector<Eigen::MatrixXd> m_matrices, m_transposed;
  Eigen::VectorXd m_counts;
  double m_total = 0.0;
};

/// The point that two steps point at; nothing when it leaves the simplex.
bool extrapolate(const Eigen::VectorXd& from, const Eigen::VectorXd& once, const Eigen::VectorXd& twice,
                 Eigen::VectorXd& to) {
  const Eigen::VectorXd first = once - from, bend = twice - once - first;
  const double length = bend.norm();
  if (length == 0.0) return false;
  const double factor = std::max(1.0, first.norm() / length);
  to = from + 2.0 * factor * first + factor * factor * bend;
  if (!to.allFinite()) return false;
  // A coordinate that is 0 would stay there.
  to = to.cwiseMax(1e-3 * twice);
  to /= to.sum();
  return true;
}

}  // namespace

likelihood_estimate maximize_likelihood(std::span<const channel> attributes,
                                        std::span<const std::uint64_t> counts,
                                        const likelihood_options& options) {
  const joint_domain domain(attributes);
  if (counts.size() != domain.output_cells)
    throw invalid_parameter("counts of " + std::to_string(counts.size()) + " reports; the channels have " +
                            std::to_string(domain.output_cells));
  const likelihood reports(attributes, counts);
  if (reports.total() < 1.0) throw invalid_parameter("maximum likelihood from no report");
  const auto cells = static_cast<Eigen::Index>(domain.input_cells);
  state best = reports.at(Eigen::VectorXd::Constant(cells, 1.0 / static_cast<double>(cells)));
  if (!std::isfinite(best.log_likelihood))
    throw invalid_parameter("a report that is impossible under every input of its channel");
  const double least_gap = std::max(options.gap, reports.total() * reports.gradient_rounding());
  std::uint64_t iterations = 0;
  while (reports.gap(best) > least_gap && iterations < options.most_iterations) {
    const state once = reports.step(best);
    state twice = reports.step(once);
    iterations += 2;
    Eigen::VectorXd ahead;
    if (extrapolate(best.proportions, once.proportions, twice.proportions, ahead)) {
      state far = reports.at(std::move(ahead));
      if (reports.is_better(far, twice)) twice = std::move(far);
    }
    best = std::move(twice);
  }
  const double gap = reports.gap(best);
  return {std::move(best.proportions), best.log_likelihood, gap, iterations, gap <= least_gap};
}

}  // namespace edgeldp
