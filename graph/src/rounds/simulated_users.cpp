// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/simulated_users.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"

namespace edgeldp {

namespace {

/// As one by one, but rows come as words: reading them back from bytes costs a collector as much
/// again as it costs users to write them.
void play_rows(const call& asked, const graph_view& g, const coin_source& coins, message_sink& sink) {
  const row_round round = row_round::read(asked.said, asked.published);
  const release_layout& layout = *round.layout;
  for_each_asked(asked.who, g, [&](std::uint64_t number, const own_list& me) {
    const std::vector<std::uint64_t> row = own_row(layout, me, user_coins(coins, me.user));
    const byte_string message = write_report(layout, me.user, row);
    if (!sink.put_words(number, row, message.size())) sink.put(number, message);
  });
}

}  // namespace

std::span<const simulated_task> simulated_row_tasks() {
  static const std::array tasks{count_one_by_one<neighbor_count, graph_view>(),
                                count_one_by_one<preceding_count<public_order>, graph_view>(),
                                count_one_by_one<following_count<public_order>, graph_view>(),
                                simulated_task{row_round::asks, play_rows}, one_by_one<open_size_round>()};
  return tasks;
}

work_by_number work_of_lists(const call& asked, const graph_view& g) {
  // A message costs about as much as reading that many members of a list.
  constexpr std::uint64_t of_message = 16;
  return [who = asked.who, &g, scratch = std::vector<vertex_id>()](std::uint64_t number) mutable {
    return of_message + g.neighbors(who.user(number), scratch).size();
  };
}

work_by_number work_of_pairs(const call& asked, const graph_view& g, const public_ref<release>& rows) {
  return [lists = work_of_lists(asked, g), who = asked.who, rows = rows.object](std::uint64_t number) {
    const std::uint64_t members = rows->layout().expected_size(who.user(number));
    return lists(number) + members * members / 2;
  };
}

simulated_population<graph_view> simulated_users(const graph_view& g, const coin_source& coins,
                                                 std::vector<simulated_task> tasks) {
  tasks.insert(tasks.end(), simulated_row_tasks().begin(), simulated_row_tasks().end());
  for (simulated_task& task : tasks)
    if (!task.work) task.work = work_of_lists;
  return {g, g.vertex_count(), coins, std::move(tasks)};
}

}  // namespace edgeldp
