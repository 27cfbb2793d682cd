// SPDX-License-Identifier: MIT
#include "edgeldp/graph/synthesis/released_statistics_simulation.hpp"

#include <map>
#include <utility>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/random/seeded_run.hpp"
#include "edgeldp/graph/questions/mixing/mixing_simulation.hpp"
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

/// Sum over each user's contacts of their degrees.
std::vector<double> sums_of_contacts(std::span<const std::uint64_t> degrees,
                                     const std::vector<std::pair<vertex_id, vertex_id>>& edges) {
  std::vector<double> sums(degrees.size());
  for (const auto& [u, v] : edges) {
    sums[u] += static_cast<double>(degrees[v]);
    sums[v] += static_cast<double>(degrees[u]);
  }
  return sums;
}

void add_true_classes(wanted_graph& wanted, std::span<const std::uint64_t> triangles_at,
                      std::span<const double> contacts_of) {
  if (wanted.degrees.empty()) return;
  const std::vector<std::uint64_t> bounds = synthesis::degree_class_bounds(ranges::max(wanted.degrees));
  std::map<std::uint64_t, wanted_class> by_class;
  wanted.walks_error = 0.0;
  for (std::size_t u = 0; u < triangles_at.size(); ++u) {
    const auto triangles = static_cast<double>(triangles_at[u]);
    wanted.triangles += triangles;
    wanted.walks += static_cast<double>(wanted.degrees[u]) * contacts_of[u];
    if (wanted.degrees[u] < bounds.front()) continue;
    const std::uint64_t from = *(ranges::upper_bound(bounds, wanted.degrees[u]) - 1);
    wanted_class& mine = by_class.try_emplace(from, wanted_class{from, 0.0, 0.0, 0.0}).first->second;
    mine.triangles += triangles;
    mine.contact_degrees += contacts_of[u];
  }
  for (const auto& [from, sums] : by_class) wanted.classes.push_back(sums);
}

}  // namespace

std::vector<simulated_task> simulated_synthesis_tasks() {
  std::vector<simulated_task> tasks = simulated_triangle_tasks();
  for (simulated_task& task : simulated_mixing_tasks()) tasks.push_back(std::move(task));
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
  add_true_classes(wanted, synthesis::triangles_at_users(g.vertex_count(), edges),
                   sums_of_contacts(wanted.degrees, edges));
  return wanted;
}

}  // namespace edgeldp
