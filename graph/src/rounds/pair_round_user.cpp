// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/pair_round_user.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <variant>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/limits/clip_user.hpp"
#include "edgeldp/graph/limits/limited_pairs.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"

namespace edgeldp {

std::vector<std::uint32_t> counted_ranks(std::span<const std::uint32_t> rank, counted_side side,
                                         std::uint64_t most, const own_list& me, const user_coins& coins,
                                         std::span<const vertex_id> left_out) {
  std::vector<std::uint32_t> kept;
  for (const vertex_id v : me.neighbors)
    if (is_counted(side, rank[v], rank[me.user]) && !ranges::binary_search(left_out, v))
      kept.push_back(rank[v]);
  if (kept.size() > most)
    coins(coin_purpose::clip, [&](private_randomness& source) { clip_neighbors(kept, most, source); });
  ranges::sort(kept);
  return kept;
}

pair_counts count_own_pairs(const counted_pairs& what, const user_bound& bound, const own_list& me,
                            const user_coins& coins) {
  const release& rows = *what.rows;
  require_known(rows.layout().users(), me);
  if (bound.neighbors < 2) return {};
  // No limit but the number of neighbours, where that is the bound.
  constexpr pair_limits unlimited{~std::uint64_t{0}, ~std::uint64_t{0}};
  limited_pairs pairs;
  pairs.reset(kind_of(what.rule) == bound_kind::pairs ? bound.pairs : unlimited);
  std::vector<std::uint32_t> positions;
  const std::span<const std::uint32_t> ranks = rows.layout().ranks();
  const counted_side side = side_of(what.rule);
  const auto left_out = left_out_of(rows, side);
  for (const std::uint32_t rank : counted_ranks(ranks, side, bound.neighbors, me, coins, left_out)) {
    const vertex_id owner = rows.layout().user_at(rank);
    rows.visit_row(owner,
                   [&](const auto& row) { pairs.add([&](std::size_t k) { return row.bit(positions[k]); }); });
    positions.push_back(rows.layout().position(owner));
  }
  return {pairs.zeros(), pairs.ones()};
}

namespace {

user_bound own_bound(const counted_pairs& what, const own_list& me) {
  require_known(what.rows->layout().users(), me);
  return bound_of(what.rows->layout(), what.rule, me.user);
}

}  // namespace

uint128 sensitivity(const counted_pairs& what, const own_list& me, std::uint64_t) {
  if (std::holds_alternative<stated_cap>(what.rule)) throw format_error(0, "a rule that is not private");
  return own_bound(what, me).sensitivity;
}

uint128 sensitivity(const pairs_as_stated& what, const own_list& me, std::uint64_t) {
  return own_bound(what, me).sensitivity;
}

int128 statistic(const counted_pairs& what, const own_list& me, const count_call& asked) {
  return statistic_of(count_own_pairs(what, own_bound(what, me), me, asked.coins),
                      what.rows->layout().codec().lattice());
}

}  // namespace edgeldp
