// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/rounds/neighbor_questions.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

/// Questions of one's own over a graph whose users are all in this process.
namespace edgeldp {

/// What its users answer.
std::vector<simulated_task> simulated_neighbor_tasks();

/// Plays one collection over all users of a graph, who may spend `total`:
/// play(neighbor_questions&).
/// Errors: bad_graph_input for a graph without vertices; what play throws.
template <class F>
auto ask_about_neighbors(const graph_view& g, epsilon total, release_key key, const coin_source& coins,
                         F&& play) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  account paid(total, g.vertex_count());
  simulated_population<graph_view> users = simulated_users(g, coins, simulated_neighbor_tasks());
  neighbor_questions ask(users, paid, key);
  return std::forward<F>(play)(ask);
}

}  // namespace edgeldp
