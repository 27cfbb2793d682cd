// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/lookup_edge.hpp>
#include <set>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/noisy/noisy_graph_bgl.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

namespace edgeldp {

/// A graph with noisy_graph's own traversal category that counts how often a pair is tested.
struct counted_graph {
  noisy_graph inner;
  mutable std::uint64_t tests = 0;
};

/// The broken twin: the same graph, but Boost.Graph is not told that edge(u, v, g) is cheap.
struct untagged_graph {
  noisy_graph inner;
  mutable std::uint64_t tests = 0;
};

template <class G>
std::pair<noisy_edge, bool> edge(vertex_id u, vertex_id v, const G& g)
  requires(std::is_same_v<G, counted_graph> || std::is_same_v<G, untagged_graph>)
{
  ++g.tests;
  return edge(u, v, g.inner);
}

inline auto out_edges(vertex_id u, const untagged_graph& g) {
  g.tests += g.inner.vertex_count();  // what a walk over all out-edges decodes
  return out_edges(u, g.inner);
}
inline auto out_edges(vertex_id u, const counted_graph& g) {
  g.tests += g.inner.vertex_count();
  return out_edges(u, g.inner);
}
inline vertex_id target(const noisy_edge& e, const untagged_graph&) {
  return e.target;
}
inline vertex_id target(const noisy_edge& e, const counted_graph&) {
  return e.target;
}

}  // namespace edgeldp

template <>
struct boost::graph_traits<edgeldp::counted_graph> : boost::graph_traits<edgeldp::noisy_graph> {};
template <>
struct boost::graph_traits<edgeldp::untagged_graph> : boost::graph_traits<edgeldp::noisy_graph> {
  using traversal_category = boost::incidence_graph_tag;
};

namespace edgeldp {
namespace {

noisy_graph make_noisy(codec_kind codec, user_order order, std::uint64_t n = 150) {
  two_step o;
  o.codec = codec_spec(codec);
  o.order = order;
  o.total = epsilon::from_nats(8.0);
  return noisy_graph(
      publish_graph(generate_affiliation(n, 8 * n, 2), o, {77}, coin_source::simulated(5)).published);
}

TEST(NoisyGraphTest, IsSymmetricWithoutLoops) {
  const noisy_graph g = make_noisy(codec_kind::ppr, user_order::noisy_degree);
  for (vertex_id u = 0; u < 150; ++u) {
    EXPECT_FALSE(g.has_edge(u, u));
    for (vertex_id v = 0; v < u; ++v) EXPECT_EQ(g.has_edge(u, v), g.has_edge(v, u));
  }
}

TEST(NoisyGraphTest, DecodedRowsEqualSingleTests) {
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
    for (const user_order order : {user_order::id, user_order::random, user_order::noisy_degree}) {
      const noisy_graph g = make_noisy(codec, order);
      const release_layout& layout = g.published().layout();
      std::vector<std::uint64_t> bits(3), positions(3);
      for (vertex_id u = 0; u < 150; ++u) {
        g.decode_row(u, bits);
        g.decode_row_positions(u, positions);
        for (vertex_id v = 0; v < 150; ++v) {
          const bool expected = layout.rank(v) < layout.rank(u) && g.has_edge(u, v);
          ASSERT_EQ((bits[v / 64] >> (v % 64)) & 1, expected ? 1U : 0U);
          const std::uint32_t x = layout.position(v);
          if (layout.rank(v) < layout.rank(u)) {
            ASSERT_EQ((positions[x / 64] >> (x % 64)) & 1, expected ? 1U : 0U);
          }
        }
      }
    }
  }
}

TEST(NoisyGraphTest, RefusesABitsetOfTheWrongSize) {
  const noisy_graph g = make_noisy(codec_kind::bitmap, user_order::id);
  std::vector<std::uint64_t> bits(2);
  EXPECT_THROW(g.decode_row(0, bits), invalid_parameter);
}

TEST(NoisyGraphBglTest, NeighborsAndDegreesMatchTheMatrix) {
  const noisy_graph g = make_noisy(codec_kind::ppr, user_order::noisy_degree);
  for (const vertex_id u : {0U, 17U, 149U}) {
    std::vector<vertex_id> expected, found;
    for (vertex_id v = 0; v < 150; ++v)
      if (g.has_edge(u, v)) expected.push_back(v);
    for (auto [it, last] = adjacent_vertices(u, g); it != last; ++it) found.push_back(*it);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(out_degree(u, g), expected.size());
    std::size_t i = 0;
    for (auto [it, last] = out_edges(u, g); it != last; ++it, ++i) {
      EXPECT_EQ(source(*it, g), u);
      EXPECT_EQ(target(*it, g), expected[i]);
    }
    EXPECT_EQ(i, expected.size());
  }
}

TEST(NoisyGraphBglTest, BreadthFirstSearchReachesWhatTheMatrixConnects) {
  const noisy_graph g = make_noisy(codec_kind::bitmap, user_order::noisy_degree);
  std::vector<int> distance(150, -1);
  distance[0] = 0;
  boost::breadth_first_search(g, vertex_id{0},
                              boost::visitor(boost::make_bfs_visitor(
                                  boost::record_distances(distance.data(), boost::on_tree_edge()))));
  for (vertex_id v = 1; v < 150; ++v) EXPECT_EQ(distance[v] == 1, g.has_edge(0, v));
  for (vertex_id u = 0; u < 150; ++u)
    for (vertex_id v = 0; v < u; ++v)
      EXPECT_FALSE(g.has_edge(u, v) && distance[u] >= 0 && std::abs(distance[u] - distance[v]) > 1);
}

TEST(NoisyGraphBglTest, LookupEdgeTestsOnePair) {
  const counted_graph counted{make_noisy(codec_kind::ppr, user_order::noisy_degree)};
  const auto [e, present] = boost::lookup_edge(vertex_id{3}, vertex_id{140}, counted);
  EXPECT_EQ(present, counted.inner.has_edge(3, 140));
  EXPECT_EQ(counted.tests, 1U);

  const untagged_graph untagged{counted.inner};
  EXPECT_EQ(boost::lookup_edge(vertex_id{3}, vertex_id{140}, untagged).second, present);
  EXPECT_GE(untagged.tests, 150U) << "without adjacency_matrix_tag Boost scans the row";
}

TEST(NoisyGraphBglTest, CanItselfBeAnInputGraph) {
  // At 8 nats the bitmap is nearly the hidden graph: the exact counter reads it through the view.
  const noisy_graph g = make_noisy(codec_kind::bitmap, user_order::id, 60);
  std::uint64_t expected = 0;
  for (vertex_id a = 0; a < 60; ++a)
    for (vertex_id b = 0; b < a; ++b)
      for (vertex_id c = 0; c < b; ++c)
        expected += g.has_edge(a, b) && g.has_edge(b, c) && g.has_edge(a, c) ? 1 : 0;
  EXPECT_EQ(exact::count_triangles(g), expected);
}

}  // namespace
}  // namespace edgeldp
