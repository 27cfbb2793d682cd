// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/bipartite_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

using id_list = std::vector<std::uint64_t>;

std::vector<vertex_id> neighbors(const bipartite_graph& g, layer side, vertex_id v) {
  const auto list = g.neighbors(side, v);
  return {list.begin(), list.end()};
}

std::string message_of_layers(std::string_view text) {
  try {
    parse_bipartite_graph(text, "file");
  } catch (const bad_graph_input& error) {
    return error.what();
  }
  return "accepted";
}

TEST(BipartiteGraphTest, HoldsSortedListsOfBothLayersWithoutRepeats) {
  const test::edge_list given = {{1, 3}, {0, 2}, {1, 0}, {1, 3}, {0, 0}, {1, 0}};
  const bipartite_graph g(3, 4, given);
  EXPECT_EQ(g.vertex_count(layer::left), 3U);
  EXPECT_EQ(g.vertex_count(layer::right), 4U);
  EXPECT_EQ(g.edge_count(), 4U);
  EXPECT_EQ(neighbors(g, layer::left, 0), (std::vector<vertex_id>{0, 2}));
  EXPECT_EQ(neighbors(g, layer::left, 1), (std::vector<vertex_id>{0, 3}));
  EXPECT_EQ(neighbors(g, layer::left, 2), std::vector<vertex_id>{});
  EXPECT_EQ(neighbors(g, layer::right, 0), (std::vector<vertex_id>{0, 1}));
  EXPECT_EQ(g.degree(layer::right, 1), 0U);
  test::edge_list shuffled = given;
  std::ranges::reverse(shuffled);
  EXPECT_EQ(bipartite_graph(3, 4, shuffled), g);
}

TEST(BipartiteGraphTest, RefusesEndsOutsideTheirLayer) {
  const test::edge_list right = {{0, 0}, {0, 2}}, left = {{3, 0}};
  EXPECT_THROW(bipartite_graph(3, 2, right), invalid_parameter);
  EXPECT_THROW(bipartite_graph(3, 2, left), invalid_parameter);
  EXPECT_THROW(bipartite_graph((std::uint64_t{1} << 32) + 1, 2, {}), invalid_parameter);
  EXPECT_EQ(bipartite_graph(0, 0, {}).edge_count(), 0U);
}

TEST(BipartiteGraphTest, ReadsTwoIdSpaces) {
  const auto r = parse_bipartite_graph("# users and items\n\n7\t7\r\n7 9 extra\n5,7,4.0\n7 7\n", "file");
  EXPECT_EQ(r.left_labels, (id_list{7, 5}));
  EXPECT_EQ(r.right_labels, (id_list{7, 9}));
  EXPECT_EQ(neighbors(r.graph, layer::left, 0), (std::vector<vertex_id>{0, 1}));
  EXPECT_EQ(neighbors(r.graph, layer::right, 0), (std::vector<vertex_id>{0, 1}));
  EXPECT_EQ(r.clean_up.lines, 6U);
  EXPECT_EQ(r.clean_up.comments, 2U);
  EXPECT_EQ(r.clean_up.duplicates, 1U);
  EXPECT_EQ(r.clean_up.self_loops, 0U);
}

TEST(BipartiteGraphTest, SkipsOneHeaderLine) {
  const auto r = parse_bipartite_graph("\xef\xbb\xbfuserId,movieId,rating\n1,31,2.5\n1,32,3\n", "file");
  EXPECT_EQ(r.graph.edge_count(), 2U);
  EXPECT_EQ(r.left_labels, id_list{1});
  EXPECT_EQ(r.right_labels, (id_list{31, 32}));
  EXPECT_EQ(r.clean_up.lines, 3U);
  EXPECT_EQ(r.clean_up.comments, 1U);
  EXPECT_EQ(parse_bipartite_graph("# x\n\"user\",\"movie\"\n1,2", "file").graph.edge_count(), 1U);
}

TEST(BipartiteGraphTest, NamesTheBadLine) {
  EXPECT_EQ(message_of_layers("user item\n1 2\n3 x\n"),
            "file: line 3: expected two vertex ids from 0 to 18446744073709551615, found \"3 x\"");
  EXPECT_NE(message_of_layers("user item\nuser things\n1 2\n").find("line 2"), std::string::npos);
  EXPECT_NE(message_of_layers("1\n").find("line 1"), std::string::npos);
  EXPECT_NE(message_of_layers("1 2\nuser item\n").find("line 2"), std::string::npos);
  EXPECT_NE(message_of_layers("user item\n").find("no edge line among 1 lines"), std::string::npos);
}

TEST(BipartiteGraphTest, DeclaresALayer) {
  const auto r = parse_bipartite_graph("7 1\n9 2\n", "file");
  const auto users = with_users(r, layer::left, id_list{5, 7, 9});
  EXPECT_EQ(users.are_declared, (std::array<bool, 2>{true, false}));
  EXPECT_EQ(users.left_labels, (id_list{5, 7, 9}));
  EXPECT_EQ(neighbors(users.graph, layer::left, 0), std::vector<vertex_id>{});
  EXPECT_EQ(neighbors(users.graph, layer::left, 2), std::vector<vertex_id>{1});
  const auto both = with_users(users, layer::right, id_list{3, 2, 1});
  EXPECT_EQ(both.are_declared, (std::array<bool, 2>{true, true}));
  EXPECT_EQ(neighbors(both.graph, layer::left, 1), std::vector<vertex_id>{2});
  EXPECT_THROW(with_users(r, layer::right, id_list{1, 3}), bad_graph_input);
}

TEST(BipartiteGraphTest, ReadsSparseIds) {
  const auto r = parse_bipartite_graph("18446744073709551615 0\n1 18446744073709551614\n", "file");
  EXPECT_EQ(r.left_labels, (id_list{18446744073709551615U, 1}));
  EXPECT_EQ(r.right_labels, (id_list{0, 18446744073709551614U}));
}

TEST(BipartiteGraphTest, RefusesAMissingFile) {
  EXPECT_THROW(read_bipartite_graph("no/such/file.txt"), io_error);
}

// ---- sizes in headers and beside the file ----

TEST(BipartiteGraphTest, KonectDeclaresBothSides) {
  const auto r = parse_bipartite_graph("% bip unweighted\n% 3 3 4\n1 2\n3 2\n3 4\n", "out.x");
  EXPECT_EQ(r.left_labels, (id_list{1, 2, 3}));
  EXPECT_EQ(r.right_labels, (id_list{1, 2, 3, 4}));
  EXPECT_EQ(neighbors(r.graph, layer::right, 1), (std::vector<vertex_id>{0, 2}));
  EXPECT_TRUE(r.are_declared[0] && r.are_declared[1]);
  EXPECT_EQ(r.clean_up.comments, 2U);
  const auto left = parse_bipartite_graph("% bip unweighted\n% 2 3\n1 7\n3 7\n", "out.x");
  EXPECT_EQ(left.left_labels.size(), 3U);
  EXPECT_EQ(left.right_labels, id_list{7});
  EXPECT_FALSE(left.are_declared[1]);
  EXPECT_NE(
      message_of_layers("% bip unweighted\n% 4 3 4\n1 2\n").find("says that 4 edges follow, but file has 1"),
      std::string::npos);
  EXPECT_NE(message_of_layers("% bip unweighted\n% 1 3 4\n4 2\n")
                .find("3 vertices (ids from 1), but an edge of file names 4"),
            std::string::npos);
  EXPECT_NE(message_of_layers("% bip unweighted\n% 1 3 4\n3 5\n").find("names 5"), std::string::npos);
}

TEST(BipartiteGraphTest, ReadsRectangularMatrices) {
  const auto r = parse_bipartite_graph(
      "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 3 0.5\n2 1 1\n2 1 2\n", "file");
  EXPECT_EQ(r.graph.edge_count(), 2U);
  EXPECT_EQ(r.right_labels, (id_list{1, 2, 3}));
  EXPECT_EQ(r.clean_up.duplicates, 1U);
  EXPECT_TRUE(r.are_declared[1]);
  EXPECT_NE(
      message_of_layers("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n").find("general"),
      std::string::npos);
  EXPECT_NE(message_of_layers("%%MatrixMarket matrix coordinate pattern general\n2 3 1\n3 2\n")
                .find("from 1 to 2 and 3"),
            std::string::npos);
  EXPECT_THROW(parse_bipartite_graph("3 1\n2\n1\n\n", "file.graph"), bad_graph_input);
}

std::string message_of_pair(std::string_view lines, std::string_view sizes) {
  try {
    parse_bipartite_pair(lines, "x.e", sizes, "x.meta");
  } catch (const bad_graph_input& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SizedPairTest, IdsCountFromZeroOrOneAloneOrOn) {
  const std::vector<std::pair<id_list, const char*>> right_ids = {{{0, 1, 2}, "0 0\n1 2\n"},
                                                                  {{1, 2, 3}, "1 1\n2 3\n"},
                                                                  {{2, 3, 4}, "0 2\n1 4\n"},
                                                                  {{3, 4, 5}, "1 3\n2 5\n"}};
  for (const auto& [expected, lines] : right_ids)
    for (const char* sizes : {"2\n3\n2\n", "2 3", "# left right\n 2,3, 2\r\n"}) {
      const auto r = parse_bipartite_pair(lines, "x.e", sizes, "x.meta");
      EXPECT_EQ(r.right_labels, expected) << lines;
      EXPECT_EQ(r.left_labels.size(), 2U);
      EXPECT_EQ(r.graph.edge_count(), 2U);
      EXPECT_TRUE(r.are_declared[0] && r.are_declared[1]);
    }
}

TEST(SizedPairTest, SizesAreChecked) {
  EXPECT_NE(message_of_pair("0 0\n1 2\n", "2\n3\n9\n").find("x.meta says that 9 edges follow, but x.e has 2"),
            std::string::npos);
  EXPECT_NE(message_of_pair("0 0\n2 2\n", "2 3")
                .find("x.meta says that there are 2 left vertices, but in x.e their ids are 0 to 2"),
            std::string::npos);
  EXPECT_NE(message_of_pair("0 0\n1 3\n", "2 3").find("3 right vertices, but in x.e their ids are 0 to 3"),
            std::string::npos);
  EXPECT_NE(message_of_pair("0 0\n", "2 18446744073709551615").find("too many"), std::string::npos);
  EXPECT_NE(message_of_pair("0 0\n", "2").find("found 1"), std::string::npos);
  EXPECT_NE(message_of_pair("0 0\n", "1 2 3 4").find("found 4"), std::string::npos);
  EXPECT_NE(message_of_pair("0 0\n", "2\nthree").find("x.meta: line 2"), std::string::npos);
  EXPECT_NE(message_of_pair("0 0\n0 x\n", "2 3").find("x.e: line 2"), std::string::npos);
}

TEST(SizedPairTest, EitherFileNamesBoth) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "sized_pair";
  std::filesystem::create_directories(folder);
  const auto write = [&](const char* name, const char* text) { std::ofstream(folder / name) << text; };
  write("x.e", "0 0\n1 2\n");
  write("x.meta", "2 3 2");
  write("plain.e", "4 0\n1 2\n");
  write("lone.meta", "2 3 2");
  for (const char* name : {"x.e", "x.meta"}) {
    EXPECT_EQ(read_bipartite_graph((folder / name).string()).right_labels.size(), 3U) << name;
    EXPECT_THROW(read_graph((folder / name).string()), bad_graph_input) << name;
  }
  EXPECT_EQ(read_bipartite_graph((folder / "x.e").string(), graph_format::edge_list).right_labels.size(), 2U);
  EXPECT_EQ(read_bipartite_graph((folder / "plain.e").string()).left_labels, (id_list{4, 1}));
  EXPECT_THROW(read_bipartite_graph((folder / "lone.meta").string()), io_error);
  std::filesystem::remove_all(folder);
}

// ---- names ----

TEST(BipartiteGraphTest, SidesHaveNamesOfTheirOwn) {
  const auto r = parse_bipartite_graph("user,item\nann,jazz\nbob,jazz\njazz,rock\n", "file",
                                       graph_format::named_edge_list);
  EXPECT_EQ(r.names_of(layer::left), (std::vector<std::string>{"ann", "bob", "jazz"}));
  EXPECT_EQ(r.names_of(layer::right), (std::vector<std::string>{"jazz", "rock"}));
  EXPECT_EQ(neighbors(r.graph, layer::right, 0), (std::vector<vertex_id>{0, 1}));
  const auto declared = with_users(r, layer::right, std::vector<std::string>{"folk", "rock", "jazz"});
  EXPECT_EQ(declared.names_of(layer::left), r.names_of(layer::left));
  EXPECT_EQ(declared.names_of(layer::right)[2], "jazz");
  EXPECT_EQ(neighbors(declared.graph, layer::right, 2), (std::vector<vertex_id>{0, 1}));
  EXPECT_TRUE(declared.are_declared[1]);
  EXPECT_THROW(with_users(r, layer::right, std::vector<std::string>{"rock"}), bad_graph_input);
  EXPECT_THROW(parse_bipartite_graph("ann,jazz\nbob\n", "file", graph_format::named_edge_list),
               bad_graph_input);
}

}  // namespace
}  // namespace edgeldp
