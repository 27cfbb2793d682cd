// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/common_neighbors/common_neighbors.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/protocol/simulated_users.hpp"

/// Common neighbours (common_neighbors.hpp) of a graph whose users are all in this process.
namespace edgeldp {

/// What users of a graph do beside the rounds for rows.
std::vector<simulated_task> simulated_common_neighbor_tasks();

/// Errors: as over a session; bad_graph_input for a graph without vertices.
common_result estimate_common_neighbors(const graph_view& g, std::span<const user_pair> pairs,
                                        const common_options& options, release_key key,
                                        const coin_source& coins);

/// The same for pairs of users of one layer of a bipartite graph, whose lists are sets of vertices
/// of the other layer: size, edges (only users of pairs, over the whole other layer; of
/// single_source the second), count. Nobody else takes part, and an edge is in one list only:
/// relationship-DP costs what edge-LDP costs.
///
/// Communication: downloads are the messages of the other user of a pair; means over the users of
/// pairs.
common_result estimate_common_neighbors(const bipartite_graph& g, layer side,
                                        std::span<const user_pair> pairs, const common_options& options,
                                        release_key key, const coin_source& coins);

}  // namespace edgeldp
