// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"

#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "questions/cycles/weight_round_simulation.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_cycle_tasks() {
  std::vector<simulated_task> tasks = simulated_triangle_tasks();
  tasks.push_back(simulated_weights());
  tasks.push_back(simulated_forward_weights());
  return tasks;
}

cycle_result estimate_cycles(const graph_view& g, unsigned length, const two_step& options, release_key key,
                             const coin_source& coins) {
  check_cycle_length(length);
  return simulate_run(g, simulated_cycle_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_cycles(s, length, options); });
}

cycle_result estimate_cycles(const graph_view& g, unsigned length, std::shared_ptr<const release> published,
                             const coin_source& coins) {
  if (!published) throw invalid_parameter("no release to count on");
  auto users = simulated_users(g, coins, simulated_cycle_tasks());
  account paid = account_of(published->parameters());
  const release_key key = published->parameters().key;
  return simulate_session(users, paid, key,
                          [&](session& s) { return estimate_cycles(s, length, std::move(published)); });
}

}  // namespace edgeldp
