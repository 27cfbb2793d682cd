// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

/// How many pairs limits refuse (limited_pairs.hpp), for predictions: each member above the limit loses its
/// excess; where all are above, one refused pair relieves two.
namespace edgeldp {

/// In a list of `members` whose noisy degrees are normal.
inline double refused_pairs(double members, double mean, double deviation, double limit) {
  const double x = (limit - mean) / deviation;
  if (x > 6.0) return 0.0;
  const double tail = 0.5 * std::erfc(0.7071067811865476 * x);
  const double excess = deviation * (0.3989422804014327 * std::exp(-0.5 * x * x) - x * tail);
  return members * excess * (1.0 - 0.5 * tail);
}

/// In a list of `members` whose noisy degrees are Poisson; normal beyond a mean of 50.
inline double refused_poisson_pairs(double members, double mean, double limit) {
  if (mean > 50.0) return refused_pairs(members, mean, std::sqrt(mean), limit);
  if (limit > mean + 6.0 * std::sqrt(mean) + 6.0) return 0.0;
  double mass = std::exp(-mean), below = 0.0, shortfall = 0.0;  // of x <= limit
  for (double x = 0.0; x <= limit; ++x, mass *= mean / x) {
    below += mass;
    shortfall += (limit - x) * mass;
  }
  const double excess = std::fmax(0.0, mean - limit + shortfall), tail = std::fmax(0.0, 1.0 - below);
  return members * excess * (1.0 - 0.5 * tail);
}

}  // namespace edgeldp
