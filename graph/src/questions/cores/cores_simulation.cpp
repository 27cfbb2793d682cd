// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/cores/cores_simulation.hpp"

#include "edgeldp/graph/rounds/public_values_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_core_tasks() {
  return {count_one_by_one<neighbor_h_index, graph_view>(), count_one_by_one<neighbor_groups, graph_view>()};
}

core_result estimate_cores(const graph_view& g, const core_options& options, release_key key,
                           const coin_source& coins) {
  return simulate_run(g, simulated_core_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_cores(s, options); });
}

}  // namespace edgeldp
