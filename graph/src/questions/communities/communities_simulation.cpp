// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/communities/communities_simulation.hpp"

#include "edgeldp/graph/rounds/public_values_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_community_tasks() {
  return {count_one_by_one<neighbor_groups, graph_view>()};
}

communities_result find_communities(const graph_view& g, const communities_options& options, release_key key,
                                    const coin_source& coins) {
  return simulate_run(g, simulated_community_tasks(), options.total, key, coins,
                      [&](session& s) { return find_communities(s, options); });
}

}  // namespace edgeldp
