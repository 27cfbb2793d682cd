// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/rivals/triangles/edge_orient.hpp"
#include "edgeldp/rivals/triangles/method_simulation.hpp"

namespace edgeldp {

/// What users of a graph do in edge_orient.
std::vector<simulated_task> simulated_orientation_tasks();

/// All rounds of a graph whose users are all in this process.
baseline_result estimate_triangles(const graph_view& g, const edge_orient& method, release_key key,
                                   const coin_source& coins);

}  // namespace edgeldp
