// SPDX-License-Identifier: MIT
#include "cycles/weight_round_user.hpp"

#include <algorithm>
#include <utility>

#include "cycles/cycle_view.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/cycles/cycles_user.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"
#include "edgeldp/graph/protocol/rounds_user.hpp"
#include "edgeldp/graph/triangles/pair_round_user.hpp"
#include "protocol/limited_round.hpp"

namespace edgeldp {

byte_string say_weight(const weight_round& round, int128 accepted, std::uint64_t limit,
                       const user_coins& coins) {
  return coins(round.is_pilot ? coin_purpose::pilot : coin_purpose::count, [&](private_randomness& source) {
    return noisy_number(accepted, limit, round.budget, source);
  });
}

byte_string answer(const weight_round& round, const public_objects& published, const own_list& me,
                   const user_coins& coins) {
  const std::uint64_t limit = round.limits.front();
  const release_layout& layout = round.rows->layout();
  require_known(layout.users(), me);
  if (limit == 0) throw invalid_parameter("asked for weights that none of my edges can change");
  std::vector<std::uint32_t> members;
  for (const vertex_id v : me.neighbors)
    if (layout.rank(v) < layout.rank(me.user) && !std::ranges::binary_search(round.rows->absent(), v))
      members.push_back(layout.rank(v));
  std::ranges::sort(members);
  const std::size_t size = members.size();
  const auto view = view_cycles(published, round.rows, round.length);
  int128 sum = 0;
  view->weights().for_each_user(
      ranked_lists::of_one(layout.users(), me.user, std::move(members)), view->rank(),
      [&](vertex_id, std::span<const std::int64_t> weights) {
        std::vector<accepted_weight> scratch;
        sum = accepted_sum(size, limit, scratch,
                           [&](std::size_t row, std::size_t k) { return weights[row * (row - 1) / 2 + k]; });
      });
  return say_weight(round, sum, limit, coins);
}

user_task weight_task() {
  return {weight_round::asks,
          [](const user_call& asked, const own_list& me, const user_coins& coins) {
            weight_round round = weight_round::read(asked.said, asked.published);
            round.limits = {read_limit(asked.said_to_me)};
            return answer(round, asked.published, me, coins);
          },
          [](const user_call& asked, const own_list&) {
            return weight_round::read(asked.said, asked.published).budget;
          }};
}

std::span<const user_task> cycle_tasks() {
  static const std::vector<user_task> tasks = [] {
    std::vector<user_task> all(triangle_tasks().begin(), triangle_tasks().end());
    all.push_back(weight_task());
    return all;
  }();
  return tasks;
}

}  // namespace edgeldp
