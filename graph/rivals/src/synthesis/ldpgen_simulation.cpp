// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/synthesis/ldpgen_simulation.hpp"

#include "edgeldp/graph/rounds/public_values_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_ldpgen_tasks() {
  return {count_one_by_one<neighbor_groups, graph_view>()};
}

ldpgen_result synthesize_graph(const graph_view& g, const ldpgen& method, release_key key,
                               const coin_source& coins) {
  return simulate_run(g, simulated_ldpgen_tasks(), method.total, key, coins,
                      [&](session& s) { return synthesize_graph(s, method); });
}

}  // namespace edgeldp
