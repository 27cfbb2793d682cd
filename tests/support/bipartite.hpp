// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "edgeldp/graph/input/bipartite_graph.hpp"

namespace edgeldp::test {

/// Users who have items, popular ones more often: item x with probability about density * 2 (1 - x
/// / items). Every third user is twice as busy.
inline bipartite_graph users_and_items(vertex_id users, vertex_id items, double density, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (vertex_id u = 0; u < users; ++u) {
    for (vertex_id x = 0; x < items; ++x) {
      const double popularity = 2.0 * (1.0 - static_cast<double>(x) / items), busy = u % 3 == 0 ? 1.5 : 0.75;
      if (static_cast<double>(random()) < 0x1.0p32 * density * popularity * busy) edges.emplace_back(u, x);
    }
  }
  return {users, items, edges};
}

}  // namespace edgeldp::test
