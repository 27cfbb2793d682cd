// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/triangles/edge_orient_simulation.hpp"

#include "edge_orient/rounds_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_orientation_tasks() {
  std::vector<simulated_task> tasks = simulated_triangle_tasks();
  tasks.push_back(one_by_one<level_round>());
  tasks.push_back(count_one_by_one<orientation_as_stated, graph_view>());
  return tasks;
}

baseline_result estimate_triangles(const graph_view& g, const edge_orient& method, release_key key,
                                   const coin_source& coins) {
  return simulate_run(g, simulated_orientation_tasks(), method.total, key, coins,
                      [&](session& s) { return estimate_triangles(s, method); });
}

static_assert(TriangleBaseline<edge_orient>);

}  // namespace edgeldp
