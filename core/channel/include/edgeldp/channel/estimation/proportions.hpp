// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/channel/debiasing.hpp"

namespace edgeldp {

/// What is random besides the users' coins.
enum class sampling_model {
  sampled,  ///< users are a simple random sample with replacement: errors about the sampled law (equation 18)
  fixed     ///< users are everybody: errors about the proportions among themselves, by coins alone
};

/// Largest joint domain, of truths and of reports.
inline constexpr std::size_t most_joint_cells = std::size_t{1} << 22;

/// Cells of the joint tables of several attributes.
/// Errors: invalid_parameter when there is no attribute or a product exceeds most_joint_cells.
struct joint_domain {
  explicit joint_domain(std::span<const channel> attributes);
  std::vector<std::size_t> inputs, outputs;  ///< sizes, an attribute each
  std::size_t input_cells = 1, output_cells = 1;
};

/// Ends of intervals, a cell each.
struct proportion_intervals {
  Eigen::VectorXd low, high;
};

/// Unbiased proportions of the truths behind reports on one or several attributes, each through a
/// channel of its own, with every covariance of them.
///
/// Tables are vectors of cells, the last attribute fastest: cell (i, j) of d x e categories is i e
/// + j.
/// Source: [Wang 2016], equations 17 and 18 (one attribute), 22 and 23 (several); Chaudhuri,
///     Mukerjee, Randomized Response, 1988, chapter 3.3.
/// Derivations: core/doc/channels.md, "Estimation".
/// Promise: E[values()] is the proportions, for either population; values may be negative. They add
///     up to 1 when each attribute has as many reports as truths. Covariances are unbiased too, so
///     a variance may come out at 0 or below where few reports were seen; intervals and standard
///     errors do not.
/// Cost: the Kronecker product is never formed: cells times the sum of the attributes' sizes, for
///     the values, for all variances and for each product with a covariance matrix; the dense
///     matrix (dispersion) takes cells times as much. Tables are dense: cells are cheap up to
///     most_joint_cells, whether or not they have reports.
class proportion_estimate {
 public:
  /// counts: of every joint report.
  /// Errors: invalid_parameter for a wrong number of counts, fewer than 2 reports, or a channel of
  ///     deficient rank (see debiasing_of).
  proportion_estimate(std::span<const channel> attributes, std::span<const std::uint64_t> counts);

  /// What an estimate from `reports` users would have: expected values and exact covariances under
  /// these true proportions.
  static proportion_estimate expected(std::span<const channel> attributes, const Eigen::VectorXd& proportions,
                                      double reports);

  double reports() const noexcept { return m_reports; }
  bool is_expected() const noexcept { return m_is_expected; }
  const std::vector<std::size_t>& sizes() const noexcept { return m_sizes; }
  std::size_t cells() const noexcept { return static_cast<std::size_t>(m_values.size()); }

  const Eigen::VectorXd& values() const noexcept { return m_values; }

  /// Of the joint design matrix: the product over attributes.
  double condition_number() const noexcept { return m_condition_number; }

  /// Estimated variance of each cell.
  Eigen::VectorXd variances(sampling_model p) const;

  /// 95% score intervals, Wilson's for a channel: all t that are within 1.96 of their own standard
  /// deviations from the value. That deviation follows from t and the channel's columns, whatever
  /// was seen, so that an interval has no width only where nothing is random (fixed people and a
  /// channel without coins). Ends may lie outside of [0, 1]. An expected estimate: values +- 1.96
  /// standard errors.
  /// Source: Wilson, JASA 22, 1927, for a plain proportion; core/doc/channels.md, "Intervals", with
  ///     coverage.
  proportion_intervals intervals(sampling_model p) const;

  /// Half the width of the intervals over 1.96: the roots of the variances but for terms of order 1
  /// / reports, and never 0 for want of a report. Of an expected estimate the roots of the
  /// variances.
  Eigen::VectorXd standard_errors(sampling_model p) const;

  /// What an estimate from as many reports would have under the possible proportions nearest to
  /// these, with 1.96^2 more people spread evenly so that none is 0.
  proportion_estimate at_possible() const;

  /// Estimated covariance of x . values() with y . values().
  double covariance(sampling_model p, const Eigen::VectorXd& x, const Eigen::VectorXd& y) const;

  /// The covariance matrix times x.
  Eigen::VectorXd covariance_times(sampling_model p, const Eigen::VectorXd& x) const;

  /// The whole covariance matrix, cells x cells. Requires cells() <= 4096, else invalid_parameter.
  Eigen::MatrixXd dispersion(sampling_model p) const;

 private:
  proportion_estimate(std::span<const channel> attributes, Eigen::VectorXd frequencies, double reports,
                      bool is_expected);
  Eigen::VectorXd possible_proportions() const;
  std::vector<Eigen::MatrixXd> m_channels;               // an attribute each: outputs x inputs
  std::vector<Eigen::MatrixXd> m_weights, m_transposed;  // an attribute each: inputs x outputs, and back
  std::vector<std::size_t> m_sizes;
  Eigen::VectorXd m_frequencies, m_values;  // of joint reports, of joint truths
  double m_reports, m_condition_number = 1.0;
  bool m_is_expected;
};

}  // namespace edgeldp
