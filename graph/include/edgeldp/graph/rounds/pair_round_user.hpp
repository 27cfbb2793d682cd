// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/graph/rounds/graph_user.hpp"
#include "edgeldp/graph/rounds/pair_round.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"

namespace edgeldp {

/// Whom nobody counts on, in increasing order: where all neighbours count, those without a row.
/// That is public, so that what is left is a list like any other.
inline std::span<const vertex_id> left_out_of(const release& rows, counted_side side) {
  return side == counted_side::all ? std::span(rows.absent()) : std::span<const vertex_id>();
}

/// The neighbours that I count on, as ranks, increasing: those of one side, at most so many of them
/// (clip_neighbors). `rank`: of every user. Coins: clip, where there are more.
std::vector<std::uint32_t> counted_ranks(std::span<const std::uint32_t> rank, counted_side side,
                                         std::uint64_t most, const own_list& me, const user_coins& coins,
                                         std::span<const vertex_id> left_out = {});

/// What my pairs say under my bound, read from the rows. Coins: clip, where the rule keeps a subset
/// of the neighbours.
/// Cost: s^2 / 2 noisy-edge tests, s the neighbours that precede me.
pair_counts count_own_pairs(const counted_pairs& what, const user_bound& bound, const own_list& me,
                            const user_coins& coins);

/// My bound, 0 where none of my edges counts.
/// Errors: format_error for rows of other users, or a stated_cap; invalid_parameter for a rule that
///     does not fit the rows.
uint128 sensitivity(const counted_pairs& what, const own_list& me, std::uint64_t);
int128 statistic(const counted_pairs& what, const own_list& me, const count_call& asked);

/// The same under a stated_cap: less than a list that is cut at its cap can move.
uint128 sensitivity(const pairs_as_stated& what, const own_list& me, std::uint64_t);

}  // namespace edgeldp
