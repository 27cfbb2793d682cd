// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/pair_round_user.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <variant>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/protocol/bounds/clip_user.hpp"
#include "edgeldp/graph/protocol/bounds/limited_pairs.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"
#include "edgeldp/graph/protocol/rounds_user.hpp"

namespace edgeldp {

std::vector<std::uint32_t> counted_ranks(std::span<const std::uint32_t> rank, counted_side side,
                                         std::uint64_t most, const own_list& me, const user_coins& coins) {
  std::vector<std::uint32_t> kept;
  for (const vertex_id v : me.neighbors)
    if (side == counted_side::all || rank[v] < rank[me.user]) kept.push_back(rank[v]);
  if (kept.size() > most)
    coins(coin_purpose::clip, [&](private_randomness& source) { clip_neighbors(kept, most, source); });
  std::ranges::sort(kept);
  return kept;
}

pair_counts count_own_pairs(const pair_round& round, const user_bound& bound, const own_list& me,
                            const user_coins& coins) {
  const release& rows = *round.rows;
  require_known(rows.layout().users(), me);
  if (bound.neighbors < 2) return {};
  // No limit but the number of neighbours, where that is the bound.
  constexpr pair_limits unlimited{~std::uint64_t{0}, ~std::uint64_t{0}};
  limited_pairs pairs;
  pairs.reset(kind_of(round.rule) == bound_kind::pairs ? bound.pairs : unlimited);
  std::vector<std::uint32_t> positions;
  const std::span<const std::uint32_t> ranks = rows.layout().ranks();
  for (const std::uint32_t rank : counted_ranks(ranks, side_of(round.rule), bound.neighbors, me, coins)) {
    const vertex_id owner = rows.layout().user_at(rank);
    rows.visit_row(owner,
                   [&](const auto& row) { pairs.add([&](std::size_t k) { return row.bit(positions[k]); }); });
    positions.push_back(rows.layout().position(owner));
  }
  return {pairs.zeros(), pairs.ones()};
}

namespace {

byte_string answer_under(const pair_round& round, const own_list& me, const user_coins& coins) {
  const release_layout& layout = round.rows->layout();
  require_known(layout.users(), me);
  const user_bound bound = bound_of(layout, round.rule, me.user);
  if (bound.sensitivity == 0) throw invalid_parameter("asked for pairs that none of my edges can change");
  const int128 statistic = statistic_of(count_own_pairs(round, bound, me, coins), layout.codec().lattice());
  return coins(coin_purpose::count, [&](private_randomness& source) {
    return noisy_number(statistic, bound.sensitivity, round.budget, source);
  });
}

}  // namespace

byte_string answer(const pair_round& round, const own_list& me, const user_coins& coins) {
  if (std::holds_alternative<stated_cap>(round.rule)) throw format_error(0, "a rule that is not private");
  return answer_under(round, me, coins);
}

byte_string answer(const stated_pair_round& round, const own_list& me, const user_coins& coins) {
  return answer_under(round, me, coins);
}

std::span<const user_task> open_pair_tasks() {
  static constexpr std::array tasks{task_of<stated_pair_round>()};
  return tasks;
}

std::span<const user_task> triangle_tasks() {
  static const std::vector<user_task> tasks = [] {
    std::vector<user_task> all(row_tasks().begin(), row_tasks().end());
    all.push_back(task_of<pair_round>());
    return all;
  }();
  return tasks;
}

}  // namespace edgeldp
