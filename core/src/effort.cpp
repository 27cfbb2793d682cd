// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/effort.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "edgeldp/core/error.hpp"

namespace edgeldp {

double test_budget(unsigned level) {
  constexpr std::array<double, largest_level> budgets = {2, 4, 8, 16, 32, 80, 200, 500, 1200};
  if (level < smallest_level || level > largest_level)
    throw invalid_parameter("level = " + std::to_string(level) + ": must lie in [1, 9]");
  return budgets[level - 1];
}

double entries_per_chunk(unsigned level, double mechanism_loss) {
  return std::max(0.25, std::log(test_budget(level) / 1.25) / std::expm1(mechanism_loss));
}

double largest_chunk(double mechanism_loss) {
  return std::max(1.0, 20.0 * std::log(2.0) / mechanism_loss);
}

std::uint64_t size_slack_for(epsilon budget) {
  return static_cast<std::uint64_t>(std::min(std::ceil(std::log(100.0) / budget.nats()), 0x1.0p32));
}

chunk_floor chunk_floor_for(double mechanism_loss, epsilon size_budget) {
  constexpr double growth = 50.0;  // the slope is 1 / growth of the work's exponent; larger is flatter
  return {chunk_rate_for(growth / std::expm1(mechanism_loss)),
          static_cast<std::uint64_t>(std::min(std::ceil(2.0 * growth / size_budget.nats()), 0x1.0p32))};
}

std::uint64_t chunk_rate_for(double entries_per_chunk) {
  const double rate = std::ceil(0x1.0p32 / entries_per_chunk);
  if (!(rate >= 1.0) || !(rate <= 0x1.0p48))
    throw invalid_parameter("entries per chunk = " + std::to_string(entries_per_chunk) +
                            ": must lie in [2^-16, 2^32]");
  return static_cast<std::uint64_t>(rate);
}

}  // namespace edgeldp
