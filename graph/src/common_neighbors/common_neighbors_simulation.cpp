// SPDX-License-Identifier: MIT
#include "edgeldp/graph/common_neighbors/common_neighbors_simulation.hpp"

#include "common_neighbors/partner_round.hpp"
#include "edgeldp/graph/common_neighbors/common_neighbors_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_common_neighbor_tasks() {
  return {one_by_one(common_neighbor_tasks(), partner_round::asks)};
}

common_result estimate_common_neighbors(const graph_view& g, std::span<const user_pair> pairs,
                                        const common_options& options, release_key key,
                                        const coin_source& coins) {
  return simulate_run(g, simulated_common_neighbor_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_common_neighbors(s, pairs, options); });
}

}  // namespace edgeldp
