// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/cap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

#include "edgeldp/core/error.hpp"

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

std::vector<std::uint64_t> kept_at_most(const release_layout& layout, const cap_rule& rule) {
  std::vector<std::uint64_t> neighbors;
  for (const count_bound& bound : make_bounds(layout, rule)) neighbors.push_back(bound.neighbors);
  return neighbors;
}

TEST(CapTest, KeepsAnchorPlusMarginBetweenZeroAndRank) {
  const auto layout = make_layout({9, 9, 9, 9, 9}, {-7, 0, 1, 1, 100});
  EXPECT_EQ(kept_at_most(layout, {cap_anchor::size, 2}), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(kept_at_most(layout, {cap_anchor::size, 0}), (std::vector<std::uint64_t>{0, 0, 1, 1, 4}));
  EXPECT_EQ(kept_at_most(layout, {cap_anchor::size, -1}), (std::vector<std::uint64_t>{0, 0, 0, 0, 4}));
  EXPECT_EQ(kept_at_most(layout, {cap_anchor::degree, 150}), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
}

TEST(CapTest, LimitsOnPairsFollowTheCapAndTheRank) {
  const auto layout = make_layout({9, 9, 9, 9, 9}, {-7, 1, 2, 7, 100});  // q = 2^40, T = 2^38: zeros 3 to 1
  const std::vector<count_bound> bounds = make_bounds(layout, {cap_anchor::size, 0, clip_kind::pairs, 30});
  const std::vector<pair_limits> expected = {{0, 0}, {0, 0}, {3, 1}, {6, 2}, {9, 3}};
  for (std::size_t u = 0; u < bounds.size(); ++u) {
    EXPECT_EQ(bounds[u].pairs, expected[u]) << u;
    EXPECT_EQ(bounds[u].sensitivity, expected[u][1] * (uint128{3} << 38)) << u;
    EXPECT_EQ(bounds[u].neighbors, expected[u][1] == 0 ? 0 : u)
        << "whoever may say something keeps everybody";
  }
}

TEST(CapTest, SizeAnchorNeedsASizeRound) {
  EXPECT_THROW(make_bounds(make_layout({1, 1}, {}), {cap_anchor::size, 0}), invalid_parameter);
}

TEST(CapTest, RefusesNumbersOutsideTheirIntervals) {
  const auto layout = make_layout({1, 1}, {0, 1});
  const std::int64_t large = (std::int64_t{1} << 48) + 1;
  for (const cap_rule& rule : {cap_rule{cap_anchor::size, large}, cap_rule{cap_anchor::size, -large},
                               cap_rule{cap_anchor::size, 0, clip_kind::pairs, 0},
                               cap_rule{cap_anchor::size, 0, clip_kind::pairs, 101}})
    EXPECT_THROW(make_bounds(layout, rule), invalid_parameter);
}

TEST(CapTest, ClippingKeepsEveryNeighborEquallyOften) {
  // 60000 draws of 2 out of 5: each neighbour is kept 24000 times, standard deviation 120. Tolerance 6 sigma:
  // false alarm 1e-8.
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

/// Largest |f(N) - f(N')| over all lists N of at most `most` neighbours that differ in one, all noisy graphs
/// and all coupled subsets of size `cap`: identical ones, or one member swapped. f sums q - T or -T over
/// pairs.
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

/// Accepted pairs, [0] zeros and [1] ones, of every list (a set of bits) of `most` neighbours.
using accepted_by_list = std::vector<std::array<std::int64_t, 2>>;

/// The bits of one row of a noisy graph on `most` neighbours, a bit a pair in order of rows, as seen by a
/// list.
std::uint64_t row_bits(unsigned noisy, const std::vector<int>& members, std::size_t row) {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < row; ++k) {
    const int later = members[row], earlier = members[k];
    bits |= std::uint64_t{noisy >> (later * (later - 1) / 2 + earlier) & 1U} << k;
  }
  return bits;
}

std::vector<int> members_of(unsigned list) {
  std::vector<int> members;
  for (int v = 0; list >> v != 0; ++v)
    if ((list >> v & 1U) != 0) members.push_back(v);
  return members;
}

accepted_by_list accept_all(int most, unsigned noisy, const pair_limits& limits) {
  accepted_by_list accepted(std::size_t{1} << most);
  for (unsigned list = 0; list < accepted.size(); ++list) {
    const std::vector<int> members = members_of(list);
    std::vector<pair_degrees> degrees(members.size());
    for (std::size_t row = 0; row < members.size(); ++row) {
      const std::uint64_t bits = row_bits(noisy, members, row);
      const pair_degrees of_row = accept_row(degrees, row, {&bits, 1}, limits);
      accepted[list][0] += of_row[0];
      accepted[list][1] += of_row[1];
    }
  }
  return accepted;
}

/// Calls f(difference of accepted pairs) whenever a list gains a neighbour, for all noisy graphs.
template <class Accept, class F>
void for_each_gain(int most, Accept&& accept, F&& f) {
  for (unsigned noisy = 0; noisy < (1U << (most * (most - 1) / 2)); ++noisy) {
    const accepted_by_list accepted = accept(noisy);
    for (unsigned list = 0; list < accepted.size(); ++list)
      for (int x = 0; x < most; ++x)
        if ((list >> x & 1U) == 0) {
          const auto& longer = accepted[list | (1U << x)];
          f(std::array<std::int64_t, 2>{longer[0] - accepted[list][0], longer[1] - accepted[list][1]});
        }
  }
}

TEST(AcceptanceTest, OneNeighborMovesAcceptedPairsByAtMostTheLimitForEveryListAndNoisyGraph) {
  for (const int most : {5, 6}) {
    for (std::uint32_t ones = 0; ones <= 3; ++ones) {
      for (const std::uint32_t zeros : {0U, 1U, 2U, 5U}) {
        const pair_limits limits = {zeros, ones};
        std::array<std::int64_t, 2> least{}, largest{};
        for_each_gain(
            most, [&](unsigned noisy) { return accept_all(most, noisy, limits); },
            [&](const std::array<std::int64_t, 2>& gain) {
              for (const std::size_t bit : {0U, 1U}) {
                least[bit] = std::min(least[bit], gain[bit]);
                largest[bit] = std::max(largest[bit], gain[bit]);
              }
            });
        for (const std::size_t bit : {0U, 1U}) {
          EXPECT_EQ(least[bit], 0) << most << " neighbours, limits " << zeros << ", " << ones;
          EXPECT_EQ(largest[bit], std::min<std::int64_t>(limits[bit], most - 1))
              << most << " neighbours, limits " << zeros << ", " << ones;
        }
      }
    }
  }
}

TEST(AcceptanceTest, SensitivityBoundsEveryListAndNoisyGraphAndIsReached) {
  constexpr std::int64_t q = 16;
  constexpr int most = 5;
  for (const std::int64_t T : {1, 5, 7}) {
    const bit_lattice lattice{q, static_cast<std::uint64_t>(T)};
    for (const std::uint64_t cap : {0U, 1U, 2U, 4U, 5U}) {
      for (const std::uint32_t percent : {1U, 40U, 100U}) {
        const pair_limits limits = limits_for(cap, percent, most - 1, lattice);
        std::int64_t worst = 0;
        for_each_gain(
            most, [&](unsigned noisy) { return accept_all(most, noisy, limits); },
            [&](const std::array<std::int64_t, 2>& gain) {
              worst = std::max(worst, std::abs((q - T) * gain[1] - T * gain[0]));
            });
        EXPECT_EQ(worst, static_cast<std::int64_t>(acceptance_sensitivity(limits, lattice)))
            << "cap " << cap << " percent " << percent << " T " << T;
      }
    }
  }
}

/// Noisy edges cut off at every neighbour one by one, as the literature clips noisy triangles.
accepted_by_list cut_one_by_one(int most, unsigned noisy, std::int64_t kappa) {
  accepted_by_list counted(std::size_t{1} << most);
  for (unsigned list = 0; list < counted.size(); ++list) {
    const std::vector<int> members = members_of(list);
    for (std::size_t row = 0; row < members.size(); ++row)
      counted[list][1] += std::min<std::int64_t>(kappa, std::popcount(row_bits(noisy, members, row)));
  }
  return counted;
}

/// Greedy acceptance in an order of the list's own: later neighbours first when there is an odd number.
accepted_by_list accept_in_own_order(int most, unsigned noisy, const pair_limits& limits) {
  accepted_by_list accepted(std::size_t{1} << most);
  for (unsigned list = 0; list < accepted.size(); ++list) {
    std::vector<int> members = members_of(list);
    std::vector<std::pair<int, int>> edges;
    for (const int b : members)
      for (const int a : members)
        if (a < b && (noisy >> (b * (b - 1) / 2 + a) & 1U) != 0) edges.emplace_back(a, b);
    if (members.size() % 2 == 1) std::ranges::reverse(edges);
    std::vector<std::uint32_t> degree(static_cast<std::size_t>(most));
    for (const auto& [a, b] : edges) {
      auto& at_a = degree[static_cast<std::size_t>(a)];
      auto& at_b = degree[static_cast<std::size_t>(b)];
      if (at_a >= limits[1] || at_b >= limits[1]) continue;
      ++at_a;
      ++at_b;
      ++accepted[list][1];
    }
  }
  return accepted;
}

TEST(AcceptanceTest, BrokenTwinsExceedTheLimit) {
  constexpr int most = 5;
  const auto worst = [&](auto&& accept) {
    std::int64_t low = 0, high = 0;
    for_each_gain(most, accept, [&](const std::array<std::int64_t, 2>& gain) {
      low = std::min(low, gain[1]);
      high = std::max(high, gain[1]);
    });
    return std::pair(low, high);
  };
  EXPECT_GT(worst([](unsigned noisy) { return cut_one_by_one(most, noisy, 1); }).second, 1);
  EXPECT_LT(worst([](unsigned noisy) { return accept_in_own_order(most, noisy, {0, 1}); }).first, 0);
}

TEST(CapTest, CapsBelowTwoNeedNoNoise) {
  EXPECT_EQ(triangle_sensitivity(0, 16), uint128{0});
  EXPECT_EQ(triangle_sensitivity(1, 16), uint128{0});
}

}  // namespace
}  // namespace edgeldp
