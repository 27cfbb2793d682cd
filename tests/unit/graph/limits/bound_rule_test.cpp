// SPDX-License-Identifier: MIT
#include "edgeldp/graph/limits/bound_rule.hpp"

#include "edgeldp/graph/limits/clip_user.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

release_layout make_layout(std::vector<std::int64_t> degrees, std::vector<std::int64_t> sizes) {
  release_parameters p;
  p.users = degrees.size();
  p.codec = codec_kind::bitmap;
  p.flip_threshold = std::uint64_t{1} << 38;
  p.order = user_order::id;
  p.degree = p.size = epsilon::from_nats(1.0);
  p.edges = epsilon::from_nats(2.0);
  p.total = epsilon::from_nats(4.0);
  p.chunk_rule = sizes.empty() ? chunk_rule::noisy_degree : chunk_rule::released_size;
  return {p, std::move(degrees), std::move(sizes)};
}

std::vector<std::uint64_t> kept_at_most(const release_layout& layout, const bound_rule& rule) {
  std::vector<std::uint64_t> neighbors;
  for (const user_bound& bound : make_bounds(layout, rule)) neighbors.push_back(bound.neighbors);
  return neighbors;
}

TEST(CapTest, KeepsAnchorPlusMarginBetweenZeroAndRank) {
  const auto layout = make_layout({9, 9, 9, 9, 9}, {-7, 0, 1, 1, 100});
  EXPECT_EQ(kept_at_most(layout, {bound_anchor::size, 2}), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(kept_at_most(layout, {bound_anchor::size, 0}), (std::vector<std::uint64_t>{0, 0, 1, 1, 4}));
  EXPECT_EQ(kept_at_most(layout, {bound_anchor::size, -1}), (std::vector<std::uint64_t>{0, 0, 0, 0, 4}));
  EXPECT_EQ(kept_at_most(layout, {bound_anchor::degree, 150}), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
}

TEST(CapTest, LimitsOnPairsFollowTheCapAndTheRank) {
  const auto layout = make_layout({9, 9, 9, 9, 9}, {-7, 1, 2, 7, 100});  // q = 2^40, T = 2^38: zeros 3 to 1
  const std::vector<user_bound> bounds = make_bounds(layout, {bound_anchor::size, 0, bound_kind::pairs, 30});
  const std::vector<pair_limits> expected = {{0, 0}, {0, 0}, {1, 3}, {2, 6}, {3, 9}};
  for (std::size_t u = 0; u < bounds.size(); ++u) {
    EXPECT_EQ(bounds[u].pairs, expected[u]) << u;
    EXPECT_EQ(bounds[u].sensitivity, expected[u].ones * (uint128{3} << 38)) << u;
    EXPECT_EQ(bounds[u].neighbors, expected[u].ones == 0 ? 0 : u)
        << "whoever may say something keeps everybody";
  }
}

TEST(CapTest, SizeAnchorNeedsASizeRound) {
  EXPECT_THROW(make_bounds(make_layout({1, 1}, {}), {bound_anchor::size, 0}), invalid_parameter);
}

TEST(CapTest, RefusesNumbersOutsideTheirIntervals) {
  const auto layout = make_layout({1, 1}, {0, 1});
  const std::int64_t large = (std::int64_t{1} << 48) + 1;
  for (const bound_rule& rule :
       {bound_rule{bound_anchor::size, large}, bound_rule{bound_anchor::size, -large},
        bound_rule{bound_anchor::size, 0, bound_kind::pairs, 0},
        bound_rule{bound_anchor::size, 0, bound_kind::pairs, 101}})
    EXPECT_THROW(make_bounds(layout, rule), invalid_parameter);
}

TEST(CapTest, ClippingKeepsEveryNeighborEquallyOften) {
  // 60000 draws of 2 out of 5: each neighbour is kept 24000 times, standard deviation 120.
  // Tolerance 6 sigma: false alarm 1e-8.
  std::map<vertex_id, int> kept;
  simulation_randomness coins(7, 1, 0);
  for (int i = 0; i < 60000; ++i) {
    std::vector<vertex_id> neighbors = {10, 20, 30, 40, 50};
    clip_neighbors(neighbors, 2, coins);
    ASSERT_EQ(neighbors.size(), 2U);
    ASSERT_NE(neighbors[0], neighbors[1]);
    for (const vertex_id v : neighbors) ++kept[v];
  }
  ASSERT_EQ(kept.size(), 5U);
  for (const auto& [v, times] : kept) EXPECT_NEAR(times, 24000, 720) << v;
}

TEST(CapTest, ShortListsAreKeptWhole) {
  simulation_randomness coins(7, 1, 0);
  std::vector<vertex_id> neighbors = {4, 2, 9};
  clip_neighbors(neighbors, 3, coins);
  EXPECT_EQ(neighbors, (std::vector<vertex_id>{4, 2, 9}));
  clip_neighbors(neighbors, 0, coins);
  EXPECT_TRUE(neighbors.empty());
}

/// Largest |f(N) - f(N')| over all lists N of at most `most` neighbours that differ in one, all
/// noisy graphs and all coupled subsets of size `cap`: identical ones, or one member swapped. f
/// sums q - T or -T over pairs.
std::int64_t brute_force_sensitivity(int most, int cap, std::int64_t q, std::int64_t T) {
  std::vector<std::pair<int, int>> pairs;
  for (int b = 0; b < most; ++b)
    for (int a = 0; a < b; ++a) pairs.emplace_back(a, b);
  const auto f = [&](unsigned subset, unsigned noisy) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [a, b] = pairs[i];
      if ((subset >> a & 1U) != 0 && (subset >> b & 1U) != 0) sum += (noisy >> i & 1U) != 0 ? q - T : -T;
    }
    return sum;
  };
  std::int64_t worst = 0;
  for (unsigned noisy = 0; noisy < (1U << pairs.size()); ++noisy) {
    for (unsigned list = 0; list < (1U << most); ++list) {
      for (int x = 0; x < most; ++x) {
        if ((list >> x & 1U) != 0) continue;
        const unsigned longer = list | (1U << x);
        if (std::popcount(longer) <= cap) {
          worst = std::max(worst, std::abs(f(longer, noisy) - f(list, noisy)));
          continue;
        }
        for (unsigned kept = 0; kept < (1U << most); ++kept) {  // the longer list's subset, with x in it
          if ((kept & ~longer) != 0 || (kept >> x & 1U) == 0 || std::popcount(kept) != cap) continue;
          for (int z = 0; z < most; ++z) {
            if ((list >> z & 1U) == 0 || (kept >> z & 1U) != 0) continue;
            worst = std::max(worst, std::abs(f(kept, noisy) - f((kept & ~(1U << x)) | (1U << z), noisy)));
          }
        }
      }
    }
  }
  return worst;
}

TEST(CapTest, SensitivityBoundsEveryListAndNoisyGraphAndIsReached) {
  constexpr std::int64_t q = 16;
  for (const std::int64_t T : {1, 5, 7}) {
    for (int cap = 0; cap <= 4; ++cap) {
      const auto bound = static_cast<std::int64_t>(triangle_sensitivity(static_cast<std::uint64_t>(cap), q));
      const std::int64_t worst = brute_force_sensitivity(5, cap, q, T);
      EXPECT_LE(worst, bound) << "cap " << cap << " T " << T;
      if (cap < 2) continue;
      EXPECT_EQ(worst, bound) << "the swap at the cap reaches (cap - 1) q";
      EXPECT_GT(worst, (cap - 1) * (q - T)) << "the unswapped bound of the literature must be rejected";
    }
  }
}

TEST(CapTest, CapsBelowTwoNeedNoNoise) {
  EXPECT_EQ(triangle_sensitivity(0, 16), uint128{0});
  EXPECT_EQ(triangle_sensitivity(1, 16), uint128{0});
}

}  // namespace
}  // namespace edgeldp
