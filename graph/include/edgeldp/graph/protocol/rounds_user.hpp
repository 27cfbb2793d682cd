// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/graph/protocol/graph_user.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"

/// What one user says in the rounds before counting.
namespace edgeldp {

/// What a round costs me, for one bit of my list.
/// Errors: format_error for a round about other users.
epsilon price_of(const degree_round& round, const own_list& me);
epsilon price_of(const size_round& round, const own_list& me);
epsilon price_of(const row_round& round, const own_list& me);

/// How many of my neighbours precede me.
std::int64_t own_size(const public_order& order, const own_list& me);

/// Costs round.budget for one bit of the list. Coins: degree.
byte_string answer(const degree_round& round, const own_list& me, const user_coins& coins);

/// Costs round.budget at my rank for one bit of the list. Coins: size.
/// Errors: format_error for an order of other users.
byte_string answer(const size_round& round, const own_list& me, const user_coins& coins);

/// My row as words: as encode_row. Coins: edges.
std::vector<std::uint64_t> own_row(const release_layout& layout, const own_list& me, const user_coins& coins);

/// Costs the layout's edges for one bit of the list (encode_row). Coins: edges.
/// Errors: as encode_row; format_error for a layout of other users.
byte_string answer(const row_round& round, const own_list& me, const user_coins& coins);

/// Tells everything there is about the number.
/// Errors: as for a size_round.
byte_string answer(const open_size_round& round, const own_list& me, const user_coins&);

/// degree, size, row.
std::span<const user_task> row_tasks();

/// Questions whose answers are NOT private: open size. For users who agree to that; no other list
/// of tasks holds them.
std::span<const user_task> open_row_tasks();

}  // namespace edgeldp
