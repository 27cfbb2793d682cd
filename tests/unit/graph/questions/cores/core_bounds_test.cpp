// SPDX-License-Identifier: MIT
// How large a core can be: the law that members follow at least, against whole cliques that play
// the rounds, and the bound against cores that are planted.
#include "questions/cores/core_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/cores/cores_simulation.hpp"
#include "edgeldp/graph/questions/cores/exact.hpp"
#include "support/budgets.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

using test::nats;

/// Of discrete Laplace noise at this budget, Pr[noise >= x].
double noise_from(int x, double budget) {
  const double a = std::exp(-budget);
  return x > 0 ? std::pow(a, x) / (1.0 + a) : 1.0 - std::pow(a, 1 - x) / (1.0 + a);
}

TEST(CoreBoundsTest, OneRoundIsTheDegreeWithItsNoise) {
  const std::vector<epsilon> budgets{nats(0.3)};
  const std::vector<double> least = least_numbers_in_core(9, budgets);
  ASSERT_EQ(least.size(), 10U);
  for (int x = 0; x <= 9; ++x) EXPECT_NEAR(least[static_cast<std::size_t>(x)], noise_from(x - 9, 0.3), 1e-12);
}

TEST(CoreBoundsTest, TwoRoundsAreTheSumsOfTheDefinition) {
  constexpr int k = 6;
  const double first = 0.5, second = 0.8;
  const std::vector<double> least = least_numbers_in_core(k, std::vector{nats(first), nats(second)});
  std::vector<double> h_index(k + 2);  // Pr[h-index >= h], by terms of the binomial law
  for (int h = 0; h <= k; ++h) {
    const double p = noise_from(h - k, first);
    for (int i = h; i <= k; ++i) {
      const double ways = std::exp(std::lgamma(k + 1.0) - std::lgamma(i + 1.0) - std::lgamma(k - i + 1.0));
      h_index[static_cast<std::size_t>(h)] += ways * std::pow(p, i) * std::pow(1.0 - p, k - i);
    }
  }
  for (int x = 0; x <= k; ++x) {
    double sum = 0.0;
    for (int v = 0; v <= k; ++v)
      sum += (h_index[static_cast<std::size_t>(v)] - h_index[static_cast<std::size_t>(v) + 1]) *
             noise_from(x - v, second);
    EXPECT_NEAR(least[static_cast<std::size_t>(x)], sum, 1e-9) << x;
  }
}

TEST(CoreBoundsTest, WithoutNoiseABoundIsNearlyTheNumberOfThoseWhoSayIt) {
  std::vector<std::int64_t> last(1000, 2);
  std::fill_n(last.begin(), 50, 40);
  const core_bounds bounds(last, std::vector{nats(64.0), nats(64.0)});
  EXPECT_GE(bounds.most_in_core(30), 50.0);
  EXPECT_LE(bounds.most_in_core(30), 50.0 + 4.0 * std::sqrt(50.0));
  EXPECT_GE(bounds.most_in_core(2), 1000.0);
  EXPECT_GE(bounds.most_degeneracy(), 40U);
  EXPECT_LE(bounds.most_degeneracy(), 49U + 12U);
}

TEST(CoreBoundsTest, FallAsKGrowsAndWithWhatIsSaid) {
  std::vector<std::int64_t> last;
  for (std::int64_t u = 0; u < 500; ++u) last.push_back(u % 60);
  const std::vector<epsilon> budgets{nats(0.1), nats(0.2), nats(0.5)};
  const core_bounds bounds(last, budgets);
  double before = bounds.most_in_core(1);
  for (std::uint64_t k = 2; k < 80; ++k) {
    const double now = bounds.most_in_core(k);
    EXPECT_LE(now, before) << k;
    before = now;
  }
  for (std::int64_t& x : last) x -= 10;
  EXPECT_LT(core_bounds(last, budgets).most_degeneracy(), bounds.most_degeneracy());
}

/// Cliques are cores in which nobody has a contact to spare. A bound that fails with 2.5% fails in 8
/// of 100 runs with a probability of 0.3%.
TEST(CoreBoundsTest, HoldOverPlantedCores) {
  unsigned failures = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const core_result r = estimate_cores(test::complete_graph(40), {nats(1.0), 3}, release_key{seed},
                                         coin_source::simulated(seed));
    failures += r.degeneracy.high() < 39.0 ? 1U : 0U;
  }
  EXPECT_LT(failures, 8U);
}

}  // namespace
}  // namespace edgeldp
