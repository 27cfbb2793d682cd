// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/graph/input/graph_view.hpp"

namespace edgeldp::exact {

/// Bounds of the largest distance between two vertices that have a path.
struct diameter_bounds {
  std::uint64_t at_least = 0, at_most = 0;  ///< equal where few searches were enough
};

/// Narrows them by breadth-first searches: one from v, whose farthest vertex is e away, says of a
/// vertex at distance d that its own is from max(d, e - d) to e + d away.
///
/// at_least: a distance that is known to occur.
/// Source: Takes and Kosters, Determining the diameter of small world networks, CIKM 2011.
/// Cost: O(n + m) a search; 12 n bytes.
diameter_bounds bound_diameter(const graph_view& g, std::uint64_t at_least, unsigned searches);

}  // namespace edgeldp::exact
