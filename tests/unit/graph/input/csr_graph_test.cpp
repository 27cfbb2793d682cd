// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/csr_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/concept/assert.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/csr_graph_bgl.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

BOOST_CONCEPT_ASSERT((boost::concepts::VertexListGraph<csr_graph>));
BOOST_CONCEPT_ASSERT((boost::concepts::AdjacencyGraph<csr_graph>));
BOOST_CONCEPT_ASSERT((boost::concepts::IncidenceGraph<csr_graph>));

std::vector<vertex_id> copy_neighbors(const csr_graph& g, vertex_id v) {
  return {g.neighbors(v).begin(), g.neighbors(v).end()};
}

TEST(CsrGraphTest, DefaultHasNoVertex) {
  const csr_graph g;
  EXPECT_EQ(g.vertex_count(), 0U);
  EXPECT_EQ(g.edge_count(), 0U);
  EXPECT_EQ(g, csr_graph(0, {}));
}

TEST(CsrGraphTest, DropsSelfLoopsAndRepeatsInEitherDirection) {
  const test::edge_list edges = {{0, 1}, {1, 0}, {2, 2}, {0, 1}, {3, 1}};
  const csr_graph g(5, edges);
  EXPECT_EQ(g.vertex_count(), 5U);
  EXPECT_EQ(g.edge_count(), 2U);
  EXPECT_EQ(copy_neighbors(g, 1), (std::vector<vertex_id>{0, 3}));
  EXPECT_EQ(g.degree(2), 0U);
  EXPECT_TRUE(g.neighbors(4).empty());
}

/// A path 0 - 1 - 2 in arrays of somebody else.
struct path_arrays {
  std::vector<std::uint64_t> offsets = {0, 1, 3, 4};
  std::vector<vertex_id> neighbors = {1, 0, 2, 1};
  csr_graph graph() const { return csr_graph::over(offsets, neighbors, nullptr); }
};

TEST(CsrGraphTest, SharesArraysOfOthers) {
  const auto arrays = std::make_shared<const path_arrays>();
  csr_graph copy;
  {
    const csr_graph g = csr_graph::over(arrays->offsets, arrays->neighbors, arrays);
    copy = g;
    EXPECT_EQ(g.neighbors(1).data(), arrays->neighbors.data() + 1);
  }
  EXPECT_EQ(arrays.use_count(), 2) << "the copy keeps them";
  EXPECT_EQ(copy.all_neighbors().data(), arrays->neighbors.data());
  EXPECT_EQ(copy.offsets().data(), arrays->offsets.data());
  EXPECT_EQ(copy, csr_graph(3, test::edge_list{{2, 1}, {0, 1}}));
}

TEST(CsrGraphTest, RefusesArraysThatAreNoUndirectedGraph) {
  const auto expect_refusal = [](const path_arrays& a, const std::string& why) {
    try {
      a.graph();
      ADD_FAILURE() << "accepted: " << why;
    } catch (const invalid_parameter& e) {
      EXPECT_NE(std::string(e.what()).find(why), std::string::npos) << e.what();
    }
  };
  EXPECT_EQ(path_arrays().graph().edge_count(), 2U);
  expect_refusal({{}, {}}, "there is none");
  expect_refusal({{0, 1, 3, 3}, {1, 0, 2, 1}}, "go from 0 to 3");
  expect_refusal({{1, 1, 3, 4}, {1, 0, 2, 1}}, "go from 1 to 4");
  expect_refusal({{0, 3, 1, 4}, {1, 0, 2, 1}}, "offsets[2] = 1");
  expect_refusal({{0, 1, 3, 4}, {1, 2, 0, 1}}, "vertex 1 is not strictly increasing: 0 follows 2");
  expect_refusal({{0, 1, 3, 4}, {1, 0, 0, 1}}, "vertex 1 is not strictly increasing");
  expect_refusal({{0, 1, 3, 4}, {1, 0, 3, 1}}, "vertex 1 holds 3, and there are 3");
  expect_refusal({{0, 1, 3, 4}, {0, 0, 2, 1}}, "vertex 0 holds the vertex itself");
  expect_refusal({{0, 1, 2, 3}, {1, 2, 1}}, "vertex 0 has the neighbour 1, but not the other way");
}

TEST(CsrGraphTest, ListsAreSortedAndSymmetric) {
  const csr_graph g = generate_rmat(10, 8000, 1);
  for (vertex_id v = 0; v < g.vertex_count(); ++v) {
    const auto list = g.neighbors(v);
    EXPECT_TRUE(std::is_sorted(list.begin(), list.end(), std::less_equal<>()));
    for (const vertex_id u : list) {
      const auto back = g.neighbors(u);
      EXPECT_TRUE(std::binary_search(back.begin(), back.end(), v)) << u << ' ' << v;
    }
  }
}

TEST(CsrGraphTest, RejectsEndOutsideNamingTheFirst) {
  test::edge_list edges(50000, {0, 1});
  edges[40000] = {0, 7};
  edges[20000] = {9, 1};
  try {
    const csr_graph g(2, edges);
    FAIL() << "accepted an end outside";
  } catch (const invalid_parameter& error) {
    EXPECT_NE(std::string(error.what()).find("edges[20000] = (9, 1)"), std::string::npos) << error.what();
  }
}

TEST(CsrGraphTest, RejectsMoreVerticesThanIdsBeforeAllocating) {
  EXPECT_THROW(csr_graph((std::uint64_t{1} << 32) + 1, {}), invalid_parameter);
}

TEST(CsrGraphTest, IsTheSameForEveryOrderAndThreadCount) {
  test::edge_list edges = test::karate_edges();
  for (int i = 0; i < 9; ++i) edges.insert(edges.end(), edges.begin(), edges.end());  // several grains
  const csr_graph expected = test::karate_graph();
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    const thread_limit limit(threads);
    EXPECT_EQ(csr_graph(34, edges), expected);
    std::reverse(edges.begin(), edges.end());
  }
}

/// Long lists are sorted in another way than short ones.
TEST(CsrGraphTest, LongListsAreTheSameForEveryOrderAndThreadCount) {
  constexpr vertex_id n = 300;
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (vertex_id u = 0; u < n; ++u)
    for (vertex_id v = 0; v < n; ++v)
      if ((u * v + u + v) % 3 == 0) edges.emplace_back(u, v);  // loops and both directions among them
  std::vector<std::set<vertex_id>> lists(n);
  for (const auto& [u, v] : edges)
    if (u != v) lists[u].insert(v), lists[v].insert(u);
  std::mt19937 shuffling(5);
  for (const unsigned threads : {1U, 2U, 3U, 7U}) {
    const thread_limit limit(threads);
    std::ranges::shuffle(edges, shuffling);
    const csr_graph g(n, edges);
    for (vertex_id v = 0; v < n; ++v) ASSERT_TRUE(std::ranges::equal(g.neighbors(v), lists[v])) << v;
  }
}

TEST(CsrGraphTest, EqualityComparesIsolatedVerticesToo) {
  EXPECT_NE(csr_graph(3, {}), csr_graph(4, {}));
  const test::edge_list edges = {{0, 1}};
  EXPECT_NE(csr_graph(3, edges), csr_graph(3, {}));
}

TEST(CsrGraphTest, RunsBoostAlgorithms) {
  const test::edge_list edges = {{0, 1}, {1, 2}, {3, 4}};
  const csr_graph g(6, edges);
  std::vector<int> component(g.vertex_count());
  const auto component_of = boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, g));
  EXPECT_EQ(boost::connected_components(g, component_of), 3);
  EXPECT_EQ(component[0], component[2]);
  EXPECT_NE(component[2], component[3]);

  std::vector<int> distance(g.vertex_count(), -1);
  distance[0] = 0;
  const auto distance_of = boost::make_iterator_property_map(distance.begin(), get(boost::vertex_index, g));
  boost::breadth_first_search(
      g, 0U,
      boost::visitor(boost::make_bfs_visitor(boost::record_distances(distance_of, boost::on_tree_edge()))));
  EXPECT_EQ(distance, (std::vector<int>{0, 1, 2, -1, -1, -1}));
}

TEST(CsrGraphTest, EdgeEqualsItsReverse) {
  EXPECT_EQ((csr_edge{1, 2}), (csr_edge{2, 1}));
  EXPECT_FALSE((csr_edge{1, 2} == csr_edge{1, 3}));
}

}  // namespace
}  // namespace edgeldp
