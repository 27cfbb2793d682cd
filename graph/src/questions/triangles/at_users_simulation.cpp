// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/at_users_simulation.hpp"

#include "edgeldp/graph/uniform/triangles_simulation.hpp"

namespace edgeldp {

triangle_sequence_result estimate_triangle_sequence(const graph_view& g,
                                                    const triangle_sequence_options& options, release_key key,
                                                    const coin_source& coins) {
  return simulate_run(g, simulated_triangle_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_triangle_sequence(s, options); });
}

}  // namespace edgeldp
