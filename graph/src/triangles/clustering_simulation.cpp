// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/clustering_simulation.hpp"

#include "edgeldp/graph/triangles/triangles_simulation.hpp"

namespace edgeldp {

clustering_result estimate_clustering(const graph_view& g, const two_step& options, release_key key,
                                      const coin_source& coins) {
  return simulate_run(g, simulated_triangle_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_clustering(s, options); });
}

}  // namespace edgeldp
