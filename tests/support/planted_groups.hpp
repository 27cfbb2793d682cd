// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "edgeldp/graph/input/csr_graph.hpp"

namespace edgeldp::test {

/// The group of a user among four.
inline std::uint32_t planted_group(vertex_id u) {
  return u % 4;
}

/// A random graph in which a user has so many contacts within its own group, and so many without,
/// on average.
inline csr_graph planted_groups(std::uint64_t users, double within, double without, std::uint64_t seed) {
  std::mt19937_64 coins(seed);
  std::uniform_real_distribution<double> uniform;
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  const auto n = static_cast<double>(users);
  for (vertex_id u = 0; u < users; ++u)
    for (vertex_id v = 0; v < u; ++v)
      if (uniform(coins) <
          (planted_group(u) == planted_group(v) ? 4.0 * within / n : 4.0 * without / (3.0 * n)))
        edges.emplace_back(u, v);
  return csr_graph(users, edges);
}

}  // namespace edgeldp::test
