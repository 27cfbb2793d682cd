// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/channel/mechanisms/bipartite.hpp"

/// Twins of utility channels with one fault each, as published or tempting. keeps_to must reject
/// them.
namespace edgeldp::test::broken {

/// Columns of weights as a channel, without asking what it loses.
inline channel channel_of_weights(const Eigen::ArrayXXd& weights) {
  return channel::from_probabilities(numbered_labels(static_cast<std::size_t>(weights.cols())),
                                     numbered_labels(static_cast<std::size_t>(weights.rows())),
                                     (weights.rowwise() / weights.colwise().sum()).matrix());
}

/// Equation 6 with a number of likely outputs for each truth.
inline channel bipartite_with_counts(epsilon budget, const utility_ranking& utility,
                                     std::span<const std::size_t> counts) {
  Eigen::ArrayXXd weights = Eigen::ArrayXXd::Ones(static_cast<Eigen::Index>(utility.output_count()),
                                                  static_cast<Eigen::Index>(utility.input_count()));
  for (std::size_t x = 0; x < counts.size(); ++x)
    for (std::size_t rank = 0; rank < counts[x]; ++rank)
      weights(static_cast<Eigen::Index>(utility.output(rank, x)), static_cast<Eigen::Index>(x)) =
          std::exp(budget.nats());
  return channel_of_weights(weights);
}

/// [Zhang 2025]'s Algorithm 1: the m that is best for the truth.
inline channel local_high_counts(epsilon budget, const utility_ranking& utility) {
  std::vector<std::size_t> counts;
  for (Eigen::Index x = 0; x < utility.sorted().cols(); ++x)
    counts.push_back(best_high_count(budget, utility.sorted().col(x)));
  return bipartite_with_counts(budget, utility, counts);
}

/// L-SRR as its program computes it: heights from exp(budget) to 1 whatever the steps' sizes are.
inline channel staircase_at_nominal_budget(epsilon budget, const Eigen::MatrixXi& step, unsigned steps) {
  const double top = steps - 1;
  return channel_of_weights(1.0 + std::expm1(budget.nats()) * (top - step.cast<double>().array()) / top);
}

/// The exponential mechanism that forgets what normalisers cost.
inline channel exponential_without_half(epsilon budget, const Eigen::MatrixXd& utility, double sensitivity) {
  return channel_of_weights((budget.nats() / sensitivity * utility.array()).exp());
}

/// [Zhang 2025]'s m for 1..n as printed: an even middle root goes up.
inline std::uint64_t printed_high_count_on_line(double nats, std::uint64_t size) {
  const auto n = static_cast<double>(size);
  const double growth = std::exp(nats);
  const double end = std::floor(
      (std::sqrt(n * n * growth + 0.25 * (1.0 - growth) * (1.0 - growth)) - (n - 0.5 * growth + 0.5)) /
      (growth - 1.0));
  double middle =
      std::floor(size % 2 == 0 ? n / (std::exp(0.5 * nats) + 1.0) + 1.0
                               : (std::sqrt(growth * (n * n - 1.0) + 1.0) - n) / (growth - 1.0) + 1.0);
  if (std::fmod(middle, 2.0) == 0.0) middle += 1.0;
  return static_cast<std::uint64_t>(std::min(end, middle));
}

}  // namespace edgeldp::test::broken
