// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"

/// Exact, non-private count of butterflies. No code is shared with the estimator.
namespace edgeldp::exact {

/// The number of butterflies: sum over pairs of left vertices of C(common neighbours, 2). Either
/// layer gives the same number; the one with fewer two-paths is walked.
/// Cost: O(sum of d^2 over the layer in the middle) time, parallel; 4 bytes a vertex and thread.
/// Errors: bad_graph_input when the count would not fit 64 bits.
count_type count_butterflies(const bipartite_graph& g);

}  // namespace edgeldp::exact
