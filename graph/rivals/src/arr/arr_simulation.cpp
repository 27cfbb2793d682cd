// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/arr/arr_simulation.hpp"

#include <array>

#include "arr/rounds.hpp"
#include "arr/rounds_user.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/rivals/arr/arr_user.hpp"
#include "edgeldp/rivals/triangles/method_simulation.hpp"
#include "kernels/kept_neighbors_simulation.hpp"

namespace edgeldp {

namespace {

/// As one by one, but rows come as words: reading them back would cost the collector as much again.
void play_rows(const call& asked, const graph_view& g, const coin_source& coins, message_sink& sink) {
  const arr_layout& layout = *arr_row_round::read(asked.said, asked.published).layout;
  const arr_format format = layout.format();
  for_each_asked(asked.who, g, [&](std::uint64_t number, const own_list& me) {
    const std::vector<std::uint64_t> row = own_noisy_edges(layout, me, user_coins(coins, me.user));
    const byte_string message = format.write_row(row, layout.order->rank(me.user));
    if (!sink.put_words(number, row, message.size())) sink.put(number, message);
  });
}

/// Measured users count on what they download, the others on the noisy edges of all: the same
/// pairs.
void play_counts(std::span<const user_task> tasks, const call& asked, const graph_view& g,
                 const coin_source& coins, message_sink& sink) {
  const arr_count_round round = arr_count_round::read(asked.said, asked.published);
  const arr_layout& layout = *round.layout;
  const arr_plan& plan = layout.plan;
  const auto rows = asked.published.get<arr_rows>(round.rows);
  const std::span<const std::uint32_t> rank = layout.order->ranks();
  const ranked_lists kept = keep_ranks(g, rank, plan.caps, coins);
  const std::vector<bool> measured = measured_users(layout);
  const auto count_openly = [&](vertex_id u) {
    const auto members = kept.of(u);
    pair_clip clip(plan.rule, members.size(), plan.kappa[u]);
    count_on_triangle(rows->noisy, plan.variant, rank[u], members, clip);
    return coins(coin_purpose::count, u, [&](private_randomness& source) {
      return noisy_number(arr_statistic(clip, members.size(), plan.offset), plan.sensitivity(u), plan.count,
                          source);
    });
  };
  parallel_for(
      asked.who.first_number(), asked.who.end_number(), 16, [&](std::uint64_t first, std::uint64_t last) {
        std::vector<vertex_id> scratch;
        for (std::uint64_t number = first; number < last; ++number) {
          const vertex_id u = asked.who.user(number);
          if (!measured[u]) {
            sink.put(number, count_openly(u));
            continue;
          }
          const byte_string mine = asked.said_to(number);
          const own_list me{u, g.vertex_count(), g.neighbors(u, scratch)};
          sink.put(number, answer_call(tasks, {asked.asks, asked.said, asked.published, number, mine}, me,
                                       user_coins(coins, u)));
        }
      });
}

simulated_task counting(std::string_view asks, std::span<const user_task> tasks) {
  return {asks, [tasks](const call& asked, const graph_view& g, const coin_source& coins,
                        message_sink& sink) { play_counts(tasks, asked, g, coins, sink); }};
}

}  // namespace

std::vector<simulated_task> simulated_arr_tasks() {
  return {{arr_row_round::asks, play_rows},
          counting(arr_count_round::asks, arr_tasks()),
          counting(claimed_arr_count_round::asks, open_arr_tasks())};
}

baseline_result estimate_triangles(const graph_view& g, const arr& method, release_key key,
                                   const coin_source& coins) {
  return simulate_run(g, simulated_arr_tasks(), method.total, key, coins,
                      [&](session& s) { return estimate_triangles(s, method); });
}

static_assert(TriangleBaseline<arr>);

}  // namespace edgeldp
