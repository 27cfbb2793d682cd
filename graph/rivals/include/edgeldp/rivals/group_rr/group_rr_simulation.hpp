// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"
#include "edgeldp/rivals/group_rr/group_rr.hpp"

namespace edgeldp {

/// What users of a graph do beside the rounds for rows. Downloads of the measured users are built,
/// read back and counted on; all others ask the same public function without a message.
/// Memory: n^2 / 8 bytes for smooth.
std::vector<simulated_task> simulated_group_rr_tasks();

/// All rounds of a graph whose users are all in this process.
/// Errors: as over a session; bad_graph_input for a graph without vertices.
baseline_result estimate_triangles(const graph_view& g, const group_rr& method, release_key key,
                                   const coin_source& coins);

}  // namespace edgeldp
