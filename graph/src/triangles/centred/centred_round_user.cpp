// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/centred/centred_round_user.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/protocol/bounds/limited_weights.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"
#include "edgeldp/graph/triangles/pair_round_user.hpp"

namespace edgeldp {

epsilon price_of(const centred_round& round, const own_list& me) {
  const release_layout& layout = round.rows->layout();
  require_known(layout.users(), me);
  return round.budget.at(layout.rank(me.user));
}

int128 weigh_own_pairs(const centred_round& round, std::uint64_t limit, const own_list& me,
                       const user_coins& coins) {
  const release& rows = *round.rows;
  const release_layout& layout = rows.layout();
  require_known(layout.users(), me);
  const std::vector<std::uint32_t> ranks =
      counted_ranks(layout.ranks(), counted_side::preceding, layout.rank(me.user), me, coins);
  std::vector<std::uint32_t> positions;
  std::vector<bool> is_absent;
  for (const std::uint32_t rank : ranks) {
    positions.push_back(layout.position(layout.user_at(rank)));
    is_absent.push_back(std::ranges::binary_search(rows.absent(), layout.user_at(rank)));
  }
  const std::vector<bit_weights> weights = weights_of(layout, round.rule.theta);
  const std::int64_t of_absent = weight_of_absent(round.rule.theta);
  std::vector<accepted_weight> accepted(ranks.size());
  int128 sum = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const vertex_id owner = layout.user_at(ranks[i]);
    const auto& [zero, one] = weights[layout.class_of(owner)];
    rows.visit_row(owner, [&](const auto& row) {
      const accepted_weight added = accept_weights(accepted, i, {limit, limit}, [&](std::size_t k) {
        if (is_absent[i] || is_absent[k]) return of_absent;
        return row.bit(positions[k]) ? one : zero;
      });
      sum += static_cast<int128>(added[1]) - static_cast<int128>(added[0]);
    });
  }
  return sum;
}

byte_string answer(const centred_round& round, const own_list& me, const user_coins& coins) {
  const epsilon budget = price_of(round, me);
  const std::uint64_t limit = limit_of(round.rows->layout(), round.rule, me.user);
  if (limit == 0 || budget.is_zero())
    throw invalid_parameter("asked for pairs that none of my edges can change");
  const int128 statistic = weigh_own_pairs(round, limit, me, coins);
  return coins(coin_purpose::count,
               [&](private_randomness& source) { return noisy_number(statistic, limit, budget, source); });
}

std::span<const user_task> centred_tasks() {
  static const std::vector<user_task> tasks = [] {
    std::vector<user_task> all(row_tasks().begin(), row_tasks().end());
    all.push_back(task_of<centred_round>());
    return all;
  }();
  return tasks;
}

}  // namespace edgeldp
