// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/core/protocol/population_simulation.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"

/// All users of a graph in one process, for experiments.
namespace edgeldp {

using simulated_task = simulated_task_on<graph_view>;

/// Calls f(number, list) for every user asked, in parallel, so many at a time.
template <class F>
void for_each_asked(const roster& who, const graph_view& g, F&& f, std::uint64_t grain = 64) {
  parallel_for(who.first_number(), who.end_number(), grain, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    for (std::uint64_t number = first; number < last; ++number) {
      const vertex_id user = who.user(number);
      f(number, own_list{user, g.vertex_count(), g.neighbors(user, scratch)});
    }
  });
}

/// What a user is told beside an announcement, as it reads it.
template <class Q>
std::uint64_t told_in(const call& asked, std::uint64_t number) {
  return told_to_me<Q>(asked.said_to ? asked.said_to(number) : byte_string());
}

/// The task of a round without anything to gain from playing all users at once.
template <class R>
simulated_task one_by_one() {
  return {R::asks, [](const call& asked, const graph_view& g, const coin_source& coins, message_sink& sink) {
            const R round = R::read(asked.said, asked.published);
            for_each_asked(asked.who, g, [&](std::uint64_t number, const own_list& me) {
              sink.put(number, answer(round, me, user_coins(coins, me.user)));
            });
          }};
}

/// The same of rounds of numbers, over whatever for_each_asked knows how to go through, so many
/// users at a time.
template <class Q, class Data>
simulated_task_on<Data> count_one_by_one(std::uint64_t grain = 64) {
  return {Q::asks,
          [grain](const call& asked, const Data& data, const coin_source& coins, message_sink& sink) {
            const auto round = count_round<Q>::read(asked.said, asked.published);
            for_each_asked(
                asked.who, data,
                [&](std::uint64_t number, const auto& me) {
                  const user_coins own(coins, me.user);
                  sink.put(number,
                           answer(round, me, count_call{asked.published, told_in<Q>(asked, number), own}));
                },
                grain);
          }};
}

/// degree, size, row and what row_tasks leave out: in a simulation everybody agrees.
std::span<const simulated_task> simulated_row_tasks();

/// What lists cost to read, and in the second case their pairs of members that precede the user to
/// look up, as far as the rows' layout tells how many those are.
work_by_number work_of_lists(const call& asked, const graph_view& g);
work_by_number work_of_pairs(const call& asked, const graph_view& g, const public_ref<release>& rows);

/// The users of a graph: they answer simulated_row_tasks and `tasks`.
/// Requires: the view outlives the population; one that is made for the call alone does not.
simulated_population<graph_view> simulated_users(const graph_view& g, const coin_source& coins,
                                                 std::vector<simulated_task> tasks = {});
simulated_population<graph_view> simulated_users(graph_view&& g, const coin_source& coins,
                                                 std::vector<simulated_task> tasks = {}) = delete;

/// Plays one run that these users pay from an account, wherever they are placed: play(session).
template <class F>
auto simulate_session(shardable_users& users, account& paid, release_key key, F&& play) {
  const std::unique_ptr<population> placed = placement_scope::place(users);
  session s(placed ? *placed : users, paid, key);
  return std::forward<F>(play)(s);
}

/// Plays one run over these users, who may spend `total`: play(session).
template <class Data, class F>
auto simulate_run(simulated_population<Data> users, epsilon total, release_key key, F&& play) {
  account paid(total, users.users());
  return simulate_session(users, paid, key, std::forward<F>(play));
}

/// Plays one run over all users of a graph, which may spend `total`: play(session).
/// Errors: bad_graph_input for a graph without vertices; what play throws.
template <class F>
auto simulate_run(const graph_view& g, std::vector<simulated_task> tasks, epsilon total, release_key key,
                  const coin_source& coins, F&& play) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  return simulate_run(simulated_users(g, coins, std::move(tasks)), total, key, std::forward<F>(play));
}

}  // namespace edgeldp
