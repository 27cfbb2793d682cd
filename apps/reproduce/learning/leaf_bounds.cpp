// SPDX-License-Identifier: MIT
#include "reproduce/learning/leaf_bounds.hpp"

#include <vector>

namespace edgeldp::learning {

std::size_t private_split(std::span<const double> gains, double nats, private_randomness& coins) {
  const double largest = gains[best_split(gains)];
  std::vector<double> sums;
  double sum = 0.0;
  for (const double gain : gains)
    sums.push_back(sum += std::exp(0.5 * nats / gain_sensitivity * (gain - largest)));
  const auto at = std::ranges::upper_bound(sums, sum * uniform_open(coins));
  return std::min(static_cast<std::size_t>(at - sums.begin()), gains.size() - 1);
}

}  // namespace edgeldp::learning
