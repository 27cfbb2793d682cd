// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <vector>

#include "cycles/methods/middle_round.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/cycles/methods/middle_cycles_user.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"
#include "edgeldp/graph/protocol/rounds_user.hpp"

namespace edgeldp {

namespace {

/// Costs round.budget for one bit of the list.
byte_string answer_middle(const user_call& asked, const own_list& me, const user_coins& coins) {
  const middle_round round = middle_round::read(asked.said, asked.said_to_me, asked.published);
  const std::uint64_t limit = round.limits.front();
  const release_layout& layout = round.rows->layout();
  require_known(layout.users(), me);
  if (limit == 0) throw invalid_parameter("asked for weights that none of my edges can change");
  std::vector<std::uint32_t> list;
  for (const vertex_id v : me.neighbors) list.push_back(layout.rank(v));
  std::ranges::sort(list);
  const std::uint32_t rank = layout.rank(me.user);
  const auto before = static_cast<std::size_t>(std::ranges::lower_bound(list, rank) - list.begin());
  std::vector<std::int64_t> of_pairs;
  std::vector<accepted_weight> accepted;
  const std::span<const std::uint32_t> all(list);
  middle_weights_of(asked.published, round.rows, round.length)
      ->weigh(rank, all.first(before), all.subspan(before), of_pairs);
  const int128 statistic = accept_across(limit, before, of_pairs, accepted);
  return coins(coin_purpose::count, [&](private_randomness& source) {
    return noisy_number(statistic, limit, round.budget, source);
  });
}

}  // namespace

std::span<const user_task> middle_cycle_tasks() {
  static const std::vector<user_task> tasks = [] {
    std::vector<user_task> all(row_tasks().begin(), row_tasks().end());
    all.push_back({middle_round::asks, answer_middle});
    return all;
  }();
  return tasks;
}

}  // namespace edgeldp
