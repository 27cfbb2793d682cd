// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/graph/input/graph_view.hpp"

/// Exact, non-private sequences and what follows from them: the truth that estimates are compared
/// with.
namespace edgeldp::exact {

/// The degree of every vertex.
/// Cost: O(n + m), parallel.
std::vector<std::uint64_t> degree_sequence(const graph_view& g);

/// The number of triangles at every vertex, three times the number of triangles in all.
/// Cost: as exact::count_triangles, with 4 n bytes a thread and 8 n more.
std::vector<std::uint64_t> triangle_sequence(const graph_view& g);

/// The number of k-stars: sum over v of C(d_v, k).
/// Interval: k in [1, 16], else invalid_parameter.
/// Errors: bad_graph_input when a count would not fit 127 bits.
uint128 count_stars(const graph_view& g, unsigned k);

/// Transitivity: 3 triangles / wedges; 0 without wedges.
double global_clustering(const graph_view& g);

/// Mean over vertices of the share of closed pairs of neighbours, 0 for degrees below 2; 0 without
/// vertices.
double average_local_clustering(const graph_view& g);

}  // namespace edgeldp::exact
