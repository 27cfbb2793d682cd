// SPDX-License-Identifier: MIT
// The laws themselves are tested in statistical/exact_laws_statistical_test.cpp.
#include "edgeldp/core/random/exact_laws.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "support/exact_draws.hpp"
#include "support/scripted_randomness.hpp"

namespace edgeldp {
namespace {

/// Makes a draw in `bits` and more, in 200 bits and in doubles on the same digits; how often `bits`
/// were too few.
template <class Draw>
unsigned undecided_draws(unsigned draws, unsigned bits, Draw&& draw) {
  simulation_randomness coins(11, bits, 2);
  uniform_digits digits(coins);
  unsigned too_few = 0;
  for (unsigned i = 0; i < draws; ++i) {
    digits.restart();
    const auto from_digits = [&](const auto& arithmetic) { return draw(arithmetic, digits); };
    try {
      from_digits(big_arithmetic(bits));
    } catch (const undecided&) {
      ++too_few;
    }
    const auto coarse = test::drawn_in_bits(bits, digits, from_digits);
    EXPECT_EQ(coarse, test::drawn_in_bits(200, digits, from_digits));
    EXPECT_EQ(coarse, test::drawn(digits, from_digits));
  }
  return too_few;
}

TEST(ExactLawsTest, PoissonIsTheSameInEveryArithmetic) {
  for (const double mean : {0.125, 3.75, 4.25, 30.5, 1000.25, 0x1.8p20, 0x1.4p40, 0x1.0p57}) {
    const unsigned too_few = undecided_draws(60, 12, [&](const auto& a, uniform_digits& digits) {
      const auto exact = scaled(a.integer(static_cast<std::int64_t>(mean * 0x1p5)), -5);
      return draw_poisson(a, digits, exact);
    });
    EXPECT_GE(too_few, mean > 1e6 ? 10U : 0U) << mean;
  }
}

TEST(ExactLawsTest, SurvivalIsTheSameInEveryArithmetic) {
  EXPECT_GT(undecided_draws(3000, 5,
                            [&](const auto& a, uniform_digits& digits) {
                              return draw_survival(a, digits, a.power_of_two(-2));
                            }),
            30U);
}

TEST(ExactLawsTest, BelowIsUniformByEnumerationOfTopDigits) {
  // Words i 2^61: of eight equal cells below 2^64 each of 0 .. 4 gets one or two; the words that
  // would make it uneven are those whose product with 5 has low digits below 2^64 mod 5 = 1, that
  // is 0 alone.
  for (std::uint64_t i = 1; i < 8; ++i) {
    test::scripted_randomness coins({i << 61});
    uniform_digits digits(coins);
    EXPECT_EQ(draw_below(digits, 5), (5 * i) >> 3);
  }
  test::scripted_randomness coins({0, ~std::uint64_t{0}});
  uniform_digits digits(coins);
  EXPECT_EQ(draw_below(digits, 5), 4U);
}

TEST(ExactLawsTest, MeanZeroIsZero) {
  simulation_randomness coins(1, 1, 1);
  uniform_digits digits(coins);
  const auto draw = [&](const auto& a) { return draw_poisson(a, digits, a.integer(0)); };
  for (int i = 0; i < 1000; ++i) {
    digits.restart();
    EXPECT_EQ(test::drawn(digits, draw), 0U);
  }
}

// The hat of core/doc/privacy.md, "Exact Poisson numbers", restated: for every mean in [n, n + b)
// and every number.
TEST(ExactLawsTest, HatOfPoissonIsNowhereBelowTheLaw) {
  for (double mean = 4.0; mean < 3e6; mean *= mean < 40.0 ? 1.003 : 1.17) {
    const int log_j = (std::ilogb(mean) + 2) / 2;
    const double j = std::ldexp(1.0, log_j), b = std::ldexp(1.0, std::max(0, log_j - 6));
    const double n = b * std::floor(mean / b);
    ASSERT_TRUE(n <= mean && mean < n + b && j * j <= 4 * n && (b == 1.0 || 8 * b <= j)) << mean;
    for (const double m : {n, mean, n + 0.999 * b}) {
      double above = 0.0, below = 0.0;  // ln of p(n + d) / p(n) and p(n - d) / p(n)
      for (double d = 0.0; d <= 12.0 * j; d += 1.0) {
        const double hat_above = (b == 1.0 ? 0.0 : std::log1p(0x1p-10)) -
                                 std::fmax(0.0, d - 0.5 * (j + 3 * b - 2)) * j / (n + b + j);
        const double hat_below = -std::fmax(0.0, d - 0.5 * (j + 1)) * j / n;
        ASSERT_LE(above, hat_above + 1e-9) << m << " + " << d;
        ASSERT_LE(d > n ? hat_below : below, hat_below + 1e-9) << m << " - " << d;
        above += std::log(m / (n + d + 1.0));
        if (d < n) below += std::log((n - d) / m);
      }
    }
  }
}

}  // namespace
}  // namespace edgeldp
