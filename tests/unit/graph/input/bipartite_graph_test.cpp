// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/bipartite_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

using ids = std::vector<std::uint64_t>;
using edges = std::vector<std::pair<vertex_id, vertex_id>>;

std::vector<vertex_id> neighbors(const bipartite_graph& g, layer side, vertex_id v) {
  const auto list = g.neighbors(side, v);
  return {list.begin(), list.end()};
}

std::string message_of(std::string_view text) {
  try {
    parse_bipartite_graph(text, "file");
  } catch (const bad_graph_input& error) {
    return error.what();
  }
  return "accepted";
}

TEST(BipartiteGraphTest, HoldsSortedListsOfBothLayersWithoutRepeats) {
  const edges given = {{1, 3}, {0, 2}, {1, 0}, {1, 3}, {0, 0}, {1, 0}};
  const bipartite_graph g(3, 4, given);
  EXPECT_EQ(g.vertex_count(layer::left), 3U);
  EXPECT_EQ(g.vertex_count(layer::right), 4U);
  EXPECT_EQ(g.edge_count(), 4U);
  EXPECT_EQ(neighbors(g, layer::left, 0), (std::vector<vertex_id>{0, 2}));
  EXPECT_EQ(neighbors(g, layer::left, 1), (std::vector<vertex_id>{0, 3}));
  EXPECT_EQ(neighbors(g, layer::left, 2), std::vector<vertex_id>{});
  EXPECT_EQ(neighbors(g, layer::right, 0), (std::vector<vertex_id>{0, 1}));
  EXPECT_EQ(g.degree(layer::right, 1), 0U);
  edges shuffled = given;
  std::ranges::reverse(shuffled);
  EXPECT_EQ(bipartite_graph(3, 4, shuffled), g);
}

TEST(BipartiteGraphTest, RefusesEndsOutsideTheirLayer) {
  const edges right = {{0, 0}, {0, 2}}, left = {{3, 0}};
  EXPECT_THROW(bipartite_graph(3, 2, right), invalid_parameter);
  EXPECT_THROW(bipartite_graph(3, 2, left), invalid_parameter);
  EXPECT_THROW(bipartite_graph((std::uint64_t{1} << 32) + 1, 2, {}), invalid_parameter);
  EXPECT_EQ(bipartite_graph(0, 0, {}).edge_count(), 0U);
}

TEST(BipartiteGraphTest, ReadsTwoIdSpaces) {
  const auto r = parse_bipartite_graph("# users and items\n\n7\t7\r\n7 9 extra\n5,7,4.0\n7 7\n", "file");
  EXPECT_EQ(r.left_labels, (ids{7, 5}));
  EXPECT_EQ(r.right_labels, (ids{7, 9}));
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
  EXPECT_EQ(r.left_labels, ids{1});
  EXPECT_EQ(r.right_labels, (ids{31, 32}));
  EXPECT_EQ(r.clean_up.lines, 3U);
  EXPECT_EQ(r.clean_up.comments, 1U);
  EXPECT_EQ(parse_bipartite_graph("# x\n\"user\",\"movie\"\n1,2", "file").graph.edge_count(), 1U);
}

TEST(BipartiteGraphTest, NamesTheBadLine) {
  EXPECT_EQ(message_of("user item\n1 2\n3 x\n"),
            "file: line 3: expected two vertex ids from 0 to 18446744073709551615, found \"3 x\"");
  EXPECT_NE(message_of("user item\nuser item\n1 2\n").find("line 2"), std::string::npos);
  EXPECT_NE(message_of("1\n").find("line 1"), std::string::npos);
  EXPECT_NE(message_of("1 2\nuser item\n").find("line 2"), std::string::npos);
  EXPECT_NE(message_of("user item\n").find("no edge line among 1 lines"), std::string::npos);
}

TEST(BipartiteGraphTest, DeclaresALayer) {
  const auto r = parse_bipartite_graph("7 1\n9 2\n", "file");
  const auto users = with_users(r, layer::left, ids{5, 7, 9});
  EXPECT_EQ(users.are_declared, (std::array<bool, 2>{true, false}));
  EXPECT_EQ(users.left_labels, (ids{5, 7, 9}));
  EXPECT_EQ(neighbors(users.graph, layer::left, 0), std::vector<vertex_id>{});
  EXPECT_EQ(neighbors(users.graph, layer::left, 2), std::vector<vertex_id>{1});
  const auto both = with_users(users, layer::right, ids{3, 2, 1});
  EXPECT_EQ(both.are_declared, (std::array<bool, 2>{true, true}));
  EXPECT_EQ(neighbors(both.graph, layer::left, 1), std::vector<vertex_id>{2});
  EXPECT_THROW(with_users(r, layer::right, ids{1, 3}), bad_graph_input);
}

TEST(BipartiteGraphTest, ReadsSparseIds) {
  const auto r = parse_bipartite_graph("18446744073709551615 0\n1 18446744073709551614\n", "file");
  EXPECT_EQ(r.left_labels, (ids{18446744073709551615U, 1}));
  EXPECT_EQ(r.right_labels, (ids{0, 18446744073709551614U}));
}

TEST(BipartiteGraphTest, RefusesAMissingFile) {
  EXPECT_THROW(read_bipartite_graph("no/such/file.txt"), io_error);
}

}  // namespace
}  // namespace edgeldp
