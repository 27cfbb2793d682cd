// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/input/graph_view.hpp"

/// Exact, non-private counts of short cycles (not necessarily induced), by closed formulas. No code
/// is shared with the estimators.
namespace edgeldp::exact {

/// The number of cycles of length 4: half the sum over pairs {u, w} of C(common neighbours of u and
/// w, 2), since every cycle has two pairs of opposite vertices.
/// Cost: O(sum of d^2) time, parallel over vertices; 4 n bytes a thread.
/// Errors: bad_graph_input when the count would not fit 64 bits.
count_type count_four_cycles(const graph_view& g);

/// The number of cycles of length 5: (tr A^5 - 5 tr A^3 - 5 sum over v of (d_v - 2) (A^3)_vv) / 10.
///
/// Source: Harary and Manvel, Matematicky casopis 21, 1971.
/// Cost: O(n m) time, vertex by vertex (the row A^2 e_v against all edges at its support),
///     parallel; 4 n bytes a thread + 8 m bytes.
/// Errors: bad_graph_input when the count would not fit 64 bits.
count_type count_five_cycles(const graph_view& g);

/// Cycles of length 3, 4 or 5.
/// Errors: invalid_parameter for another length.
count_type count_cycles(const graph_view& g, unsigned length);

}  // namespace edgeldp::exact
