// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/graph/input/arc_graph.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"

/// Directed graphs for tests.
namespace edgeldp::test {

/// Of each edge one direction, the other, or both, by what its ends are.
inline arc_graph some_arcs(const csr_graph& g) {
  std::vector<std::pair<vertex_id, vertex_id>> arcs;
  for (vertex_id u = 0; u < g.vertex_count(); ++u)
    for (const vertex_id v : g.neighbors(u)) {
      const std::uint32_t kind = (7 * std::min(u, v) + std::max(u, v)) % 3;
      if (kind == 2 || (kind == 0) == (u < v)) arcs.emplace_back(u, v);
    }
  return {g.vertex_count(), arcs};
}

}  // namespace edgeldp::test
