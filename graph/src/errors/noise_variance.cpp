// SPDX-License-Identifier: MIT
#include "errors/noise_variance.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"

namespace edgeldp {

double noise_variance(std::span<const uint128> sensitivity, epsilon budget) {
  std::map<uint128, double> users;
  for (const uint128 s : sensitivity) users[s] += 1.0;
  double variance = 0.0;
  for (const auto& [s, count] : users)
    if (s != 0) variance += count * discrete_laplace(s, budget).variance();
  return variance;
}

double noise_variance(std::span<const user_bound> bounds, epsilon budget) {
  std::vector<uint128> sensitivity(bounds.size());
  ranges::transform(bounds, sensitivity.begin(), &user_bound::sensitivity);
  return noise_variance(sensitivity, budget);
}

}  // namespace edgeldp
