// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/clustering/clustering_simulation.hpp"

#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

namespace edgeldp {

centred_clustering_result estimate_clustering(const graph_view& g, const centred_options& options,
                                              release_key key, const coin_source& coins) {
  return simulate_run(g, simulated_centred_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_clustering(s, options); });
}

clustering_result estimate_clustering(const graph_view& g, const two_step& options, release_key key,
                                      const coin_source& coins) {
  return simulate_run(g, simulated_triangle_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_clustering(s, options); });
}

}  // namespace edgeldp
