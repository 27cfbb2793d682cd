// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/graph/input/graph_view.hpp"

/// Exact, non-private counts: the truth that estimates are compared with. No code is shared with
/// the estimators.
namespace edgeldp::exact {

/// The number of triangles.
///
/// Source: "forward" by degree order: Schank and Wagner, WEA 2005; Latapy, TCS 407, 2008.
/// Cost: O(m^1.5) time worst case, parallel over vertices; n bytes a thread + 4 m + 12 n bytes.
///     Independent of thread count. A Boost.Graph list is produced three times.
/// Errors: bad_graph_input when the count would not fit 64 bits (no graph that fits in memory).
count_type count_triangles(const graph_view& g);

/// The number of two-stars (wedges): sum over v of d_v (d_v - 1) / 2.
count_type count_two_stars(const graph_view& g);

/// The largest k such that a subgraph with all degrees >= k exists (core number), by bucket peeling
/// in O(n + m).
std::uint64_t degeneracy(const graph_view& g);

/// Largest degree; 0 for an empty graph.
std::uint64_t max_degree(const graph_view& g);

}  // namespace edgeldp::exact
