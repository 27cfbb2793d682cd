// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/graph_view.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// A number of the pair that a sum of many does not hit by chance (splitmix64 of both).
std::uint64_t mixed(std::uint64_t smaller, std::uint64_t larger) {
  std::uint64_t z = (smaller << 32 | larger) + 0x9e3779b97f4a7c15U;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27) * 0x94d049bb133111ebU;
  return z ^ z >> 31;
}

}  // namespace

void graph_view::require_both_ends() const {
  std::vector<vertex_id> list, other;
  std::uint64_t balance = 0;  // of both entries of an edge nothing is left
  for (std::uint64_t i = 0; i < m_vertex_count; ++i) {
    const auto v = static_cast<vertex_id>(i);
    for (const vertex_id u : neighbors(v, list)) balance += u > v ? mixed(v, u) : 0 - mixed(u, v);
  }
  if (balance == 0) return;
  for (std::uint64_t i = 0; i < m_vertex_count; ++i) {
    const auto v = static_cast<vertex_id>(i);
    for (const vertex_id u : neighbors(v, list))
      if (!ranges::binary_search(neighbors(u, other), v))
        throw bad_graph_input("vertex " + std::to_string(v) + " lists " + std::to_string(u) + ", but " +
                              std::to_string(u) + " does not list " + std::to_string(v) +
                              ": edges are undirected, give each at both of its ends");
  }
  throw bad_graph_input("the lists of the graph change while they are read");
}

}  // namespace edgeldp
