// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"
#include "edgeldp/rivals/stars/local_stars.hpp"

namespace edgeldp {

/// What users of a graph do beside the rounds for rows.
std::vector<simulated_task> simulated_star_tasks();

/// Both rounds of a graph whose users are all in this process.
stars_result estimate_stars(const graph_view& g, const local_stars& method, const coin_source& coins);

}  // namespace edgeldp
