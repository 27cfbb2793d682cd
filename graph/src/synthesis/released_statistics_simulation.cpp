// SPDX-License-Identifier: MIT
#include "edgeldp/graph/synthesis/released_statistics_simulation.hpp"

#include <map>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/random/seeded_run.hpp"
#include "edgeldp/graph/questions/communities/communities_simulation.hpp"
#include "edgeldp/graph/questions/mixing/mixing_simulation.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "synthesis/degree_classes.hpp"
#include "synthesis/wiring.hpp"

namespace edgeldp {

namespace {

/// Runs of the release, and what follows them: each has a key and coins of its own.
enum class release_run : std::uint64_t { degrees, groups, triangles, graphs, contacts };

template <class F>
auto play_run(const graph_view& g, std::vector<simulated_task> tasks, account& paid, release_run run,
              const std::optional<std::uint64_t>& seed, F&& play) {
  const auto number = static_cast<std::uint64_t>(run);
  const coin_source coins = coins_of_run(seed, number);
  auto users = simulated_users(g, coins, std::move(tasks));
  return simulate_session(users, paid, key_of_run(seed, number), std::forward<F>(play));
}

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

simulated_release release_statistics(const graph_view& g, epsilon total,
                                     const std::optional<std::uint64_t>& seed) {
  if (g.vertex_count() == 0) throw bad_graph_input("the graph has no vertices");
  account paid(total, g.vertex_count());
  const epsilon of_degrees = share_of(total, synthesis_degree_share);
  released_degrees degrees = play_run(g, {}, paid, release_run::degrees, seed, [&](session& s) {
                               return release_all_degrees(s, of_degrees);
                             }).degrees;
  const epsilon of_contacts = share_of(total, synthesis_contact_share);
  contact_degrees contacts =
      play_run(g, simulated_mixing_tasks(), paid, release_run::contacts, seed,
               [&](session& s) { return release_contact_degrees(s, degrees, of_contacts); });
  const communities_options options{share_of(total, synthesis_group_share)};
  epsilon of_groups, of_triangles = difference(difference(total, of_degrees), of_contacts);
  std::optional<communities_result> groups;
  if (are_groups_worth_asking(degrees, options)) {
    groups = play_run(g, simulated_community_tasks(), paid, release_run::groups, seed,
                      [&](session& s) { return find_communities(s, options); });
    of_groups = options.total;
    of_triangles = difference(of_triangles, of_groups);
  }
  triangle_sequence_options counting;
  counting.total = of_triangles;
  triangle_sequence_result triangles =
      play_run(g, simulated_triangle_tasks(), paid, release_run::triangles, seed,
               [&](session& s) { return estimate_triangle_sequence(s, counting); });
  return {{std::move(degrees), std::move(contacts), std::move(groups), std::move(triangles)},
          std::move(paid),
          of_degrees,
          of_contacts,
          of_groups,
          of_triangles,
          key_of_run(seed, static_cast<std::uint64_t>(release_run::graphs))};
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
