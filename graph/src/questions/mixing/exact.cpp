// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/mixing/exact.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::exact {

uint128 count_walks(const graph_view& g) {
  const std::uint64_t n = g.vertex_count();
  std::vector<vertex_id> scratch;
  std::vector<uint128> ends(n, 1);  // walks that end at each user, longer by one edge each time
  for (int edge = 0; edge < 3; ++edge) {
    std::vector<uint128> longer(n);
    for (std::uint64_t v = 0; v < n; ++v)
      for (const vertex_id u : g.neighbors(static_cast<vertex_id>(v), scratch)) longer[v] += ends[u];
    ends = std::move(longer);
  }
  uint128 all = 0;
  for (const uint128 walks : ends) all += walks;
  return all;
}

uint128 count_paths(const graph_view& g) {
  uint128 all = 0;
  std::vector<vertex_id> scratch_u, scratch_v, both;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u) {
    const auto of_u = g.neighbors(static_cast<vertex_id>(u), scratch_u);
    for (const vertex_id v : of_u) {
      if (v <= u) continue;
      const auto of_v = g.neighbors(v, scratch_v);
      both.clear();
      std::ranges::set_intersection(of_u, of_v, std::back_inserter(both));
      all += uint128{of_u.size() - 1} * (of_v.size() - 1) - both.size();
    }
  }
  return all;
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
