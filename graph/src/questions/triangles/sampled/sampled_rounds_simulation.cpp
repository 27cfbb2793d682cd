// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"

#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds_user.hpp"

namespace edgeldp {

namespace {

void play_rows(const call& asked, const graph_view& g, const coin_source& coins, message_sink& sink) {
  const column_row_round round = column_row_round::read(asked.said, asked.published);
  for_each_asked(asked.who, g, [&](std::uint64_t number, const own_list& me) {
    sink.put(number, answer(round, number, me, user_coins(coins, me.user)));
  });
}

}  // namespace

std::vector<simulated_task> simulated_sample_tasks() {
  return {count_one_by_one<column_count, graph_view>(),
          {column_row_round::asks, play_rows},
          count_one_by_one<sampled_pairs, graph_view>()};
}

}  // namespace edgeldp
