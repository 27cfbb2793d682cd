// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/arc_graph.hpp"
#include "edgeldp/graph/questions/mixing/arc_mixing.hpp"
#include "edgeldp/graph/questions/mixing/mixing.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

/// Mixing of a graph whose users are all in this process.
namespace edgeldp {

std::vector<simulated_task> simulated_mixing_tasks();

mixing_result estimate_mixing(const graph_view& g, const mixing_options& options, release_key key,
                              const coin_source& coins);
arc_mixing_result estimate_arc_mixing(const arc_graph& g, const mixing_options& options, release_key key,
                                      const coin_source& coins);

}  // namespace edgeldp
