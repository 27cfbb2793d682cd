// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/rounds_user.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {

namespace {

/// Of the half that this endpoint answers for: the later one for its preceding neighbours.
template <endpoint answered_by, class Order>
std::int64_t count_half(const Order& order, const own_list& me) {
  return ranges::count_if(me.neighbors, [&](vertex_id v) {
    return answered_by == endpoint::later ? order.precedes(v, me.user) : order.precedes(me.user, v);
  });
}

}  // namespace

uint128 sensitivity(const neighbor_count&, const own_list&, std::uint64_t) {
  return 1;
}

int128 statistic(const neighbor_count&, const own_list& me, const count_call&) {
  return static_cast<int128>(me.neighbors.size());
}

template <class Order, endpoint answered_by>
uint128 sensitivity(const half_count<Order, answered_by>& what, const own_list& me, std::uint64_t) {
  require_known(what.order->users(), me);
  return 1;
}

template <class Order, endpoint answered_by>
int128 statistic(const half_count<Order, answered_by>& what, const own_list& me, const count_call&) {
  return count_half<answered_by>(*what.order, me);
}

template <class Order, endpoint answered_by>
std::uint32_t rank_of(const half_count<Order, answered_by>& what, const own_list& me) {
  require_known(what.order->users(), me);
  return what.order->rank(me.user);
}

template <class Layout>
epsilon price_of(const row_round_on<Layout>& round, const own_list& me) {
  require_known(round.layout->users(), me);
  const release_parameters& p = round.layout->parameters();
  return p.has_laws_by_position() ? p.edge_budgets().largest()
                                  : p.edge_budgets().at(round.layout->rank(me.user));
}

byte_string answer(const open_size_round& round, const own_list& me, const user_coins&) {
  require_known(round.order->users(), me);
  return integer_message(count_half<endpoint::later>(*round.order, me));
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
  static constexpr std::array tasks{
      count_task<neighbor_count, own_list>(), count_task<preceding_count<public_order>, own_list>(),
      count_task<following_count<public_order>, own_list>(), task_of<row_round>()};
  return tasks;
}

template uint128 sensitivity(const preceding_count<public_order>&, const own_list&, std::uint64_t);
template uint128 sensitivity(const following_count<public_order>&, const own_list&, std::uint64_t);
template uint128 sensitivity(const preceding_count<order_excerpt>&, const own_list&, std::uint64_t);
template uint128 sensitivity(const following_count<order_excerpt>&, const own_list&, std::uint64_t);
template int128 statistic(const preceding_count<public_order>&, const own_list&, const count_call&);
template int128 statistic(const following_count<public_order>&, const own_list&, const count_call&);
template int128 statistic(const preceding_count<order_excerpt>&, const own_list&, const count_call&);
template int128 statistic(const following_count<order_excerpt>&, const own_list&, const count_call&);
template std::uint32_t rank_of(const preceding_count<public_order>&, const own_list&);
template std::uint32_t rank_of(const following_count<public_order>&, const own_list&);
template std::uint32_t rank_of(const preceding_count<order_excerpt>&, const own_list&);
template std::uint32_t rank_of(const following_count<order_excerpt>&, const own_list&);
template epsilon price_of(const row_round_on<release_layout>&, const own_list&);
template epsilon price_of(const row_round_on<layout_excerpt>&, const own_list&);
template std::vector<std::uint64_t> own_row(const release_layout&, const own_list&, const user_coins&);
template byte_string answer(const row_round_on<release_layout>&, const own_list&, const user_coins&);
template byte_string answer(const row_round_on<layout_excerpt>&, const own_list&, const user_coins&);

}  // namespace edgeldp
