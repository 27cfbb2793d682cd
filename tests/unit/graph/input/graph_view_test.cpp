// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/graph_view.hpp"

#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/adjacency_matrix.hpp>
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
  const graph_view wrong(2, [&](vertex_id v) { return adjacent[v]; });
  EXPECT_THROW(copy_neighbors(wrong, 0), bad_graph_input);
  const graph_view negative(2, [](vertex_id) { return std::vector<int>{-1}; });
  EXPECT_THROW(copy_neighbors(negative, 0), bad_graph_input);
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
