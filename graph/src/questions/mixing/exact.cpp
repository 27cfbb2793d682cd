// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/mixing/exact.hpp"

#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"

namespace edgeldp::exact {

uint128 count_walks(const graph_view& g) {
  const std::uint64_t n = g.vertex_count();
  std::vector<uint128> ends(n, 1);  // walks that end at each user, longer by one edge each time
  for (int edge = 0; edge < 3; ++edge) {
    std::vector<uint128> longer(n);
    parallel_for(0, n, 4096, [&](std::uint64_t first, std::uint64_t last) {
      std::vector<vertex_id> scratch;
      for (std::uint64_t v = first; v < last; ++v)
        for (const vertex_id u : g.neighbors(static_cast<vertex_id>(v), scratch)) longer[v] += ends[u];
    });
    ends = std::move(longer);
  }
  return std::accumulate(ends.begin(), ends.end(), uint128{0});
}

// An edge in the middle has an end at each side; where both are one user it is a triangle, which
// each of its edges has in its middle.
uint128 count_paths(const graph_view& g) {
  std::vector<std::uint64_t> degrees(g.vertex_count());
  parallel_for(0, degrees.size(), 4096, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    for (std::uint64_t v = first; v < last; ++v)
      degrees[v] = g.neighbors(static_cast<vertex_id>(v), scratch).size();
  });
  std::vector<uint128> around(degrees.size());  // by the larger end of the middle edge
  parallel_for(0, degrees.size(), 4096, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    for (std::uint64_t v = first; v < last; ++v)
      for (const vertex_id u : g.neighbors(static_cast<vertex_id>(v), scratch))
        if (u < v) around[v] += uint128{degrees[u] - 1} * (degrees[v] - 1);
  });
  return std::accumulate(around.begin(), around.end(), uint128{0}) - uint128{3} * count_triangles(g);
}

std::vector<std::optional<double>> contact_degrees(const graph_view& g, std::span<const std::uint32_t> group,
                                                   std::size_t groups) {
  if (group.size() != g.vertex_count())
    throw invalid_parameter(std::to_string(group.size()) + " groups for " + std::to_string(g.vertex_count()) +
                            " users");
  std::vector<vertex_id> scratch, scratch_v;
  std::vector<double> contacts(groups), degrees(groups);
  for (std::uint64_t u = 0; u < group.size(); ++u) {
    if (group[u] >= groups) continue;
    for (const vertex_id v : g.neighbors(static_cast<vertex_id>(u), scratch)) {
      if (group[v] >= groups) continue;
      contacts[group[u]] += 1.0;
      degrees[group[u]] += static_cast<double>(g.neighbors(v, scratch_v).size());
    }
  }
  std::vector<std::optional<double>> means(groups);
  for (std::size_t a = 0; a < groups; ++a)
    if (contacts[a] > 0.0) means[a] = degrees[a] / contacts[a];
  return means;
}

uint128 count_arc_walks(const arc_graph& g) {
  uint128 walks = 0;
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v)
    for (const vertex_id w : g.out_neighbors(static_cast<vertex_id>(v))) walks += g.out_degree(w);
  return walks;
}

arc_mixing measure_arc_mixing(const arc_graph& g, std::span<const std::uint32_t> group, std::size_t groups) {
  if (group.size() != g.vertex_count())
    throw invalid_parameter(std::to_string(group.size()) + " groups for " + std::to_string(g.vertex_count()) +
                            " users");
  arc_mixing m{std::vector<count_type>(groups * groups), std::vector<count_type>(groups), 0, 0, {}, {}};
  std::vector<double> leaving(groups), reached(groups);
  for (std::uint64_t v = 0; v < group.size(); ++v)
    for (const vertex_id w : g.out_neighbors(static_cast<vertex_id>(v))) {
      if (group[w] >= groups) continue;
      ++m.entering[group[w]];
      if (group[v] >= groups) continue;
      ++m.between[group[v] * groups + group[w]];
      ++m.arcs;
      if (group[v] == group[w]) ++m.within;
      leaving[group[v]] += 1.0;
      reached[group[w]] += 1.0;
    }
  if (m.arcs == 0) return m;
  const auto arcs = static_cast<double>(m.arcs);
  m.fraction_within = static_cast<double>(m.within) / arcs;
  double by_chance = 0.0;
  for (std::size_t a = 0; a < groups; ++a) by_chance += leaving[a] / arcs * reached[a] / arcs;
  if (by_chance < 1.0) m.assortativity = (*m.fraction_within - by_chance) / (1.0 - by_chance);
  return m;
}

}  // namespace edgeldp::exact
