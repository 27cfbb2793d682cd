// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/graph/rounds/choosing_users_simulation.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "support/losing_population.hpp"

/// People who choose which part of each budget they spend.
namespace edgeldp::test {

/// By turns.
inline chosen_parts parts_by_turns(std::size_t users) {
  std::vector<chosen_part> parts;
  for (std::size_t u = 0; u < users; ++u) parts.push_back(all_parts[u % all_parts.size()]);
  return chosen_parts(std::move(parts));
}

/// The worst for whoever weights by noise: people with more contacts than the median spend a
/// quarter, those with few all, some between a half.
inline chosen_parts parts_by_degree(std::span<const std::uint64_t> degrees) {
  std::vector<std::uint64_t> sorted(degrees.begin(), degrees.end());
  std::sort(sorted.begin(), sorted.end());
  const std::uint64_t many = sorted[sorted.size() / 2], few = sorted[sorted.size() / 4];
  std::vector<chosen_part> parts;
  for (const std::uint64_t d : degrees)
    parts.push_back(d > many ? chosen_part::quarter : d > few ? chosen_part::half : chosen_part::whole);
  return chosen_parts(std::move(parts));
}

/// play(session) where people chose these.
template <class F>
auto play_choices(const csr_graph& graph, const chosen_parts& chosen, epsilon total, std::uint64_t seed,
                  F&& play) {
  const graph_view g(graph);
  choosing_users users(g, chosen, coin_source::simulated(seed), private_tasks());
  account paid(total, users.users());
  session s(users, paid, release_key{1});
  return play(s);
}

/// The same where some are lost.
template <class F>
auto play_choices_with_losses(const csr_graph& graph, const chosen_parts& chosen, const losses& lost,
                              epsilon total, std::uint64_t seed, F&& play) {
  const graph_view g(graph);
  losing_population users(choosing_users(g, chosen, coin_source::simulated(seed), private_tasks()), lost);
  account paid(total, users.users());
  session s(users, paid, release_key{1});
  return play(s);
}

/// What a user says to a round, as it is written.
template <class R>
byte_string said_to(const R& round, const public_objects& published, const own_list& me, std::uint64_t seed) {
  byte_string said;
  round.write(said);
  return task_for(private_tasks(), R::asks)
      .answer({R::asks, said, published}, me, user_coins(coin_source::simulated(seed), me.user));
}

}  // namespace edgeldp::test
