// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/graph/input/graph_view.hpp"

/// Exact, non-private core numbers and densities. No code is shared with the estimator.
namespace edgeldp::exact {

/// Of every vertex, by taking away the vertex with the fewest neighbours left, again and again
/// (Batagelj and Zaversnik 2003).
/// Cost: O(n + m).
std::vector<std::uint64_t> core_numbers(const graph_view& g);

/// Edges among these vertices over their number; 0 of none.
/// Requires: in increasing order, each once.
double density(const graph_view& g, std::span<const vertex_id> members);

}  // namespace edgeldp::exact
