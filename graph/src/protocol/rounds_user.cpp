// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/rounds_user.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"

namespace edgeldp {

byte_string noisy_number(int128 value, uint128 sensitivity, epsilon budget, private_randomness& coins) {
  return integer_message(value + discrete_laplace(sensitivity, budget)(coins));
}

epsilon price_of(const degree_round& round, const own_list&) {
  return round.budget;
}

template <class Order>
epsilon price_of(const size_round_on<Order>& round, const own_list& me) {
  require_known(round.order->users(), me);
  return round.budget.at(round.order->rank(me.user));
}

template <class Layout>
epsilon price_of(const row_round_on<Layout>& round, const own_list& me) {
  require_known(round.layout->users(), me);
  return round.layout->parameters().edge_budgets().at(round.layout->rank(me.user));
}

template <class Order>
std::int64_t own_size(const Order& order, const own_list& me) {
  require_known(order.users(), me);
  return std::ranges::count_if(me.neighbors, [&](vertex_id v) { return order.precedes(v, me.user); });
}

byte_string answer(const degree_round& round, const own_list& me, const user_coins& coins) {
  return coins(coin_purpose::degree, [&](private_randomness& source) {
    return noisy_number(static_cast<int128>(me.neighbors.size()), 1, round.budget, source);
  });
}

template <class Order>
byte_string answer(const size_round_on<Order>& round, const own_list& me, const user_coins& coins) {
  const std::int64_t size = own_size(*round.order, me);
  const epsilon budget = price_of(round, me);
  return coins(coin_purpose::size,
               [&](private_randomness& source) { return noisy_number(size, 1, budget, source); });
}

byte_string answer(const open_size_round& round, const own_list& me, const user_coins&) {
  return integer_message(own_size(*round.order, me));
}

template <class Layout>
std::vector<std::uint64_t> own_row(const Layout& layout, const own_list& me, const user_coins& coins) {
  require_known(layout.users(), me);
  std::vector<std::uint64_t> row(layout.codec(me.user).word_count(layout.shape(me.user)));
  coins(coin_purpose::edges,
        [&](private_randomness& source) { encode_row(layout, me.user, me.neighbors, source, row); });
  return row;
}

template <class Layout>
byte_string answer(const row_round_on<Layout>& round, const own_list& me, const user_coins& coins) {
  return write_report(*round.layout, me.user, own_row(*round.layout, me, coins));
}

std::span<const user_task> row_tasks() {
  static constexpr std::array tasks{task_of<degree_round>(), task_of<size_round>(), task_of<row_round>()};
  return tasks;
}

std::span<const user_task> row_tasks_on_excerpts() {
  static constexpr std::array tasks{task_of<degree_round>(), task_of<size_round_on<order_excerpt>>(),
                                    task_of<row_round_on<layout_excerpt>>()};
  return tasks;
}

std::span<const user_task> open_row_tasks() {
  static constexpr std::array tasks{task_of<open_size_round>()};
  return tasks;
}

template epsilon price_of(const size_round_on<public_order>&, const own_list&);
template epsilon price_of(const size_round_on<order_excerpt>&, const own_list&);
template epsilon price_of(const row_round_on<release_layout>&, const own_list&);
template epsilon price_of(const row_round_on<layout_excerpt>&, const own_list&);
template std::int64_t own_size(const public_order&, const own_list&);
template byte_string answer(const size_round_on<public_order>&, const own_list&, const user_coins&);
template byte_string answer(const size_round_on<order_excerpt>&, const own_list&, const user_coins&);
template std::vector<std::uint64_t> own_row(const release_layout&, const own_list&, const user_coins&);
template byte_string answer(const row_round_on<release_layout>&, const own_list&, const user_coins&);
template byte_string answer(const row_round_on<layout_excerpt>&, const own_list&, const user_coins&);

}  // namespace edgeldp
