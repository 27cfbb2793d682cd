// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"

/// The number of triangles as a curator would publish it who holds the whole graph: the CENTRAL
/// model, neighbours differ in one edge. Nothing here is local; it shows what nobody's trust costs.
///
/// Source: [Zhang 2015], the ladder framework.
/// Derivations: graph/rivals/src/triangles/curators_derivation.md, "Counts".
namespace edgeldp {

/// How far the number of triangles moves when one edge changes, of any graph within k edges of g:
/// rungs[k], k = 0, 1, ... until n - 2 is reached, which stands for all further k. It never falls.
/// Requires: n >= 3, n <= 65536, else invalid_parameter.
/// Cost: as triangle_sensitivities.
std::vector<std::uint64_t> ladder_rungs(const graph_view& g);

/// The rung on which a number so far from the truth stands: the least r whose first r rungs add up
/// to the distance.
std::uint64_t rung_at(const std::vector<std::uint64_t>& rungs, std::uint64_t distance);

/// The number x with probability proportional to exp(-epsilon r / 2), r the rung of |x - truth|.
/// Promise: epsilon-DP for an edge, exactly: integers only. Symmetric around the truth, so
///     unbiased; may be negative.
/// Requires: as ladder_rungs.
/// Cost: as ladder_rungs, and (n - 2) / rungs[0] draws or fewer.
std::int64_t publish_triangle_count(const graph_view& g, epsilon budget, const coin_source& coins);

/// Its standard error, which depends on the graph: for comparisons, not for publication.
double ladder_standard_error(const std::vector<std::uint64_t>& rungs, epsilon budget);

}  // namespace edgeldp
