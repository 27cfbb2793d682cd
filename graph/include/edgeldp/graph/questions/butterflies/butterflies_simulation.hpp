// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"

/// Butterflies of a graph whose users are all in this process.
namespace edgeldp {

/// The data outlive the population.
simulated_population<sparse_vectors> simulated_butterfly_users(const sparse_vectors& data,
                                                               const coin_source& coins);
simulated_population<sparse_vectors> simulated_butterfly_users(sparse_vectors&&, const coin_source&) = delete;

/// As over a session. users: the layer whose vertices hold the lists.
butterfly_result estimate_butterflies(const bipartite_graph& g, layer users, const butterfly_options& options,
                                      release_key key, const coin_source& coins);

}  // namespace edgeldp
