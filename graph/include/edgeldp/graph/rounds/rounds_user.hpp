// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"

/// What one user says in the rounds before counting. It needs a few users of an order or layout,
/// itself and its neighbours: the whole or an excerpt.
namespace edgeldp {

/// How far one bit of my list moves what I say, and what that is.
/// Errors: format_error for an order of other users.
uint128 sensitivity(const neighbor_count&, const own_list& me, std::uint64_t);
int128 statistic(const neighbor_count&, const own_list& me, const count_call&);
template <class Order, endpoint answered_by>
uint128 sensitivity(const half_count<Order, answered_by>& what, const own_list& me, std::uint64_t);
template <class Order, endpoint answered_by>
int128 statistic(const half_count<Order, answered_by>& what, const own_list& me, const count_call&);
template <class Order, endpoint answered_by>
std::uint32_t rank_of(const half_count<Order, answered_by>& what, const own_list& me);

/// What a round costs me, for one bit of my list: for the dearest where bits cost by whom they are
/// about.
/// Errors: format_error for a round about other users.
template <class Layout>
epsilon price_of(const row_round_on<Layout>& round, const own_list& me);

/// My row as words: as encode_row. Coins: edges.
template <class Layout>
std::vector<std::uint64_t> own_row(const Layout& layout, const own_list& me, const user_coins& coins);

/// Costs the layout's edges for one bit of the list (encode_row). Coins: edges.
/// Errors: as encode_row; format_error for a layout of other users.
template <class Layout>
byte_string answer(const row_round_on<Layout>& round, const own_list& me, const user_coins& coins);

/// Tells everything there is about the number.
/// Errors: format_error for an order of other users.
byte_string answer(const open_size_round& round, const own_list& me, const user_coins&);

/// degree, size, length, row.
std::span<const user_task> row_tasks();

}  // namespace edgeldp
