// SPDX-License-Identifier: MIT
#include "edgeldp/graph/cycles/methods/middle_cycles_simulation.hpp"

#include "cycles/methods/middle_round.hpp"
#include "edgeldp/graph/cycles/methods/middle_cycles_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_middle_cycle_tasks() {
  return {one_by_one(middle_cycle_tasks(), middle_round::asks)};
}

middle_result estimate_cycles(const graph_view& g, unsigned length, const middle_cycles& method,
                              release_key key, const coin_source& coins) {
  return simulate_run(g, simulated_middle_cycle_tasks(), method.total, key, coins,
                      [&](session& s) { return estimate_cycles(s, length, method); });
}

}  // namespace edgeldp
