// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "edgeldp/graph/questions/common_neighbors/exact.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

/// All pairs of a graph against pairwise membership tests.
TEST(ExactCommonNeighborsTest, AgreesWithMembershipTests) {
  const csr_graph g = test::karate_graph();
  for (vertex_id u = 0; u < 34; ++u) {
    for (vertex_id w = 0; w < 34; ++w) {
      count_type common = 0;
      for (const vertex_id x : g.neighbors(u))
        for (const vertex_id y : g.neighbors(w)) common += x == y ? 1 : 0;
      const exact::neighborhood_overlap o = exact::count_common_neighbors(g.neighbors(u), g.neighbors(w));
      EXPECT_EQ(o.common, common);
      EXPECT_EQ(o.first_degree, g.degree(u));
      EXPECT_EQ(o.second_degree, g.degree(w));
    }
  }
}

/// Each pair of neighbours of a vertex has it in common: the sum over pairs is the number of
/// two-stars.
TEST(ExactCommonNeighborsTest, SumsToTwoStars) {
  for (const test::known_graph& k : test::known_graphs()) {
    const auto n = static_cast<vertex_id>(k.graph.vertex_count());
    count_type sum = 0;
    for (vertex_id u = 0; u < n; ++u)
      for (vertex_id w = 0; w < u; ++w)
        sum += exact::count_common_neighbors(k.graph.neighbors(u), k.graph.neighbors(w)).common;
    EXPECT_EQ(sum, k.two_stars) << k.name;
  }
}

TEST(ExactCommonNeighborsTest, MeasuresSimilarity) {
  const std::vector<vertex_id> a = {1, 2, 3, 4}, b = {0, 2, 4, 5, 6, 7, 8, 9, 10}, none;
  const exact::neighborhood_overlap o = exact::count_common_neighbors(a, b);
  EXPECT_DOUBLE_EQ(o.cosine(), 2.0 / 6.0);
  EXPECT_DOUBLE_EQ(o.jaccard(), 2.0 / 11.0);
  EXPECT_DOUBLE_EQ(exact::count_common_neighbors(a, a).cosine(), 1.0);
  EXPECT_DOUBLE_EQ(exact::count_common_neighbors(a, a).jaccard(), 1.0);
  EXPECT_EQ(exact::count_common_neighbors(a, none).cosine(), 0.0);
  EXPECT_EQ(exact::count_common_neighbors(none, none).jaccard(), 0.0);
}

}  // namespace
}  // namespace edgeldp
