// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/cycles/middle_cycles_simulation.hpp"

#include "cycles/middle_round_user.hpp"

namespace edgeldp {

std::vector<simulated_task> simulated_middle_cycle_tasks() {
  return {count_one_by_one<middle_pairs, graph_view>()};
}

middle_result estimate_cycles(const graph_view& g, unsigned length, const middle_cycles& method,
                              release_key key, const coin_source& coins) {
  return simulate_run(g, simulated_middle_cycle_tasks(), method.total, key, coins,
                      [&](session& s) { return estimate_cycles(s, length, method); });
}

}  // namespace edgeldp
