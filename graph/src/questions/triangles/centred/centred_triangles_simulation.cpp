// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"

#include "questions/triangles/centred/centred_round_simulation.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_centred_tasks(std::optional<row_access> access) {
  return {simulated_centred_pairs(access), simulated_forward_pairs(access)};
}

centred_result estimate_centred_triangles(const graph_view& g, const centred_options& options,
                                          release_key key, const coin_source& coins) {
  return simulate_run(g, simulated_centred_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_centred_triangles(s, options); });
}

}  // namespace edgeldp
