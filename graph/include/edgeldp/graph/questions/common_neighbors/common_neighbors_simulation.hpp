// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/input/sparse_vectors.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

/// Common neighbours (common_neighbors.hpp) of graphs whose users are all in this process.
namespace edgeldp {

/// What users of a graph do beside the rounds for rows.
std::vector<simulated_task> simulated_common_neighbor_tasks();

/// Errors: as over a session; bad_graph_input for a graph without vertices.
common_result estimate_common_neighbors(const graph_view& g, std::span<const user_pair> pairs,
                                        const common_options& options, release_key key,
                                        const coin_source& coins);

/// What users of one layer do: the rounds of vectors, partner. The data outlive the population.
simulated_population<sparse_vectors> simulated_layer_users(const sparse_vectors& data,
                                                           const coin_source& coins);
simulated_population<sparse_vectors> simulated_layer_users(sparse_vectors&&, const coin_source&) = delete;

/// Pairs of users of one layer of a bipartite graph. The population of the run are the users of the
/// pairs, in the order in which these name them: nobody else takes part.
/// Errors: as over a session; bad_graph_input when the other layer has no vertices.
common_result estimate_common_neighbors(const bipartite_graph& g, layer side,
                                        std::span<const user_pair> pairs, const common_options& options,
                                        release_key key, const coin_source& coins);

}  // namespace edgeldp
