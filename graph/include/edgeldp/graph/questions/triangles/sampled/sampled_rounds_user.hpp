// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"

namespace edgeldp {

/// Errors: invalid_parameter for who is no candidate.
uint128 sensitivity(const column_count& what, const own_list& me, std::uint64_t);
int128 statistic(const column_count& what, const own_list& me, const count_call&);

/// My row as words, and as a message: costs the layout's entries for one bit of the list. number:
/// mine in the layout. Coins: edges.
/// Errors: format_error for a layout about other users.
std::vector<std::uint64_t> own_row(const column_row_round& round, std::uint64_t number, const own_list& me,
                                   const user_coins& coins);
byte_string answer(const column_row_round& round, std::uint64_t number, const own_list& me,
                   const user_coins& coins);

/// What my pairs weigh under my limit, in weight units.
/// Cost: a noisy-edge test for each of my columns and rows.
int128 weigh_own_pairs(const sampled_pairs& what, std::uint64_t limit, const own_list& me);

/// My limit, which is 0 where none of my pairs counts.
/// Errors: format_error for rows about other users; invalid_parameter for who is no counter.
uint128 sensitivity(const sampled_pairs& what, const own_list& me, std::uint64_t limit);
int128 statistic(const sampled_pairs& what, const own_list& me, const count_call& asked);

/// The task of column_row_round, where a user needs its number in the roster. Its price is the
/// layout's budget of entries.
user_task column_row_task();

}  // namespace edgeldp
