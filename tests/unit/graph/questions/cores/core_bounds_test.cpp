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

constexpr part_counts all_whole{1000, 0, 0};

/// Of discrete Laplace noise at this budget, Pr[noise >= x].
double noise_from(int x, double budget) {
  const double a = std::exp(-budget);
  return x > 0 ? std::pow(a, x) / (1.0 + a) : 1.0 - std::pow(a, 1 - x) / (1.0 + a);
}

/// Pr[X >= h] of a binomial law, term by term.
double binomial_from(int h, int n, double p) {
  double sum = 0.0;
  for (int i = h; i <= n; ++i)
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(i + 1.0) - std::lgamma(n - i + 1.0)) * std::pow(p, i) *
           std::pow(1.0 - p, n - i);
  return sum;
}

/// Pr[h-index of k numbers v + noise >= h].
double h_index_from(int h, int v, int k, double budget) {
  return h == 0 ? 1.0 : binomial_from(h, k, noise_from(h - v, budget));
}

TEST(CoreBoundsTest, ReachesWhatTheLawOfOneRoundSays) {
  constexpr int k = 20;
  for (const double risk : {0.01, 0.2}) {
    int h = 0;
    while (h_index_from(h + 1, k, k, 0.3) >= 1.0 - risk) ++h;
    EXPECT_EQ(least_h_index_in_core(k, std::vector{nats(0.3)}, risk, all_whole),
              static_cast<std::uint64_t>(h))
        << risk;
  }
}

TEST(CoreBoundsTest, TwoRoundsAreTheSumsOfTheDefinition) {
  constexpr int k = 9;
  const double first = 0.5, second = 0.4, risk = 0.1;
  std::vector<double> from(k + 2);  // Pr[second h-index >= h]
  for (int h = 0; h <= k; ++h)
    for (int c = 0; c <= k; ++c)
      from[static_cast<std::size_t>(h)] +=
          (h_index_from(c, k, k, first) - (c < k ? h_index_from(c + 1, k, k, first) : 0.0)) *
          h_index_from(h, c, k, second);
  std::uint64_t h = 0;
  while (from[h + 1] >= 1.0 - risk) ++h;
  ASSERT_GT(h, 0U);
  EXPECT_EQ(least_h_index_in_core(k, std::vector{nats(first), nats(second)}, risk, all_whole), h);
}

TEST(CoreBoundsTest, WithoutNoiseABoundIsNearlyTheNumberOfThoseWhoSayIt) {
  std::vector<std::int64_t> last(1000, 2);
  std::fill_n(last.begin(), 50, 40);
  const core_bounds bounds({last}, std::vector{nats(64.0), nats(64.0)});
  EXPECT_GE(bounds.most_in_core(30), 50.0);
  EXPECT_LE(bounds.most_in_core(30), 50.0 + 5.0 * std::sqrt(50.0));
  EXPECT_GE(bounds.most_in_core(2), 1000.0);
  EXPECT_GE(bounds.most_degeneracy(), 40U);
  EXPECT_LE(bounds.most_degeneracy(), 49U + 12U);
}

TEST(CoreBoundsTest, FallAsKGrowsAndWithWhatIsSaid) {
  std::vector<std::int64_t> last;
  for (std::int64_t u = 0; u < 500; ++u) last.push_back(u % 60);
  const std::vector<epsilon> budgets{nats(0.1), nats(0.2), nats(0.5)};
  const core_bounds bounds({last}, budgets);
  double before = bounds.most_in_core(1);
  for (std::uint64_t k = 2; k < 80; ++k) {
    const double now = bounds.most_in_core(k);
    EXPECT_LE(now, before) << k;
    before = now;
  }
  for (std::int64_t& x : last) x -= 10;
  EXPECT_LT(core_bounds({last}, budgets).most_degeneracy(), bounds.most_degeneracy());
}

/// Cliques are cores in which nobody has a contact to spare, and all share all of them. A bound
/// that fails with 2.5% fails in 13 of 200 runs with a probability of 0.2%.
TEST(CoreBoundsTest, HoldOverCliques) {
  for (const unsigned rounds : {1U, 3U}) {
    unsigned failures = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const core_result r = estimate_cores(test::complete_graph(40), {nats(1.0), rounds}, release_key{seed},
                                           coin_source::simulated(seed));
      failures += r.degeneracy.high() < 39.0 ? 1U : 0U;
    }
    EXPECT_LT(failures, 13U) << rounds;
  }
}

}  // namespace
}  // namespace edgeldp
