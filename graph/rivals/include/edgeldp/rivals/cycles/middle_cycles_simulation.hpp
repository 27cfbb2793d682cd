// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"
#include "edgeldp/rivals/cycles/middle_cycles.hpp"

namespace edgeldp {

/// What users of a graph do beside the rounds for rows.
std::vector<simulated_task> simulated_middle_cycle_tasks();

/// All rounds of a graph whose users are all in this process.
middle_result estimate_cycles(const graph_view& g, unsigned length, const middle_cycles& method,
                              release_key key, const coin_source& coins);

}  // namespace edgeldp
