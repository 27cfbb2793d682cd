// SPDX-License-Identifier: MIT
#include "edgeldp/graph/clusters/louvain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

using edges = std::vector<weighted_edge>;

edges with_weights(const test::edge_list& pairs) {
  edges all;
  for (const auto& [u, v] : pairs) all.push_back({u, v, 1.0});
  return all;
}

/// Newman's definition over all ordered pairs of vertices: a loop counts twice in its own pair.
double modularity_by_definition(std::uint64_t n, const edges& list, const std::vector<vertex_id>& of) {
  std::vector<std::vector<double>> a(n, std::vector<double>(n));
  for (const auto& [u, v, weight] : list) {
    a[u][v] += weight;
    a[v][u] += weight;
  }
  std::vector<double> strength(n);
  double twice = 0.0;
  for (std::uint64_t u = 0; u < n; ++u)
    for (std::uint64_t v = 0; v < n; ++v) strength[u] += a[u][v];
  for (const double s : strength) twice += s;
  double sum = 0.0;
  for (std::uint64_t u = 0; u < n; ++u)
    for (std::uint64_t v = 0; v < n; ++v)
      if (of[u] == of[v]) sum += a[u][v] - strength[u] * strength[v] / twice;
  return sum / twice;
}

edges random_edges(std::uint64_t n, std::size_t count, std::mt19937& coins) {
  edges list;
  for (std::size_t i = 0; i < count; ++i)
    list.push_back({static_cast<vertex_id>(coins() % n), static_cast<vertex_id>(coins() % n),
                    static_cast<double>(coins() % 8) / 4.0});
  return list;
}

/// Blocks of so many vertices; pairs within one are edges with chance `within`, others with
/// `across`.
edges planted_edges(vertex_id blocks, vertex_id size, double within, double across, std::mt19937& coins) {
  std::uniform_real_distribution<double> chance;
  edges list;
  for (vertex_id v = 0; v < blocks * size; ++v)
    for (vertex_id u = 0; u < v; ++u)
      if (chance(coins) < (u % blocks == v % blocks ? within : across)) list.push_back({u, v, 1.0});
  return list;
}

TEST(WeightedGraph, AddsUpRepeatsAndLoops) {
  const weighted_graph g(3, edges{{0, 1, 1.0}, {2, 2, 0.5}, {1, 0, 2.0}, {2, 1, 4.0}, {2, 2, 0.25}});
  ASSERT_EQ(g.vertex_count(), 3U);
  ASSERT_EQ(g.neighbors(0).size(), 1U);
  EXPECT_EQ(g.neighbors(0)[0].vertex, 1U);
  EXPECT_EQ(g.neighbors(0)[0].weight, 3.0);
  ASSERT_EQ(g.neighbors(1).size(), 2U);
  EXPECT_EQ(g.neighbors(1)[0].vertex, 0U);
  EXPECT_EQ(g.neighbors(1)[1].weight, 4.0);
  EXPECT_EQ(g.loop(2), 0.75);
  EXPECT_EQ(g.strength(0), 3.0);
  EXPECT_EQ(g.strength(1), 7.0);
  EXPECT_EQ(g.strength(2), 5.5);
  EXPECT_EQ(g.total_weight(), 7.75);
}

TEST(WeightedGraph, RefusesWhatIsNoEdge) {
  EXPECT_THROW(weighted_graph(2, edges{{0, 2, 1.0}}), invalid_parameter);
  EXPECT_THROW(weighted_graph(2, edges{{0, 1, -1.0}}), invalid_parameter);
  EXPECT_THROW(weighted_graph(2, edges{{0, 1, std::numeric_limits<double>::quiet_NaN()}}), invalid_parameter);
  EXPECT_THROW(weighted_graph(2, edges{{0, 1, std::numeric_limits<double>::infinity()}}), invalid_parameter);
  EXPECT_THROW(weighted_graph((std::uint64_t{1} << 32) + 1, edges{}), invalid_parameter);
}

TEST(Modularity, IsThatOfTheDefinition) {
  std::mt19937 coins(11);
  for (int trial = 0; trial < 200; ++trial) {
    const std::uint64_t n = 2 + coins() % 9;
    const edges list = random_edges(n, 1 + coins() % 20, coins);
    const weighted_graph g(n, list);
    if (g.total_weight() == 0.0) continue;
    std::vector<vertex_id> of(n);
    for (vertex_id& c : of) c = static_cast<vertex_id>(coins() % n);
    EXPECT_NEAR(modularity(g, of), modularity_by_definition(n, list, of), 1e-12);
  }
}

TEST(Modularity, OfKnownDivisions) {
  const weighted_graph triangles(6, with_weights({{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}}));
  EXPECT_DOUBLE_EQ(modularity(triangles, std::vector<vertex_id>{0, 0, 0, 1, 1, 1}), 0.5);
  EXPECT_DOUBLE_EQ(modularity(triangles, std::vector<vertex_id>{5, 5, 5, 5, 5, 5}), 0.0);
  // The two factions of Zachary's club, as networkx has them.
  const std::vector<vertex_id> officers = {9, 14, 15, 18, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33};
  std::vector<vertex_id> factions(34);
  for (const vertex_id v : officers) factions[v] = 1;
  EXPECT_NEAR(modularity(weighted_graph(34, with_weights(test::karate_edges())), factions), 0.3582347, 5e-7);
  EXPECT_EQ(modularity(weighted_graph(3, edges{}), std::vector<vertex_id>{0, 1, 2}), 0.0);
}

TEST(Modularity, RefusesWhatIsNoDivision) {
  const weighted_graph g(3, edges{{0, 1, 1.0}});
  EXPECT_THROW(modularity(g, std::vector<vertex_id>{0, 0}), invalid_parameter);
  EXPECT_THROW(modularity(g, std::vector<vertex_id>{0, 0, 3}), invalid_parameter);
}

TEST(Louvain, FindsPlantedBlocks) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    std::mt19937 coins(seed);
    const vertex_partition found =
        louvain_partition(weighted_graph(200, planted_edges(5, 40, 0.4, 0.02, coins)));
    ASSERT_EQ(found.count, 5U);
    for (vertex_id v = 0; v < 200; ++v) EXPECT_EQ(found.of[v], v % 5);
  }
}

/// Weights alone tell blocks apart where every pair is an edge.
TEST(Louvain, ReadsWeights) {
  edges list;
  for (vertex_id v = 0; v < 40; ++v)
    for (vertex_id u = 0; u < v; ++u) list.push_back({u, v, u % 4 == v % 4 ? 3.0 : 0.25});
  const vertex_partition found = louvain_partition(weighted_graph(40, list));
  ASSERT_EQ(found.count, 4U);
  for (vertex_id v = 0; v < 40; ++v) EXPECT_EQ(found.of[v], v % 4);
}

/// Of all divisions of up to seven vertices none is better by more than a little, and nothing is
/// claimed that the definition does not say.
TEST(Louvain, IsNearTheBestDivisionOfSmallGraphs) {
  std::mt19937 coins(5);
  double lost = 0.0;
  for (int trial = 0; trial < 60; ++trial) {
    const edges list = random_edges(7, 12, coins);
    const weighted_graph g(7, list);
    if (g.total_weight() == 0.0) continue;
    const vertex_partition found = louvain_partition(g);
    EXPECT_NEAR(found.modularity, modularity_by_definition(7, list, found.of), 1e-12);
    double best = -1.0;
    std::vector<vertex_id> of(7);
    const auto divide = [&](const auto& self, std::size_t v, vertex_id used) -> void {
      if (v == of.size()) {
        best = std::max(best, modularity(g, of));
        return;
      }
      for (vertex_id c = 0; c <= used && c < 7; ++c) {
        of[v] = c;
        self(self, v + 1, std::max(used, c + 1));
      }
    };
    divide(divide, 0, 0);
    EXPECT_LE(found.modularity, best + 1e-12);
    lost += best - found.modularity;
  }
  EXPECT_LT(lost / 60.0, 0.02);
}

TEST(Louvain, IsTheSameEveryTime) {
  const csr_graph social = test::social_graph();
  edges list;
  for (vertex_id v = 0; v < social.vertex_count(); ++v)
    for (const vertex_id u : social.neighbors(v))
      if (u < v) list.push_back({u, v, 1.0});
  const weighted_graph g(social.vertex_count(), list);
  const vertex_partition found = louvain_partition(g), again = louvain_partition(g);
  EXPECT_EQ(found.of, again.of);
  EXPECT_EQ(found.modularity, again.modularity);
  EXPECT_EQ(found.count, std::uint64_t{*std::ranges::max_element(found.of)} + 1);
  EXPECT_GT(found.modularity, 0.1);
}

TEST(Louvain, LeavesAloneWhoHasNoEdge) {
  const vertex_partition none = louvain_partition(weighted_graph(3, edges{}));
  EXPECT_EQ(none.of, (std::vector<vertex_id>{0, 1, 2}));
  EXPECT_EQ(none.count, 3U);
  EXPECT_EQ(none.modularity, 0.0);
  EXPECT_EQ(louvain_partition(weighted_graph()).count, 0U);
  const vertex_partition some = louvain_partition(weighted_graph(4, edges{{1, 3, 1.0}, {0, 2, 0.0}}));
  EXPECT_EQ(some.of, (std::vector<vertex_id>{0, 1, 2, 1}));
}

}  // namespace
}  // namespace edgeldp
