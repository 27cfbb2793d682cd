// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/centrality/centrality_simulation.hpp"

#include "edgeldp/graph/rounds/public_values_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_centrality_tasks() {
  return {count_one_by_one<neighbor_sums, graph_view>()};
}

centrality_result estimate_centrality(const graph_view& g, const centrality_options& options, release_key key,
                                      const coin_source& coins) {
  return simulate_run(g, simulated_centrality_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_centrality(s, options); });
}

}  // namespace edgeldp
