// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/graph/input/graph_view.hpp"

namespace edgeldp::exact {

/// Modularity of groups, by its definition: the share of edges within groups, less the sum over
/// groups of the squared share of all ends. Exact, non-private; no code is shared with the
/// estimator. 0 of a graph without edges.
/// Shapes: group_of: one a vertex; those of the same number are together.
/// Cost: O(n + m).
double modularity(const graph_view& g, std::span<const std::uint32_t> group_of);

}  // namespace edgeldp::exact
