// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

TEST(ExactTrianglesTest, CountsKnownGraphs) {
  for (const auto& known : test::known_graphs()) {
    SCOPED_TRACE(known.name);
    EXPECT_EQ(known.graph.edge_count(), known.edges);
    EXPECT_EQ(exact::count_triangles(known.graph), known.triangles);
    EXPECT_EQ(exact::count_two_stars(known.graph), known.two_stars);
    EXPECT_EQ(exact::max_degree(known.graph), known.max_degree);
    EXPECT_EQ(exact::degeneracy(known.graph), known.degeneracy);
  }
}

TEST(ExactTrianglesTest, CountsACompleteGraphBeyondOneGrain) {
  const csr_graph g = test::complete_graph(300);
  EXPECT_EQ(exact::count_triangles(g), 300U * 299 * 298 / 6);
  EXPECT_EQ(exact::count_two_stars(g), 300U * 299 * 298 / 2);
  EXPECT_EQ(exact::degeneracy(g), 299U);
}

TEST(ExactTrianglesTest, ReadsABoostGraph) {
  boost::adjacency_list<boost::setS, boost::vecS, boost::undirectedS> g(34);
  for (const auto& [u, v] : test::karate_edges()) add_edge(u, v, g);
  EXPECT_EQ(exact::count_triangles(g), 45U);
  EXPECT_EQ(exact::count_two_stars(g), 528U);
  EXPECT_EQ(exact::degeneracy(g), 4U);
  EXPECT_EQ(exact::max_degree(g), 17U);
}

TEST(ExactTrianglesTest, IsTheSameForEveryThreadCount) {
  const csr_graph g = generate_affiliation(3000, 30000, 5);
  const count_type expected = exact::count_triangles(g);
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    const thread_limit limit(threads);
    EXPECT_EQ(exact::count_triangles(g), expected);
  }
}

struct public_graph {
  const char* file;
  std::uint64_t nodes, edges, triangles, degeneracy;
};

class PublicGraphTest : public testing::TestWithParam<public_graph> {};

TEST_P(PublicGraphTest, HasThePublishedCounts) {
  const char* const folder = std::getenv("EDGELDP_DATASETS");
  if (folder == nullptr) GTEST_SKIP() << "EDGELDP_DATASETS is not set";
  const auto path = std::filesystem::path(folder) / GetParam().file;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is absent";
  const csr_graph g = read_graph(path.string()).graph;
  EXPECT_EQ(g.vertex_count(), GetParam().nodes);
  EXPECT_EQ(g.edge_count(), GetParam().edges);
  EXPECT_EQ(exact::count_triangles(g), GetParam().triangles);
  EXPECT_EQ(exact::degeneracy(g), GetParam().degeneracy);
}

// Nodes, edges and triangles: SNAP. Core numbers: a separate program that peels with a heap.
INSTANTIATE_TEST_SUITE_P(Snap, PublicGraphTest,
                         testing::Values(public_graph{"wiki-Vote.txt.gz", 7115, 100762, 608389, 53},
                                         public_graph{"facebook_combined.txt.gz", 4039, 88234, 1612010, 115},
                                         public_graph{"ca-GrQc.txt.gz", 5242, 14484, 48260, 43},
                                         public_graph{"email-Eu-core.txt.gz", 1005, 16064, 105461, 34},
                                         public_graph{"soc-Slashdot0902.txt.gz", 82168, 504230, 602592, 55}));

}  // namespace
}  // namespace edgeldp
