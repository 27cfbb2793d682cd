// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"
#include "edgeldp/rivals/cores/level_cores.hpp"

namespace edgeldp {

/// What users of a graph do in level_cores.
std::vector<simulated_task> simulated_level_tasks();

/// All rounds of a graph whose users are all in this process.
level_cores_result estimate_cores(const graph_view& g, const level_cores& method, release_key key,
                                  const coin_source& coins);

}  // namespace edgeldp
