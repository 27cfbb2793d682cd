// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/questions/cores/cores.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

/// Core numbers of a graph whose users are all in this process.
namespace edgeldp {

std::vector<simulated_task> simulated_core_tasks();

core_result estimate_cores(const graph_view& g, const core_options& options, release_key key,
                           const coin_source& coins);

}  // namespace edgeldp
