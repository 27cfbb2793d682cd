// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/arc_graph.hpp"
#include "edgeldp/graph/input/sparse_vectors.hpp"
#include "edgeldp/graph/questions/reciprocity/reciprocity.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"

/// Reciprocity where all users are in this process.
namespace edgeldp {

/// The lists of outgoing neighbours as vectors of 0 and 1 over all users.
/// Errors: bad_graph_input for a graph without vertices.
sparse_vectors rows_of(const arc_graph& g);

/// The data outlive the population.
simulated_population<sparse_vectors> simulated_reciprocity_users(const sparse_vectors& rows,
                                                                 const coin_source& coins);

reciprocity_result estimate_reciprocity(const arc_graph& g, const reciprocity_options& options,
                                        release_key key, const coin_source& coins);

}  // namespace edgeldp
