// SPDX-License-Identifier: MIT
// The law of the sampler is tested in statistical/ppr_law_statistical_test.cpp.
#include "edgeldp/core/codec/ppr_sampler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <cstdint>
#include <utility>

#include "edgeldp/core/codec/ppr_heap_sampler.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

TEST(PprSamplerTest, IntegralOfPossibleWinnersMatchesQuadrature) {
  for (const double alpha : {1.3, 1.5, 2.0, 3.0, 16.0}) {
    const ppr_exponent exponent{ppr_alpha(alpha)};
    const auto integral = [&](double u) { return exponent.possible_winners(u, std::pow(u, -alpha)); };
    for (const auto& [a, b] : {std::pair{1.0, 1.5}, {1.0, 10.0}, {3.0, 50.0}}) {
      const double area = boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
          [&](double t) { return -std::expm1(-std::pow(t, -alpha)); }, a, b, 10, 1e-13);
      EXPECT_NEAR(integral(b) - integral(a), area, 1e-13 * b) << alpha << ", " << a << ", " << b;
    }
  }
}

TEST(PprSamplerTest, AListOfOneHasOneAnswer) {
  simulation_randomness coins(1, 1, 1);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(
        sample_ppr_index(1.0, ppr_alpha(2.0), 1, coins, [](std::uint64_t, double) { return -1.0; }).index,
        1U);
}

TEST(PprSamplerTest, AsksForCandidatesInOrderAndInsideTheList) {
  simulation_randomness coins(2, 1, 1);
  for (int i = 0; i < 2000; ++i) {
    std::uint64_t last = 0, asked = 0;
    const auto choice = sample_ppr_index(0.5, ppr_alpha(1.5), 50, coins, [&](std::uint64_t k, double) {
      EXPECT_GT(k, last);
      EXPECT_LE(k, 50U);
      last = k;
      ++asked;
      return (k & 1) != 0 ? 0.5 : -0.5;
    });
    EXPECT_EQ(choice.evaluations, asked);
    EXPECT_LE(choice.index, last);
    EXPECT_GE(choice.index, 1U);
  }
}

TEST(PprHeapSamplerTest, StopsAtItsBoundOnVisitsAndSaysSo) {
  simulation_randomness coins(5, 1, 1);
  unsigned cut = 0;
  for (int i = 0; i < 1000; ++i) {
    std::uint64_t last = 0;
    const auto choice = sample_ppr_index_by_heap(
        2.0, ppr_alpha(1.5), std::uint64_t{1} << 20, coins,
        [&](std::uint64_t k) {
          EXPECT_EQ(k, last + 1);
          last = k;
          return -2.0;
        },
        100);
    EXPECT_EQ(choice.evaluations, last);
    EXPECT_LE(last, 100U);
    EXPECT_GE(choice.index, 1U);
    EXPECT_TRUE(!choice.is_cut || last == 100);
    cut += choice.is_cut ? 1 : 0;
  }
  EXPECT_GT(cut, 100U);
  const auto whole =
      sample_ppr_index_by_heap(0.0, ppr_alpha(3.0), 50, coins, [](std::uint64_t) { return 0.0; });
  EXPECT_FALSE(whole.is_cut);
  EXPECT_LE(whole.evaluations, 50U);
}

// An early exit may return anything below `needed`: the choice must not change.
TEST(PprSamplerTest, IgnoresHowFarBelowTheNeedACandidateFalls) {
  simulation_randomness a(3, 1, 1), b(3, 1, 1);
  const auto ratio = [](std::uint64_t k) { return 0.4 * static_cast<double>(k % 5) - 0.8; };
  for (int i = 0; i < 5000; ++i) {
    const auto full =
        sample_ppr_index(0.8, ppr_alpha(2.0), 1U << 20, a, [&](std::uint64_t k, double) { return ratio(k); });
    const auto early = sample_ppr_index(
        0.8, ppr_alpha(2.0), 1U << 20, b,
        [&](std::uint64_t k, double needed) { return ratio(k) < needed ? -1e300 : ratio(k); });
    ASSERT_EQ(full.index, early.index);
  }
}

// Largest ratio e^2: about 10 evaluations on average, whatever alpha makes of K.
TEST(PprSamplerTest, WorkFollowsTheLargestRatioOnly) {
  for (const double alpha : {1.3, 2.0, 4.0}) {
    simulation_randomness coins(4, 1, 1);
    test::moments work;
    double largest = 0.0;
    for (int i = 0; i < 20'000; ++i) {
      const auto choice =
          sample_ppr_index(2.0, ppr_alpha(alpha), largest_candidate, coins, [](std::uint64_t k, double) {
            return 2.0 * (static_cast<double>((k * 0x9e3779b97f4a7c15ULL) >> 62) - 2.0);  // -4, -2, 0, 2
          });
      work.add(static_cast<double>(choice.evaluations));
      largest = std::max(largest, static_cast<double>(choice.evaluations));
    }
    EXPECT_LT(work.mean, 25.0) << alpha;
    EXPECT_LT(largest, 500.0) << alpha;
  }
}

}  // namespace
}  // namespace edgeldp
