// SPDX-License-Identifier: MIT
#include "edgeldp/graph/comparison/graph_comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "support/graphs.hpp"

namespace edgeldp::exact {
namespace {

using labels = std::vector<std::pair<vertex_id, vertex_id>>;

const compared_query& query(const std::array<compared_query, 15>& all, std::string_view name) {
  return *std::ranges::find(all, name, &compared_query::name);
}

std::vector<user_in_both> everybody(const csr_graph& g) {
  std::vector<user_in_both> all;
  for (vertex_id v = 0; v < g.vertex_count(); ++v) all.emplace_back(v, v);
  return all;
}

std::array<compared_query, 15> compared(const csr_graph& a, const csr_graph& b) {
  return compare_profiles(profile_of(a, 128, 1), profile_of(b, 128, 1), everybody(a));
}

/// The path 0 - 1 - 2 - 3 beside the star of 0 with three leaves: all by hand.
TEST(GraphComparison, OfAPathAndAStar) {
  const csr_graph path(4, test::edge_list{{0, 1}, {1, 2}, {2, 3}});
  const auto all = compared(path, test::star_graph(3));
  const auto expect = [&](std::string_view name, double a, double b, std::optional<double> error) {
    SCOPED_TRACE(name);
    EXPECT_NEAR(query(all, name).first.value(), a, 1e-7);
    EXPECT_NEAR(query(all, name).second.value(), b, 1e-7);
    ASSERT_EQ(query(all, name).error.has_value(), error.has_value());
    if (error) {
      EXPECT_NEAR(query(all, name).error.value(), *error, 1e-7);
    }
  };
  expect("nodes", 4, 4, 0);
  expect("edges", 3, 3, 0);
  expect("triangles", 0, 0, 0);
  expect("average_degree", 1.5, 1.5, 0);
  expect("degree_variance", 1.0 / 3.0, 1, 2);
  // Half of the path's users have degree 1, half 2; of the star's three have 1 and one has 3.
  const double tiny = std::ldexp(1.0, -52);
  expect("degree_distribution", 2, 3, 0.5 * std::log(0.5 / 0.75) + 0.5 * std::log((0.5 + tiny) / tiny));
  expect("diameter", 3, 2, 1.0 / 3.0);
  expect("average_distance", 10.0 / 6.0, 1.5, 0.1);
  // Of 16 pairs the path has 4, 6, 4, 2 by distance, the star 4, 6, 6.
  expect("distance_distribution", 1, 1,
         0.25 * std::log(0.25 / 0.375) + 0.125 * std::log((0.125 + tiny) / tiny));
  expect("global_clustering", 0, 0, 0);
  expect("average_clustering", 0, 0, 0);
  // The path falls into two halves, 2 (1/3 - 1/4); the star does not.
  expect("modularity", 1.0 / 6.0, 0, 1);
  expect("communities", 2, 1, 0);
  expect("assortativity", -0.5, -1, 1);
  // The path's eigenvalue is the golden ratio.
  const double golden = 0.5 * (1.0 + std::sqrt(5.0));
  const double middle = golden / std::sqrt(2.0 * (1.0 + golden * golden));
  expect("eigenvector_centrality", middle, std::sqrt(0.5), std::sqrt(0.5) - middle);
}

TEST(GraphComparison, OfAGraphWithItself) {
  const csr_graph g = test::social_graph();
  for (const compared_query& q : compared(g, g)) {
    SCOPED_TRACE(q.name);
    EXPECT_EQ(q.first, q.second);
    EXPECT_DOUBLE_EQ(q.error.value(), q.measure == error_measure::information ? 1.0 : 0.0);
  }
}

TEST(GraphComparison, SaysWhereThereIsNoError) {
  const auto all = compared(test::cycle_graph(4), test::complete_graph(4));
  EXPECT_EQ(query(all, "triangles").second, 4.0);
  EXPECT_FALSE(query(all, "triangles").error.has_value());  // of 0
  EXPECT_FALSE(query(all, "assortativity").first.has_value());
  EXPECT_FALSE(query(all, "assortativity").error.has_value());
  std::set<std::string_view> names;
  for (const compared_query& q : all) names.insert(q.name);
  EXPECT_EQ(names.size(), 15U);
}

/// Of 250 users the two most central.
TEST(GraphComparison, CentralitiesOfOneInAHundred) {
  graph_profile a, b;
  a.nodes = 250;
  a.centralities = {0.5, 0.4, 0.3};
  b.centralities = {0.6};
  EXPECT_DOUBLE_EQ(query(compare_profiles(a, b, {}), "eigenvector_centrality").error.value(), 0.25);
  a.nodes = 99;
  EXPECT_DOUBLE_EQ(query(compare_profiles(a, b, {}), "eigenvector_centrality").error.value(), 0.1);
}

TEST(GraphComparison, DivergenceByHand) {
  const std::vector<double> p = {0.5, 0.25, 0.25}, q = {0.25, 0.75};
  const double tiny = std::ldexp(1.0, -52);
  EXPECT_NEAR(divergence(p, q),
              0.5 * std::log(2.0) + 0.25 * std::log(1.0 / 3.0) + 0.25 * std::log(0.25 / tiny), 1e-12);
  EXPECT_NEAR(divergence(q, p), 0.25 * std::log(0.5) + 0.75 * std::log(3.0), 1e-12);
  EXPECT_EQ(divergence(p, p), 0.0);
  EXPECT_EQ(divergence({}, q), 0.0);
}

/// Values of scikit-learn's normalized_mutual_info_score, which are also those of the definition.
TEST(GraphComparison, InformationByHand) {
  EXPECT_DOUBLE_EQ(normalized_information(labels{{0, 5}, {0, 5}, {1, 2}, {1, 2}}).value(), 1.0);
  EXPECT_NEAR(normalized_information(labels{{0, 0}, {0, 1}, {1, 0}, {1, 1}}).value(), 0.0, 1e-15);
  EXPECT_EQ(normalized_information(labels{{3, 1}, {3, 1}}).value(), 1.0);
  EXPECT_EQ(normalized_information(labels{{0, 0}, {0, 1}}).value(), 0.0);
  EXPECT_FALSE(normalized_information(labels{}).has_value());
  // {0, 1}, {2} beside {0}, {1, 2}: information ln 3 - (4/3) ln 2, entropies ln 3 - (2/3) ln 2.
  EXPECT_NEAR(normalized_information(labels{{0, 0}, {0, 1}, {1, 1}}).value(),
              (std::log(3.0) - 4.0 / 3.0 * std::log(2.0)) / (std::log(3.0) - 2.0 / 3.0 * std::log(2.0)),
              1e-12);
}

TEST(GraphComparison, UsersAreTheSameByWhatFilesCallThem) {
  const auto numbers = parse_graph("7 5\n5 9\n", "numbers");
  const auto others = parse_graph("9 1\n1 7\n", "others");
  EXPECT_EQ(users_in_both(numbers, others), (std::vector<user_in_both>{{0, 2}, {2, 0}}));
  const auto names = parse_graph("ann 7\n7 9\n", "names", graph_format::named_edge_list);
  EXPECT_EQ(users_in_both(names, numbers), (std::vector<user_in_both>{{1, 0}, {2, 2}}));
  EXPECT_TRUE(users_in_both(parse_graph("1 2\n", "a"), parse_graph("3 4\n", "b")).empty());
}

/// Communities of users of both graphs alone, whatever their numbers are.
TEST(GraphComparison, CommunitiesOfUsersOfBoth) {
  const csr_graph two(6, test::edge_list{{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {3, 5}});
  const graph_profile p = profile_of(two, 128, 1);
  const std::vector<user_in_both> same = {{0, 0}, {1, 1}, {3, 3}}, crossed = {{0, 0}, {1, 3}, {3, 1}, {4, 4}};
  EXPECT_DOUBLE_EQ(query(compare_profiles(p, p, same), "communities").error.value(), 1.0);
  EXPECT_NEAR(query(compare_profiles(p, p, crossed), "communities").error.value(), 0.0, 1e-15);
  EXPECT_FALSE(query(compare_profiles(p, p, {}), "communities").error.has_value());
}

}  // namespace
}  // namespace edgeldp::exact
