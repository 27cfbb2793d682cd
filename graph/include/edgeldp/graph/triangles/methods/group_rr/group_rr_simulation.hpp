// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/triangles/methods/group_rr/group_rr.hpp"

namespace edgeldp {

/// Runs all rounds.
/// Errors: invalid_parameter for settings out of range; bad_graph_input for a graph without
///     vertices.
/// Memory: n^2 / (8 s) bytes, and n^2 / 16 for smooth. Parallel over users, the same for every
///     thread count.
baseline_result estimate_triangles(const graph_view& g, const group_rr& method, release_key key,
                                   const coin_source& coins);

}  // namespace edgeldp
