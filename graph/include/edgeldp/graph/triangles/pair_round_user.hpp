// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/graph/protocol/graph_user.hpp"
#include "edgeldp/graph/protocol/rounds_user.hpp"
#include "edgeldp/graph/triangles/pair_round.hpp"

namespace edgeldp {

/// The neighbours that I count on, as ranks, increasing: those of one side, at most so many of them
/// (clip_neighbors). `rank`: of every user. Coins: clip, where there are more.
std::vector<std::uint32_t> counted_ranks(std::span<const std::uint32_t> rank, counted_side side,
                                         std::uint64_t most, const own_list& me, const user_coins& coins);

/// What my pairs say under my bound, read from the rows. Coins: clip, where the rule keeps a subset
/// of the neighbours.
/// Cost: s^2 / 2 noisy-edge tests, s the neighbours that precede me.
pair_counts count_own_pairs(const pair_round& round, const user_bound& bound, const own_list& me,
                            const user_coins& coins);

/// Costs round.budget for one bit of the list. Coins: clip and count.
/// Errors: format_error for rows of other users, or a stated_cap; invalid_parameter for a rule that
///     does not fit the rows, or under which I have nothing to say.
byte_string answer(const pair_round& round, const own_list& me, const user_coins& coins);

/// Tells more than round.budget where a list is cut at its cap.
byte_string answer(const stated_pair_round& round, const own_list& me, const user_coins& coins);

/// Questions whose answers are NOT private: pairs as stated. For users who agree to that.
std::span<const user_task> open_pair_tasks();

/// degree, size, row and pairs: all that a user needs for triangles.
std::span<const user_task> triangle_tasks();

}  // namespace edgeldp
