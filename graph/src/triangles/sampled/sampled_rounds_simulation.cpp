// SPDX-License-Identifier: MIT
#include "triangles/sampled/sampled_rounds_simulation.hpp"

#include "edgeldp/graph/triangles/sampled/sampled_rounds_user.hpp"
#include "protocol/limited_round.hpp"

namespace edgeldp {

namespace {

void play_rows(const call& asked, const graph_view& g, const coin_source& coins, message_sink& sink) {
  const column_row_round round = column_row_round::read(asked.said, asked.published);
  for_each_asked(asked.who, g, [&](std::uint64_t number, const own_list& me) {
    sink.put(number, answer(round, number, me, user_coins(coins, me.user)));
  });
}

void play_counts(const call& asked, const graph_view& g, const coin_source& coins, message_sink& sink) {
  const sampled_count_round round = sampled_count_round::read(asked.said, asked.published);
  for_each_asked(asked.who, g, [&](std::uint64_t number, const own_list& me) {
    sink.put(number, answer(round, read_limit(asked.said_to(number)), me, user_coins(coins, me.user)));
  });
}

}  // namespace

std::vector<simulated_task> simulated_sample_tasks() {
  return {one_by_one<column_count_round>(),
          {column_row_round::asks, play_rows},
          {sampled_count_round::asks, play_counts}};
}

}  // namespace edgeldp
