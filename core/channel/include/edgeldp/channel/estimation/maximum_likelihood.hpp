// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>

#include "edgeldp/channel/channel.hpp"

namespace edgeldp {

struct likelihood_options {
  /// Stop when the log-likelihood is provably within this of its maximum, in nats. From n reports
  /// that is raised to 2^-53 n (8 + the attributes' inputs and outputs), as far as doubles tell:
  /// from about 10^9 reports on.
  double gap = 1e-6;
  std::uint64_t most_iterations = 10000;
};

struct likelihood_estimate {
  Eigen::VectorXd values;  ///< proportions: at least 0, sum 1; cells as in proportion_estimate
  double log_likelihood;   ///< sum over reports of the log of their probability, without the multinomial term
  double gap;              ///< the largest likelihood is at most this much above
  std::uint64_t iterations;
  bool has_converged;
};

/// Maximum-likelihood proportions by expectation-maximization, started at equal ones: never
/// negative, and equal to the unbiased estimate where that one is positive and channels are square;
/// otherwise biased towards the inside. Works for channels of any rank. Where some truths give the
/// same mixture of reports (deficient rank) the maximum is a set: the answer is the point of it
/// that the start leads to, and only the fitted law of reports is determined.
///
/// Source: Dempster, Laird, Rubin 1977 (the step); Varadhan, Roland, Scandinavian Journal of
///     Statistics 35, 2008 (a squared extrapolation, kept only where it raises the likelihood
///     further).
/// Promise: the likelihood never falls but by rounding. By concavity it lies at most n (max over
///     truths of its gradient / n - 1) below its maximum, which is the stopping rule; without
///     convergence `gap` says what is left.
/// Cost: two products with the joint channel, factor by factor, an iteration; plain steps gain
///     digits at a rate of about 1 / (squared condition number), the extrapolation much faster.
/// Errors: invalid_parameter for a wrong number of counts, or none at all, reports of which some
///     are impossible under every truth, or a joint domain that is too large.
likelihood_estimate maximize_likelihood(std::span<const channel> attributes,
                                        std::span<const std::uint64_t> counts,
                                        const likelihood_options& options = {});

}  // namespace edgeldp
