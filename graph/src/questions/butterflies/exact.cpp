// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/butterflies/exact.hpp"

#include <limits>
#include <mutex>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp::exact {

namespace {

/// Steps of a walk over all two-paths with these middles.
uint128 two_paths(const bipartite_graph& g, layer middle) {
  uint128 sum = 0;
  for (std::uint64_t v = 0; v < g.vertex_count(middle); ++v) {
    const std::uint64_t d = g.degree(middle, static_cast<vertex_id>(v));
    sum += uint128{d} * d;
  }
  return sum;
}

/// Butterflies of this end with ends of smaller numbers. common: zero before and after.
uint128 butterflies_of(const bipartite_graph& g, layer ends, vertex_id u, std::vector<std::uint32_t>& common,
                       std::vector<vertex_id>& met) {
  met.clear();
  for (const vertex_id middle : g.neighbors(ends, u)) {
    for (const vertex_id v : g.neighbors(opposite(ends), middle)) {
      if (v >= u) break;
      if (common[v]++ == 0) met.push_back(v);
    }
  }
  uint128 sum = 0;
  for (const vertex_id v : met) {
    sum += uint128{common[v]} * (common[v] - 1) / 2;
    common[v] = 0;
  }
  return sum;
}

}  // namespace

count_type count_butterflies(const bipartite_graph& g) {
  const layer ends = two_paths(g, layer::right) <= two_paths(g, layer::left) ? layer::left : layer::right;
  uint128 total = 0;
  std::mutex adding;
  parallel_for(0, g.vertex_count(ends), 256, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<std::uint32_t> common(g.vertex_count(ends));
    std::vector<vertex_id> met;
    uint128 sum = 0;
    for (std::uint64_t u = first; u < last; ++u)
      sum += butterflies_of(g, ends, static_cast<vertex_id>(u), common, met);
    const std::lock_guard lock(adding);
    total += sum;
  });
  if (total > std::numeric_limits<count_type>::max())
    throw bad_graph_input("the number of butterflies does not fit 64 bits");
  return static_cast<count_type>(total);
}

}  // namespace edgeldp::exact
