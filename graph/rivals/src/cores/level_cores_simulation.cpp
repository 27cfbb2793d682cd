// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/cores/level_cores_simulation.hpp"

#include "edge_orient/rounds_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_level_tasks() {
  return {one_by_one<level_round>()};
}

level_cores_result estimate_cores(const graph_view& g, const level_cores& method, release_key key,
                                  const coin_source& coins) {
  return simulate_run(g, simulated_level_tasks(), method.total, key, coins,
                      [&](session& s) { return estimate_cores(s, method); });
}

}  // namespace edgeldp
