// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/taylor_table.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/simd_target.hpp"

namespace edgeldp {
namespace {

/// The sine from -3 to 3, and half of x before that.
taylor_table sine() {
  constexpr double first = -3.0, steps_per_unit = 32.0;
  std::vector<taylor_table::coefficients> polynomials;
  for (int i = 0; i <= 6 * 32; ++i) {
    const double x = first + i / steps_per_unit;
    polynomials.push_back({std::sin(x), std::cos(x), -std::sin(x) / 2.0, -std::cos(x) / 6.0});
  }
  return {first, steps_per_unit, 0.5, std::move(polynomials)};
}

/// Inside, at and beyond both ends, half-way between places, and where nothing is finite.
std::vector<double> arguments() {
  std::vector<double> x = {-3.0, 3.0, 0.0, -0.0, 1.0 / 64.0, -1.0 / 64.0, 2.9999999, -2.9999999};
  x.insert(x.end(), {3.0000001, -3.0000001, 1e300, -1e300, INFINITY, -INFINITY});
  for (int i = 0; i < 400; ++i) x.push_back(-4.0 + 0.02013 * i);
  return x;
}

TEST(TaylorTable, IsTheFunctionWithinThePlaces) {
  const taylor_table table = sine();
  for (const double x : arguments()) {
    if (std::abs(x) > 3.0) continue;
    EXPECT_NEAR(table(x), std::sin(x), 1e-8) << x;  // (1 / 64)^4 / 24 is 2.5e-9
  }
}

TEST(TaylorTable, IsALineBeforeThePlacesAndNothingBehindThem) {
  const taylor_table table = sine();
  EXPECT_EQ(table(-5.0), -2.5);
  EXPECT_EQ(table(-INFINITY), -INFINITY);
  EXPECT_EQ(table(3.0000001), 0.0);
  EXPECT_EQ(table(INFINITY), 0.0);
}

// Plans choose by such numbers, so the last bit counts.
TEST(TaylorTable, ManyAtOnceAreTheSameToTheLastBitOnEveryTarget) {
  const taylor_table table = sine();
  const std::vector<double> x = arguments();
  for (const std::string& name : simd_targets()) {
    const forced_simd_target target(name);
    for (std::size_t count = 0; count <= x.size(); count += count < 20 ? 1 : 83) {
      std::vector<double> values(count, 77.0);
      table(std::span(x).first(count), values);
      for (std::size_t i = 0; i < count; ++i)
        EXPECT_EQ(std::bit_cast<std::uint64_t>(values[i]), std::bit_cast<std::uint64_t>(table(x[i])))
            << name << ", " << x[i] << " of " << count;
    }
  }
}

}  // namespace
}  // namespace edgeldp
