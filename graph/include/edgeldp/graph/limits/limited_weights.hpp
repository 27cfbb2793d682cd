// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/types.hpp"

/// Sums of public weights over the pairs of a list, whose sensitivity does not need a clipped list:
/// the weighted form of limited_pairs.hpp.
namespace edgeldp {

/// How much weight of each sign one member of a list may take part in.
struct weight_limits {
  std::uint64_t positive = 0, negative = 0;
  friend bool operator==(const weight_limits&, const weight_limits&) = default;
};

/// What a pair weighs by its noisy bit.
struct bit_weights {
  std::int64_t zero = 0, one = 0;
};

/// Accepted weight, absolute: [0] negative, [1] positive.
using accepted_weight = std::array<std::uint64_t, 2>;

/// Greedy acceptance of the weights of the pairs of a list, one row of them: member `row` with each
/// member before it. Of a weight as much is accepted as both members have room for below the limit
/// of its sign; positive and negative weights are two separate graphs.
///
/// Promise: over all rows, one more member anywhere in the list changes the accepted positive
///     weight by an amount in [0, limits.positive] and the negative by one in [0, limits.negative],
///     whatever the weights and whatever the length of the list.
/// Proof: graph/src/limits/derivation.md, "Limited weights".
/// Requires: a weight that depends on its pair only, not on the rest of the list; members in an
///     order that is the same for all lists, rows in that order: the promise rests on both. Limits
///     below 2^63.
/// Shapes: accepted: of each member so far, of `row` itself on return; weight(k) is the weight of
///     the pair {row, k}, k < row, its absolute value below 2^63. Returns what this row adds.
template <class Weight>
accepted_weight accept_weights(std::span<accepted_weight> accepted, std::size_t row,
                               const weight_limits& limits, Weight&& weight) {
  accepted_weight of_row{};
  for (std::size_t k = 0; k < row; ++k) {
    const std::int64_t w = weight(k);
    const std::size_t sign = w > 0 ? 1 : 0;
    const std::uint64_t most = w > 0 ? limits.positive : limits.negative;
    const auto size = static_cast<std::uint64_t>(w > 0 ? w : -w);
    const std::uint64_t room = most - std::max(of_row[sign], accepted[k][sign]);
    const std::uint64_t amount = std::min(size, room);
    accepted[k][sign] += amount;
    of_row[sign] += amount;
  }
  return accepted[row] = of_row;
}

/// The same where bits say what pairs weigh: that of {row, k} is bit k, and bits from `row` on are
/// 0.
///
/// Cost: 1 ns a pair in place of 4 for a row that stays below its limits as a whole, as most do.
/// Each earlier member then has room of its own, whatever the row took up before, and no pair waits
/// for the one before it.
inline accepted_weight accept_weights(std::span<accepted_weight> accepted, std::size_t row,
                                      const weight_limits& limits, const bit_weights& weights,
                                      std::span<const std::uint64_t> bits) {
  const auto magnitude = [](std::int64_t w) { return static_cast<std::uint64_t>(w > 0 ? w : -w); };
  const auto most_of = [&limits](std::int64_t w) { return w > 0 ? limits.positive : limits.negative; };
  const auto bit = [bits](std::size_t k) { return (bits[k / 64] >> (k % 64)) & 1; };
  const std::array sign{std::size_t{weights.zero > 0}, std::size_t{weights.one > 0}};
  const std::array size{magnitude(weights.zero), magnitude(weights.one)};
  const std::array most{most_of(weights.zero), most_of(weights.one)};
  std::uint64_t ones = 0;
  for (const std::uint64_t word : bits) ones += static_cast<std::uint64_t>(std::popcount(word));
  std::array<uint128, 2> whole{};
  whole[sign[0]] += uint128{row - ones} * size[0];
  whole[sign[1]] += uint128{ones} * size[1];
  if (whole[0] > limits.negative || whole[1] > limits.positive)
    return accept_weights(accepted, row, limits,
                          [&](std::size_t k) { return bit(k) != 0 ? weights.one : weights.zero; });
  std::uint64_t of_all = 0, of_ones = 0;
  for (std::size_t k = 0; k < row; ++k) {
    const auto b = static_cast<std::size_t>(bit(k));
    std::uint64_t& so_far = accepted[k][sign[b]];
    const std::uint64_t amount = std::min(size[b], most[b] - so_far);
    so_far += amount;
    of_all += amount;
    of_ones += amount & (0 - std::uint64_t{b});
  }
  accepted_weight of_row{};
  of_row[sign[0]] += of_all - of_ones;
  of_row[sign[1]] += of_ones;
  return accepted[row] = of_row;
}

/// What one limit for both signs accepts of all pairs of a list: positive less negative. One member
/// more anywhere in the list moves it by at most the limit.
/// Shapes: weight(row, k) is the weight of members row and k < row; scratch: of any content.
template <class Weight>
int128 accepted_sum(std::size_t members, std::uint64_t limit, std::vector<accepted_weight>& scratch,
                    Weight&& weight) {
  scratch.assign(members, {});
  int128 sum = 0;
  for (std::size_t row = 0; row < members; ++row) {
    const accepted_weight accepted =
        accept_weights(scratch, row, {limit, limit}, [&](std::size_t k) { return weight(row, k); });
    sum += static_cast<int128>(accepted[1]) - static_cast<int128>(accepted[0]);
  }
  return sum;
}

/// Sensitivity of accepted positive minus accepted negative weight: a member moves both up, or both
/// down.
inline std::uint64_t limited_sensitivity(const weight_limits& limits) {
  return std::max(limits.positive, limits.negative);
}

}  // namespace edgeldp
