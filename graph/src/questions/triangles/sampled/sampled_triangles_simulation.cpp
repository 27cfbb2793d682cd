// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"

namespace edgeldp {

sampled_result estimate_sampled_triangles(const graph_view& g, const sampled_options& options,
                                          release_key key, const coin_source& coins) {
  return simulate_run(g, simulated_sample_tasks(), options.total, key, coins,
                      [&](session& s) { return estimate_sampled_triangles(s, options); });
}

}  // namespace edgeldp
