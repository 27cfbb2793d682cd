// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/input/arc_graph.hpp"

/// Exact, non-private numbers of arcs. No code is shared with the estimators.
namespace edgeldp::exact {

/// Arcs whose users have one the other way.
/// Cost: O(m log(largest out-degree)).
count_type count_returned(const arc_graph& g);

std::vector<std::uint64_t> in_degrees(const arc_graph& g);

/// The stationary shares of a surfer who follows an arc with probability `damping` and otherwise,
/// and where none leaves, goes anywhere, times the number of users.
/// Cost: O(m) a step, until no share moves by 1e-12.
std::vector<double> pagerank(const arc_graph& g, double damping);

}  // namespace edgeldp::exact
