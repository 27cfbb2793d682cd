// SPDX-License-Identifier: MIT
#include "edgeldp/graph/synthesis/released_statistics_simulation.hpp"

#include <map>
#include <utility>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/random/seeded_run.hpp"
#include "edgeldp/graph/questions/communities/communities_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "synthesis/degree_classes.hpp"
#include "synthesis/wiring.hpp"

namespace edgeldp {

namespace {

std::vector<std::pair<vertex_id, vertex_id>> edges_of(const graph_view& g) {
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  std::vector<vertex_id> scratch;
  for (std::uint64_t i = 0; i < g.vertex_count(); ++i) {
    const auto u = static_cast<vertex_id>(i);
    for (const vertex_id v : g.neighbors(u, scratch))
      if (u < v) edges.emplace_back(u, v);
  }
  return edges;
}

void add_true_triangles(wanted_graph& wanted, std::span<const std::uint64_t> at_users) {
  if (wanted.degrees.empty()) return;
  const std::vector<std::uint64_t> bounds = synthesis::degree_class_bounds(ranges::max(wanted.degrees));
  std::map<std::uint64_t, double> by_class;
  for (std::size_t u = 0; u < at_users.size(); ++u) {
    const auto triangles = static_cast<double>(at_users[u]);
    wanted.triangles += triangles;
    if (wanted.degrees[u] >= bounds.front())
      by_class[*(ranges::upper_bound(bounds, wanted.degrees[u]) - 1)] += triangles;
  }
  for (const auto& [from, sum] : by_class) wanted.classes.push_back({from, sum});
}

}  // namespace

std::vector<simulated_task> simulated_synthesis_tasks() {
  std::vector<simulated_task> tasks = simulated_triangle_tasks();
  for (simulated_task& task : simulated_community_tasks()) tasks.push_back(std::move(task));
  return tasks;
}

synthesis_release release_statistics(const graph_view& g, epsilon total,
                                     const std::optional<std::uint64_t>& seed) {
  return simulate_run(g, simulated_synthesis_tasks(), total, key_of_run(seed, 0), coins_of_run(seed, 0),
                      [&](session& s) { return release_for_synthesis(s, total); });
}

wanted_graph true_statistics(const graph_view& g, std::span<const std::uint32_t> group_of,
                             std::size_t groups) {
  const auto edges = edges_of(g);
  wanted_graph wanted;
  wanted.degrees.resize(static_cast<std::size_t>(g.vertex_count()));
  for (const auto& [u, v] : edges) ++wanted.degrees[u], ++wanted.degrees[v];
  if (groups > 1) {
    wanted.group_of.assign(group_of.begin(), group_of.end());
    wanted.group_count = groups;
    wanted.ends.resize(groups * groups);
    wanted.ends_errors.resize(groups * groups);
    for (const auto& [u, v] : edges) {
      wanted.ends[group_of[u] * groups + group_of[v]] += 1.0;
      wanted.ends[group_of[v] * groups + group_of[u]] += 1.0;
    }
  }
  add_true_triangles(wanted, synthesis::triangles_at_users(g.vertex_count(), edges));
  return wanted;
}

}  // namespace edgeldp
