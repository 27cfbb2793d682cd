// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/questions/centrality/centrality.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

/// Centralities of a graph whose users are all in this process.
namespace edgeldp {

std::vector<simulated_task> simulated_centrality_tasks();

centrality_result estimate_centrality(const graph_view& g, const centrality_options& options, release_key key,
                                      const coin_source& coins);

}  // namespace edgeldp
