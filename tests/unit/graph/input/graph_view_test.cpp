// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/graph_view.hpp"

#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/adjacency_matrix.hpp>
#include <boost/graph/filtered_graph.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

using vector_graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using directed_graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
using list_graph = boost::adjacency_list<boost::setS, boost::listS, boost::undirectedS,
                                         boost::property<boost::vertex_index_t, unsigned>>;

static_assert(UndirectedGraph<vector_graph>);
static_assert(UndirectedGraph<list_graph>);
static_assert(UndirectedGraph<boost::adjacency_matrix<boost::undirectedS>>);
static_assert(!UndirectedGraph<directed_graph>);
static_assert(!UndirectedGraph<int>);
static_assert(std::is_convertible_v<const csr_graph&, graph_view>);
static_assert(!std::is_convertible_v<int, graph_view>);
static_assert(std::is_copy_constructible_v<graph_view>);

std::vector<vertex_id> copy_neighbors(const graph_view& view, vertex_id v) {
  std::vector<vertex_id> scratch;
  const auto list = view.neighbors(v, scratch);
  return {list.begin(), list.end()};
}

TEST(GraphViewTest, ShowsTheSameListsAsTheCsrGraph) {
  const csr_graph g = test::karate_graph();
  const graph_view view(g);
  ASSERT_EQ(view.vertex_count(), 34U);
  std::vector<vertex_id> scratch;
  EXPECT_EQ(view.neighbors(0, scratch).data(), g.neighbors(0).data());
  EXPECT_TRUE(scratch.empty());
}

TEST(GraphViewTest, ShowsABoostGraphSorted) {
  const csr_graph expected = test::karate_graph();
  vector_graph g(34);
  auto edges = test::karate_edges();
  for (auto it = edges.rbegin(); it != edges.rend(); ++it) add_edge(it->first, it->second, g);
  const graph_view view(g);
  for (vertex_id v = 0; v < 34; ++v) {
    const auto list = expected.neighbors(v);
    EXPECT_EQ(copy_neighbors(view, v), std::vector<vertex_id>(list.begin(), list.end()));
  }
}

TEST(GraphViewTest, ShowsListsOfOnesOwn) {
  const std::vector<std::vector<int>> adjacent = {{2, 1, 1, 0}, {0}, {0}, {}};
  const graph_view view(4, [&](vertex_id v) -> const std::vector<int>& { return adjacent[v]; });
  EXPECT_EQ(view.vertex_count(), 4U);
  EXPECT_EQ(copy_neighbors(view, 0), (std::vector<vertex_id>{1, 2})) << "sorted, without repeats and itself";
  EXPECT_EQ(copy_neighbors(view, 3), std::vector<vertex_id>{});
  EXPECT_THROW(graph_view(2, [&](vertex_id v) { return adjacent[v]; }), bad_graph_input);
  EXPECT_THROW(graph_view(2, [](vertex_id) { return std::vector<int>{-1}; }), bad_graph_input);
}

/// What is said of a graph that is refused.
template <class... Given>
std::string refusal_of(const Given&... given) {
  try {
    const graph_view view(given...);
  } catch (const bad_graph_input& e) {
    return e.what();
  }
  return "taken";
}

TEST(GraphViewTest, RefusesListsThatOneEndAloneHas) {
  const std::vector<std::vector<unsigned>> follows = {{1, 2}, {2}, {}, {0, 1, 2}};
  const auto lists = [&](vertex_id v) -> const std::vector<unsigned>& { return follows[v]; };
  EXPECT_EQ(refusal_of(std::uint64_t{4}, lists),
            "vertex 0 lists 1, but 1 does not list 0: edges are undirected, give each at both of its ends");
}

TEST(GraphViewTest, RefusesAGraphThatHidesVertices) {
  vector_graph all(30);
  for (unsigned a = 0; a < 30; ++a)
    for (unsigned b = a + 1; b < 30; ++b) add_edge(a, b, all);
  const std::function<bool(vector_graph::vertex_descriptor)> keep = [](auto v) { return v < 20; };
  const boost::filtered_graph<vector_graph, boost::keep_all, std::remove_const_t<decltype(keep)>> some(
      all, boost::keep_all{}, keep);
  EXPECT_NE(refusal_of(some).find("num_vertices says 30, but vertices() shows 20"), std::string::npos);

  list_graph people;
  for (unsigned i = 0; i < 6; ++i) add_vertex(i, people);
  const std::function<bool(list_graph::vertex_descriptor)> four = [&](auto v) {
    return get(boost::vertex_index, people, v) < 4;
  };
  const boost::filtered_graph<list_graph, boost::keep_all, std::remove_const_t<decltype(four)>> few(
      people, boost::keep_all{}, four);
  EXPECT_NE(refusal_of(few).find("boost::copy_graph"), std::string::npos);
}

TEST(GraphViewTest, TakesAFilterOfEdgesUnlessItHidesOneEnd) {
  vector_graph g(4);
  add_edge(0, 1, g);
  add_edge(1, 2, g);
  add_edge(2, 3, g);
  const std::function<bool(vector_graph::edge_descriptor)> both = [&](const auto& e) {
    return source(e, g) + target(e, g) != 3;
  };
  const boost::filtered_graph<vector_graph, std::remove_const_t<decltype(both)>> some(g, both);
  EXPECT_EQ(copy_neighbors(some, 1), (std::vector<vertex_id>{0}));
  const std::function<bool(vector_graph::edge_descriptor)> one = [&](const auto& e) {
    return source(e, g) < target(e, g);
  };
  const boost::filtered_graph<vector_graph, std::remove_const_t<decltype(one)>> half(g, one);
  EXPECT_NE(refusal_of(half).find("does not list"), std::string::npos);
}

TEST(GraphViewTest, HidesParallelEdgesAndSelfLoops) {
  vector_graph g(3);
  add_edge(0, 1, g);
  add_edge(1, 0, g);
  add_edge(0, 0, g);
  add_edge(0, 2, g);
  EXPECT_EQ(copy_neighbors(g, 0), (std::vector<vertex_id>{1, 2}));
}

TEST(GraphViewTest, ReadsAnInteriorIndexMap) {
  list_graph g;
  const auto a = add_vertex(1, g);
  const auto b = add_vertex(0, g);
  const auto c = add_vertex(2, g);
  add_edge(a, b, g);
  add_edge(a, c, g);
  EXPECT_EQ(copy_neighbors(g, 1), (std::vector<vertex_id>{0, 2}));
  EXPECT_EQ(copy_neighbors(g, 0), (std::vector<vertex_id>{1}));
}

TEST(GraphViewTest, RejectsAnIndexMapThatIsNoNumbering) {
  list_graph outside;
  add_vertex(0, outside);
  add_vertex(2, outside);
  EXPECT_THROW(graph_view{outside}, bad_graph_input);
  list_graph repeated;
  add_vertex(1, repeated);
  add_vertex(1, repeated);
  EXPECT_THROW(graph_view{repeated}, bad_graph_input);
}

}  // namespace
}  // namespace edgeldp
