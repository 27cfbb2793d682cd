// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/stars/local_stars_simulation.hpp"

#include "stars/star_round_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_star_tasks() {
  return {count_one_by_one<clipped_stars, graph_view>()};
}

stars_result estimate_stars(const graph_view& g, const local_stars& method, const coin_source& coins) {
  return simulate_run(g, simulated_star_tasks(), method.total, release_key{}, coins,
                      [&](session& s) { return estimate_stars(s, method); });
}

}  // namespace edgeldp
