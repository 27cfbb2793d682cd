// SPDX-License-Identifier: MIT
#include "edgeldp/graph/limits/limited_weights.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "edgeldp/core/random/public_randomness.hpp"
#include "support/small_lists.hpp"

namespace edgeldp {
namespace {

/// Weights of the pairs of `most` neighbours, [later (later - 1) / 2 + earlier].
using pair_weights = std::vector<std::int64_t>;
/// Accepted weight of every list (a set of bits): negative, positive.
using accepted_weights_by_list = std::vector<std::array<std::int64_t, 2>>;

std::int64_t weight_of(const pair_weights& weights, std::size_t later, std::size_t earlier) {
  return weights[later * (later - 1) / 2 + earlier];
}

std::array<std::int64_t, 2> accept(const pair_weights& weights, unsigned list, const weight_limits& limits) {
  const std::vector<std::size_t> members = test::members_of<std::size_t>(list);
  std::vector<accepted_weight> accepted(members.size());
  std::array<std::int64_t, 2> sum{};
  for (std::size_t row = 0; row < members.size(); ++row) {
    const accepted_weight of_row = accept_weights(
        accepted, row, limits, [&](std::size_t k) { return weight_of(weights, members[row], members[k]); });
    for (const std::size_t sign : {0U, 1U}) sum[sign] += static_cast<std::int64_t>(of_row[sign]);
  }
  return sum;
}

/// Calls f(gains of accepted weight) whenever a list of up to `most` neighbours gains one.
template <class Accept, class F>
void for_each_gain(unsigned most, Accept&& accept_list, F&& f) {
  accepted_weights_by_list accepted(std::size_t{1} << most);
  for (unsigned list = 0; list < accepted.size(); ++list) accepted[list] = accept_list(list);
  for (unsigned list = 0; list < accepted.size(); ++list)
    for (unsigned x = 0; x < most; ++x)
      if ((list >> x & 1U) == 0) {
        const auto& longer = accepted[list | (1U << x)];
        f(std::array<std::int64_t, 2>{longer[0] - accepted[list][0], longer[1] - accepted[list][1]});
      }
}

/// Calls f(weights) for all weights from `values` on `most` neighbours, or for `samples` of them.
template <class F>
void for_each_weighting(unsigned most, const std::vector<std::int64_t>& values, std::uint64_t samples,
                        F&& f) {
  pair_weights weights(most * (most - 1) / 2);
  std::uint64_t all = 1;
  for (std::size_t p = 0; p < weights.size(); ++p) all *= values.size();
  for (std::uint64_t sample = 0; sample < std::min(all, samples); ++sample) {
    std::uint64_t digits = sample;
    for (std::size_t p = 0; p < weights.size(); ++p) {
      if (all > samples) {  // too many: seeded draws
        weights[p] = values[philox4x32_10(7, {static_cast<std::uint32_t>(sample),
                                              static_cast<std::uint32_t>(p), 0, 0})[0] %
                            values.size()];
      } else {
        weights[p] = values[digits % values.size()];
        digits /= values.size();
      }
    }
    f(weights);
  }
}

TEST(LimitedWeightsTest, OneNeighborMovesAcceptedWeightByAtMostTheLimit) {
  for (const unsigned most : {4U, 5U, 6U}) {
    for (const weight_limits limits : {weight_limits{3, 3}, weight_limits{4, 2}, weight_limits{0, 5}}) {
      std::array<std::int64_t, 2> least{}, largest{};
      std::int64_t moved = 0;
      for_each_weighting(most, {-3, -1, 1, 2, 4}, 20000, [&](const pair_weights& weights) {
        for_each_gain(
            most, [&](unsigned list) { return accept(weights, list, limits); },
            [&](const std::array<std::int64_t, 2>& gain) {
              for (const std::size_t sign : {0U, 1U}) {
                least[sign] = std::min(least[sign], gain[sign]);
                largest[sign] = std::max(largest[sign], gain[sign]);
              }
              moved = std::max(moved, std::abs(gain[1] - gain[0]));
            });
      });
      const std::array<std::uint64_t, 2> limit = {limits.negative, limits.positive};
      for (const std::size_t sign : {0U, 1U}) {
        EXPECT_EQ(least[sign], 0) << most;
        EXPECT_EQ(largest[sign], static_cast<std::int64_t>(limit[sign])) << most;
      }
      EXPECT_EQ(moved, static_cast<std::int64_t>(limited_sensitivity(limits))) << most;
    }
  }
}

TEST(LimitedWeightsTest, UnitWeightsAreLimitedPairs) {
  // On {-1, 1} acceptance is that of pairs: a limit of 1 gives a greedy matching.
  const pair_weights weights = {1, 1, 1, 1, 1, 1};
  EXPECT_EQ(accept(weights, 0b1111, {1, 1})[1], 2);
  EXPECT_EQ(accept(weights, 0b0111, {1, 1})[1], 1);
  EXPECT_EQ(accept(weights, 0b1111, {3, 3})[1], 6);
}

TEST(LimitedWeightsTest, WeightsOfBitsAreAcceptedAsWeightsOneByOne) {
  // Limits from those that stop the second pair to those that nothing reaches; rows over the ends
  // of words; weights of both signs, of one, and none.
  std::mt19937_64 random(3);
  std::uint64_t stopped = 0, whole = 0;
  for (const bit_weights weights : {bit_weights{-1, 7}, bit_weights{-5, 5}, bit_weights{2, 9},
                                    bit_weights{-3, -4}, bit_weights{0, 6}, bit_weights{4, -2}}) {
    for (const std::uint64_t limit : {0U, 8U, 40U, 300U, 4000U}) {
      const weight_limits limits{limit, limit / 2 + 1};
      constexpr std::size_t members = 150;
      std::vector<accepted_weight> of_bits(members), one_by_one(members);
      for (std::size_t row = 0; row < members; ++row) {
        std::vector<std::uint64_t> bits((row + 63) / 64);
        for (std::size_t k = 0; k < row; ++k) bits[k / 64] |= std::uint64_t{random() % 5 == 0} << (k % 64);
        std::uint64_t offered = 0;
        const accepted_weight expected = accept_weights(one_by_one, row, limits, [&](std::size_t k) {
          const std::int64_t w = ((bits[k / 64] >> (k % 64)) & 1) != 0 ? weights.one : weights.zero;
          offered += static_cast<std::uint64_t>(std::abs(w));
          return w;
        });
        ASSERT_EQ(accept_weights(of_bits, row, limits, weights, bits), expected) << limit << ", row " << row;
        ASSERT_EQ(of_bits, one_by_one) << limit << ", row " << row;
        ++(expected[0] + expected[1] < offered ? stopped : whole);
      }
    }
  }
  EXPECT_GT(stopped, 500U);
  EXPECT_GT(whole, 500U);
}

/// All or nothing: a weight is accepted only when both members have room for all of it.
std::array<std::int64_t, 2> accept_whole(const pair_weights& weights, unsigned list, std::int64_t limit) {
  const std::vector<std::size_t> members = test::members_of<std::size_t>(list);
  std::vector<std::int64_t> used(members.size());
  std::array<std::int64_t, 2> sum{};
  for (std::size_t row = 0; row < members.size(); ++row) {
    for (std::size_t k = 0; k < row; ++k) {
      const std::int64_t w = weight_of(weights, members[row], members[k]);
      if (w <= 0 || used[row] + w > limit || used[k] + w > limit) continue;
      used[row] += w;
      used[k] += w;
      sum[1] += w;
    }
  }
  return sum;
}

/// Acceptance in an order of the list's own: backwards when there is an odd number of members.
std::array<std::int64_t, 2> accept_in_own_order(const pair_weights& weights, unsigned list,
                                                std::uint64_t limit) {
  std::vector<std::size_t> members = test::members_of<std::size_t>(list);
  if (members.size() % 2 == 1) std::ranges::reverse(members);
  std::vector<accepted_weight> accepted(members.size());
  std::array<std::int64_t, 2> sum{};
  for (std::size_t row = 0; row < members.size(); ++row) {
    const accepted_weight of_row = accept_weights(accepted, row, {limit, limit}, [&](std::size_t k) {
      return weight_of(weights, std::max(members[row], members[k]), std::min(members[row], members[k]));
    });
    sum[1] += static_cast<std::int64_t>(of_row[1]);
  }
  return sum;
}

TEST(LimitedWeightsTest, BrokenTwinsLeaveTheInterval) {
  constexpr unsigned most = 5;
  constexpr std::int64_t limit = 4;
  const auto leaves = [&](auto&& accept_list) {
    bool left = false;
    for_each_weighting(most, {1, 2, 4}, 20000, [&](const pair_weights& weights) {
      for_each_gain(
          most, [&](unsigned list) { return accept_list(weights, list); },
          [&](const std::array<std::int64_t, 2>& gain) { left |= gain[1] < 0 || gain[1] > limit; });
    });
    return left;
  };
  EXPECT_TRUE(leaves([](const pair_weights& w, unsigned list) { return accept_whole(w, list, limit); }));
  EXPECT_TRUE(
      leaves([](const pair_weights& w, unsigned list) { return accept_in_own_order(w, list, limit); }));
  EXPECT_FALSE(leaves([](const pair_weights& w, unsigned list) { return accept(w, list, {limit, limit}); }));
}

}  // namespace
}  // namespace edgeldp
