// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/group_rr/group_rr_user.hpp"

#include <algorithm>
#include <cmath>

namespace edgeldp {

bool report_bin(const group_response& response, std::uint32_t neighbors, private_randomness& coins) {
  const std::uint32_t group = response.group();
  const bool flips = bernoulli_40(coins, response.threshold());
  const bool holds = neighbors != 0 && (neighbors == group || uniform_below(coins, group) < neighbors);
  return holds != flips;
}

double sample_quartic(private_randomness& coins) {
  // (1 + x^2) / (1 + x^4) is largest at x^2 = sqrt(2) - 1.
  constexpr double largest = 1.2071067811865475;
  constexpr double half_pi = 1.5707963267948966;
  for (;;) {
    const double x = 1.0 / std::tan(half_pi * uniform_fine(coins));  // |Cauchy|, fine in its tail
    const double square = x * x;
    const double accepted = square > 1e100 ? 1.0 / square : (1.0 + square) / (1.0 + square * square);
    if (uniform_open(coins) * largest >= accepted) continue;
    return (coins() >> 63) != 0 ? -x : x;
  }
}

}  // namespace edgeldp
