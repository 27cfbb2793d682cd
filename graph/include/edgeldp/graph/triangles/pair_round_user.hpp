// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/graph/protocol/graph_user.hpp"
#include "edgeldp/graph/protocol/rounds_user.hpp"
#include "edgeldp/graph/triangles/pair_round.hpp"

namespace edgeldp {

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
