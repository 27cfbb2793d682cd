// SPDX-License-Identifier: MIT
// Directed graphs: lists of outgoing neighbours, and files read with their directions.
#include "edgeldp/graph/input/arc_graph.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/input/read_graph.hpp"

namespace edgeldp {
namespace {

using arc_list = std::vector<std::pair<vertex_id, vertex_id>>;

arc_list arcs_of(const arc_graph& g) {
  arc_list all;
  for (vertex_id v = 0; v < g.vertex_count(); ++v)
    for (const vertex_id w : g.out_neighbors(v)) all.emplace_back(v, w);
  return all;
}

reading with_directions(graph_format format = graph_format::automatic) {
  reading how(format);
  how.keeps_directions = true;
  return how;
}

TEST(ArcGraphTest, KeepsBothWaysAndDropsLoopsAndRepeats) {
  const arc_graph g(4, arc_list{{2, 1}, {0, 3}, {0, 1}, {1, 0}, {3, 3}, {0, 1}, {2, 0}});
  EXPECT_EQ(arcs_of(g), (arc_list{{0, 1}, {0, 3}, {1, 0}, {2, 0}, {2, 1}}));
  EXPECT_EQ(g.arc_count(), 5U);
  EXPECT_EQ(g.out_degree(3), 0U);
  EXPECT_TRUE(g.has_arc(1, 0));
  EXPECT_FALSE(g.has_arc(3, 0));
  std::vector<vertex_id> scratch;
  EXPECT_EQ(g.out_lists().vertex_count(), 4U);
  EXPECT_EQ(g.out_lists().neighbors(2, scratch).size(), 2U);
}

TEST(ArcGraphTest, IsEmptyUntilMadeAndRefusesEndsThatAreNone) {
  EXPECT_EQ(arc_graph().vertex_count(), 0U);
  EXPECT_EQ(arc_graph(0, arc_list{}).arc_count(), 0U);
  EXPECT_EQ(arc_graph(3, arc_list{}).out_lists().vertex_count(), 3U);
  EXPECT_THROW(arc_graph(2, arc_list{{0, 1}, {0, 2}}), invalid_parameter);
  EXPECT_THROW(arc_graph(2, arc_list{{2, 0}}), invalid_parameter);
}

TEST(ArcGraphTest, AnEdgeListIsReadAsItDirects) {
  const read_graph_result read = parse_graph("1 2\n2 1\n3 1\n1 2\n3 3\n", "list", with_directions());
  EXPECT_EQ(arcs_of(read.arcs), (arc_list{{0, 1}, {1, 0}, {2, 0}}));
  EXPECT_EQ(read.graph.edge_count(), 2U);
  EXPECT_EQ(read.clean_up.reversed, 0U);
  EXPECT_EQ(read.clean_up.duplicates, 1U);
  EXPECT_EQ(read.clean_up.self_loops, 1U);
  EXPECT_TRUE(read.clean_up.cautions.empty());
  EXPECT_EQ(parse_graph("1 2\n2 1\n", "list").arcs.vertex_count(), 0U) << "nobody asked for directions";
}

TEST(ArcGraphTest, AListThatLooksUndirectedIsSaidToDoSo) {
  EXPECT_TRUE(parse_graph("1 2\n1 3\n2 3\n", "list", with_directions()).clean_up.cautions.empty())
      << "too few";
  std::string rising;
  for (int u = 0; u < 8; ++u) rising += std::to_string(u) + ' ' + std::to_string(u + 1) + '\n';
  const read_graph_result read = parse_graph(rising, "list", with_directions());
  ASSERT_EQ(read.clean_up.cautions.size(), 1U);
  EXPECT_NE(read.clean_up.cautions.front().find("without directions"), std::string::npos);
}

TEST(ArcGraphTest, ACommentOnEdgesIsComparedWithArcs) {
  const std::string text = "# Nodes: 3 Edges: 4\n1\t2\n2\t1\n3\t1\n1\t3\n";
  EXPECT_TRUE(parse_graph(text, "list", with_directions()).clean_up.cautions.empty());
  const std::string cut = "# Nodes: 3 Edges: 9\n1\t2\n2\t1\n3\t1\n1\t3\n";
  EXPECT_FALSE(parse_graph(cut, "list", with_directions()).clean_up.cautions.empty());
}

TEST(ArcGraphTest, FormatsWithDirectionsKeepThem) {
  const arc_list wanted{{0, 1}, {2, 0}};
  const auto arcs = [](const std::string& text, graph_format format) {
    return arcs_of(parse_graph(text, "graph", with_directions(format)).arcs);
  };
  EXPECT_EQ(arcs("%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n3 1\n",
                 graph_format::matrix_market),
            wanted);
  EXPECT_EQ(arcs("*Vertices 3\n*Arcs\n1 2\n3 1\n", graph_format::pajek), wanted);
  EXPECT_EQ(arcs("<graphml><graph edgedefault=\"directed\"><node id=\"0\"/><node id=\"1\"/><node id=\"2\"/>"
                 "<edge source=\"0\" target=\"1\"/><edge source=\"2\" target=\"0\"/></graph></graphml>",
                 graph_format::graphml),
            wanted);
  reading names = with_directions();
  names.has_names = true;
  EXPECT_EQ(arcs_of(parse_graph("a b\nc a\n", "graph", names).arcs), wanted);
  EXPECT_EQ(arcs("0 1\n1\n2 0\n", graph_format::adjacency_list), wanted);
}

TEST(ArcGraphTest, FormatsWithoutAreRefused) {
  const auto refuses = [](const std::string& text, graph_format format) {
    try {
      parse_graph(text, "graph", with_directions(format));
    } catch (const bad_graph_input& e) {
      return std::string(e.what()).find("directions cannot be kept") != std::string::npos;
    }
    return false;
  };
  EXPECT_TRUE(refuses("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n",
                      graph_format::matrix_market));
  EXPECT_TRUE(refuses("3 2\n2 3\n1\n1\n", graph_format::metis));
  EXPECT_TRUE(refuses("*Vertices 3\n*Edges\n1 2\n", graph_format::pajek));
  EXPECT_TRUE(refuses("*Vertices 3\n*Arcs\n1 2\n*Edges\n2 3\n", graph_format::pajek));
  EXPECT_TRUE(
      refuses("<graphml><graph edgedefault=\"directed\"><node id=\"0\"/><node id=\"1\"/>"
              "<edge source=\"0\" target=\"1\" directed=\"false\"/></graph></graphml>",
              graph_format::graphml));
  EXPECT_TRUE(refuses("% sym unweighted\n1 2\n2 3\n", graph_format::automatic));
}

TEST(ArcGraphTest, DeclaredUsersTakeTheirPlaces) {
  const read_graph_result read = parse_graph("1 2\n3 1\n", "list", with_directions());
  const std::vector<std::uint64_t> users = {9, 3, 2, 1};
  EXPECT_EQ(arcs_of(with_users(read, users).arcs), (arc_list{{1, 3}, {3, 2}}));
}

}  // namespace
}  // namespace edgeldp
