// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/graph/protocol/graph_user.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"

/// What one user says in the rounds before counting. It needs a few users of an order or layout,
/// itself and its neighbours: the whole or an excerpt.
namespace edgeldp {

/// What a round costs me, for one bit of my list.
/// Errors: format_error for a round about other users.
epsilon price_of(const degree_round& round, const own_list& me);
template <class Order>
epsilon price_of(const size_round_on<Order>& round, const own_list& me);
template <class Layout>
epsilon price_of(const row_round_on<Layout>& round, const own_list& me);

/// How many of my neighbours precede me.
template <class Order>
std::int64_t own_size(const Order& order, const own_list& me);

/// Costs round.budget for one bit of the list. Coins: degree.
byte_string answer(const degree_round& round, const own_list& me, const user_coins& coins);

/// Costs round.budget at my rank for one bit of the list. Coins: size.
/// Errors: format_error for an order of other users.
template <class Order>
byte_string answer(const size_round_on<Order>& round, const own_list& me, const user_coins& coins);

/// My row as words: as encode_row. Coins: edges.
template <class Layout>
std::vector<std::uint64_t> own_row(const Layout& layout, const own_list& me, const user_coins& coins);

/// Costs the layout's edges for one bit of the list (encode_row). Coins: edges.
/// Errors: as encode_row; format_error for a layout of other users.
template <class Layout>
byte_string answer(const row_round_on<Layout>& round, const own_list& me, const user_coins& coins);

/// Tells everything there is about the number.
/// Errors: as for a size_round.
byte_string answer(const open_size_round& round, const own_list& me, const user_coins&);

/// degree, size, row.
std::span<const user_task> row_tasks();
/// The same of users who keep excerpts.
std::span<const user_task> row_tasks_on_excerpts();

/// Questions whose answers are NOT private: open size. For users who agree to that; no other list
/// of tasks holds them.
std::span<const user_task> open_row_tasks();

}  // namespace edgeldp
