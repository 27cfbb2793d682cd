// SPDX-License-Identifier: MIT
#include "edgeldp/graph/limits/limited_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "edgeldp/graph/limits/bound_rule.hpp"
#include "support/small_lists.hpp"

namespace edgeldp {
namespace {

/// Accepted pairs, [0] zeros and [1] ones, of every list (a set of bits) of `most` neighbours.
using accepted_pairs_by_list = std::vector<std::array<std::int64_t, 2>>;

/// The bits of one row of a noisy graph on `most` neighbours, a bit a pair in order of rows, as
/// seen by a list.
std::uint64_t row_bits(unsigned noisy, const std::vector<int>& members, std::size_t row) {
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < row; ++k) {
    const int later = members[row], earlier = members[k];
    bits |= std::uint64_t{noisy >> (later * (later - 1) / 2 + earlier) & 1U} << k;
  }
  return bits;
}

constexpr std::uint32_t largest_lists = 1 << 6;

accepted_pairs_by_list accept_all(int most, unsigned noisy, const pair_limits& limits) {
  static const std::vector<std::vector<int>> members_of = [] {
    std::vector<std::vector<int>> all;
    for (std::uint32_t list = 0; list < largest_lists; ++list) all.push_back(test::members_of<int>(list));
    return all;
  }();
  accepted_pairs_by_list accepted(std::size_t{1} << most);
  std::vector<pair_degrees> degrees;
  for (unsigned list = 0; list < accepted.size(); ++list) {
    const std::vector<int>& members = members_of[list];
    degrees.assign(members.size(), {});
    for (std::size_t row = 0; row < members.size(); ++row) {
      const std::uint64_t bits = row_bits(noisy, members, row);
      const pair_degrees of_row =
          accept_row(degrees, row, limits, [&](std::size_t k) { return (bits >> k & 1) != 0; });
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
    const accepted_pairs_by_list accepted = accept(noisy);
    for (unsigned list = 0; list < accepted.size(); ++list)
      for (int x = 0; x < most; ++x)
        if ((list >> x & 1U) == 0) {
          const auto& longer = accepted[list | (1U << x)];
          f(std::array<std::int64_t, 2>{longer[0] - accepted[list][0], longer[1] - accepted[list][1]});
        }
  }
}

TEST(LimitedPairsTest, OneNeighborMovesAcceptedPairsByAtMostTheLimitForEveryListAndNoisyGraph) {
  for (const int most : {5, 6}) {
    for (std::uint32_t ones = 0; ones <= 3; ++ones) {
      for (const std::uint32_t zeros : {0U, 1U, 2U, 5U}) {
        const pair_limits limits = {ones, zeros};
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
          EXPECT_EQ(largest[bit], std::min<std::int64_t>(bit == 1 ? ones : zeros, most - 1))
              << most << " neighbours, limits " << zeros << ", " << ones;
        }
      }
    }
  }
}

TEST(LimitedPairsTest, SensitivityBoundsEveryListAndNoisyGraphAndIsReached) {
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
        EXPECT_EQ(worst, static_cast<std::int64_t>(limited_sensitivity(limits, lattice)))
            << "cap " << cap << " percent " << percent << " T " << T;
      }
    }
  }
}

/// Noisy edges cut off at every neighbour one by one, as the literature clips noisy triangles.
accepted_pairs_by_list cut_one_by_one(int most, unsigned noisy, std::int64_t kappa) {
  accepted_pairs_by_list counted(std::size_t{1} << most);
  for (unsigned list = 0; list < counted.size(); ++list) {
    const std::vector<int> members = test::members_of<int>(list);
    for (std::size_t row = 0; row < members.size(); ++row)
      counted[list][1] += std::min<std::int64_t>(kappa, std::popcount(row_bits(noisy, members, row)));
  }
  return counted;
}

/// Greedy acceptance in an order of the list's own: later neighbours first when there is an odd
/// number.
accepted_pairs_by_list accept_in_own_order(int most, unsigned noisy, const pair_limits& limits) {
  accepted_pairs_by_list accepted(std::size_t{1} << most);
  for (unsigned list = 0; list < accepted.size(); ++list) {
    std::vector<int> members = test::members_of<int>(list);
    std::vector<std::pair<int, int>> edges;
    for (const int b : members)
      for (const int a : members)
        if (a < b && (noisy >> (b * (b - 1) / 2 + a) & 1U) != 0) edges.emplace_back(a, b);
    if (members.size() % 2 == 1) std::ranges::reverse(edges);
    std::vector<std::uint32_t> degree(static_cast<std::size_t>(most));
    for (const auto& [a, b] : edges) {
      auto& at_a = degree[static_cast<std::size_t>(a)];
      auto& at_b = degree[static_cast<std::size_t>(b)];
      if (at_a >= limits.ones || at_b >= limits.ones) continue;
      ++at_a;
      ++at_b;
      ++accepted[list][1];
    }
  }
  return accepted;
}

TEST(LimitedPairsTest, BrokenTwinsExceedTheLimit) {
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
  EXPECT_LT(worst([](unsigned noisy) { return accept_in_own_order(most, noisy, {1, 0}); }).first, 0);
}

TEST(LimitedPairsTest, ListsTooShortForTheLimitOfZerosAreTheSame) {
  std::mt19937_64 words_of(5);
  for (const std::size_t members : {1U, 2U, 64U, 65U, 130U, 257U}) {
    for (const std::uint64_t ones : {0U, 1U, 20U, 400U}) {
      const pair_limits limits{ones, members - 1};
      std::vector<pair_degrees> all(members), ones_alone(members);
      std::uint64_t refused = 0;
      for (std::size_t row = 0; row < members; ++row) {
        std::vector<std::uint64_t> words(row / 64 + 1);
        for (std::uint64_t& word : words) word = words_of();
        const auto bit = [&](std::size_t k) { return (words[k / 64] >> (k % 64) & 1) != 0; };
        const pair_degrees expected = accept_row(all, row, limits, bit);
        ASSERT_EQ(accept_ones_of_row(ones_alone, row, limits, words), expected) << members << ' ' << row;
        refused += row - expected[0] - expected[1];
      }
      for (std::size_t k = 0; k < members; ++k) ASSERT_EQ(ones_alone[k][1], all[k][1]);
      EXPECT_TRUE(members < 64 || (refused > 0) == (ones < members / 2)) << members << ' ' << ones;
    }
  }
}

TEST(LimitedPairsTest, GrowingAListIsTheSame) {
  limited_pairs pairs;
  pairs.reset({1, 2});
  std::vector<pair_degrees> degrees(6);
  pair_degrees sum{};
  for (std::size_t row = 0; row < degrees.size(); ++row) {
    const auto bit = [&](std::size_t k) { return (row * 5 + k) % 3 == 0; };
    const pair_degrees of_row = accept_row(degrees, row, {1, 2}, bit);
    for (const std::size_t kind : {0U, 1U}) sum[kind] += of_row[kind];
    pairs.add(bit);
  }
  EXPECT_EQ(pairs.ones(), sum[1]);
  EXPECT_EQ(pairs.zeros(), sum[0]);
  EXPECT_GT(sum[0], 0U);
  EXPECT_GT(sum[1], 0U);
}

}  // namespace
}  // namespace edgeldp
