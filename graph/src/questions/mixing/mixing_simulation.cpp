// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/mixing/mixing_simulation.hpp"

#include "edgeldp/graph/rounds/public_values_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_mixing_tasks() {
  return {count_one_by_one<neighbor_groups, graph_view>(), count_one_by_one<neighbor_sums, graph_view>()};
}

mixing_result estimate_mixing(const graph_view& g, const mixing_options& options, release_key key,
                              const coin_source& coins) {
  return simulate_run(g, simulated_mixing_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_mixing(s, options); });
}

arc_mixing_result estimate_arc_mixing(const arc_graph& g, const mixing_options& options, release_key key,
                                      const coin_source& coins) {
  return simulate_run(g.out_lists(), simulated_mixing_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_arc_mixing(s, options); });
}

}  // namespace edgeldp
