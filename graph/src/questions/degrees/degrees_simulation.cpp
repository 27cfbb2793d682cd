// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"

#include "edgeldp/graph/rounds/simulated_users.hpp"

namespace edgeldp {

degree_result release_all_degrees(const graph_view& g, epsilon total, const coin_source& coins) {
  return simulate_run(g, {}, total, release_key{}, coins,
                      [&](session& s) { return release_all_degrees(s, total); });
}

}  // namespace edgeldp
