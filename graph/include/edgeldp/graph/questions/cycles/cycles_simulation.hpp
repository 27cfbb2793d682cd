// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/questions/cycles/cycles.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

/// Cycles (cycles.hpp) of a graph whose users are all in this process.
namespace edgeldp {

/// What users of a graph do beside the rounds for rows.
std::vector<simulated_task> simulated_cycle_tasks();

/// Errors: as over a session; bad_graph_input for a graph without vertices.
cycle_result estimate_cycles(const graph_view& g, unsigned length, const two_step& options, release_key key,
                             const coin_source& coins);

cycle_result estimate_cycles(const graph_view& g, unsigned length, std::shared_ptr<const release> published,
                             const coin_source& coins);

}  // namespace edgeldp
