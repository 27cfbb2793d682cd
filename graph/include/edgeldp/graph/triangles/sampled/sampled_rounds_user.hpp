// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/graph/protocol/graph_user.hpp"
#include "edgeldp/graph/triangles/sampled/sampled_rounds.hpp"

namespace edgeldp {

/// Costs round.budget for one bit of the list. Coins: size.
byte_string answer(const column_count_round& round, const own_list& me, const user_coins& coins);

/// My row as words, and as a message: costs the layout's entries for one bit of the list. number:
/// mine in the layout. Coins: edges.
/// Errors: format_error for a layout about other users.
std::vector<std::uint64_t> own_row(const column_row_round& round, std::uint64_t number, const own_list& me,
                                   const user_coins& coins);
byte_string answer(const column_row_round& round, std::uint64_t number, const own_list& me,
                   const user_coins& coins);

/// What my pairs weigh under my limit, in weight units.
/// Cost: a noisy-edge test for each of my columns and rows.
int128 weigh_own_pairs(const sampled_count_round& round, std::uint64_t limit, const own_list& me);

/// Costs round.budget for one bit of the list. Coins: count.
/// Errors: format_error for rows about other users; invalid_parameter for a limit of zero, and for
///     who is no counter.
byte_string answer(const sampled_count_round& round, std::uint64_t limit, const own_list& me,
                   const user_coins& coins);

/// degree and the three rounds of a sample.
std::span<const user_task> sampled_tasks();

}  // namespace edgeldp
