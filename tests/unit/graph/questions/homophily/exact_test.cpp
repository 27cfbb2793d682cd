// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/homophily/exact.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

TEST(ExactHomophilyTest, CountsEdgesBetweenValues) {
  // 0 - 1 - 2 - 3 - 0 with values a a b b: one edge within each value, two across.
  const csr_graph square = test::cycle_graph(4);
  const user_attribute a{"x", {"a", "b"}, {0, 0, 1, 1}};
  EXPECT_EQ(exact::count_edges_between(square, a), (std::vector<count_type>{1, 2, 0, 1}));
  const exact::mixing m = exact::measure_mixing(square, a);
  EXPECT_EQ(m.edges, 4U);
  EXPECT_EQ(m.within, 2U);
  EXPECT_DOUBLE_EQ(*m.fraction_within, 0.5);
  EXPECT_DOUBLE_EQ(*m.assortativity, 0.0) << "as random ends";
}

TEST(ExactHomophilyTest, KnowsPerfectAndReverseMixing) {
  const csr_graph two_ties(4, std::vector<std::pair<vertex_id, vertex_id>>{{0, 1}, {2, 3}});
  EXPECT_DOUBLE_EQ(*exact::measure_mixing(two_ties, {"x", {"a", "b"}, {0, 0, 1, 1}}).assortativity, 1.0);
  EXPECT_DOUBLE_EQ(*exact::measure_mixing(two_ties, {"x", {"a", "b"}, {0, 1, 0, 1}}).assortativity, -1.0);
  EXPECT_FALSE(exact::measure_mixing(two_ties, {"x", {"a", "b"}, {0, 0, 0, 0}}).assortativity.has_value());
  EXPECT_FALSE(
      exact::measure_mixing(csr_graph(3, {}), {"x", {"a", "b"}, {0, 0, 0}}).fraction_within.has_value());
}

TEST(ExactHomophilyTest, NumericAssortativityIsTheDegreeCorrelationOfAStar) {
  // Newman 2002: a star is perfectly disassortative by degree.
  const csr_graph star = test::star_graph(5);
  const exact::numeric_mixing m = exact::measure_numeric_mixing(star, std::vector<double>{5, 1, 1, 1, 1, 1});
  EXPECT_DOUBLE_EQ(*m.mean_product, 5.0);
  EXPECT_DOUBLE_EQ(*m.covariance, 5.0 - 9.0);
  EXPECT_DOUBLE_EQ(*m.assortativity, -1.0);
  EXPECT_FALSE(exact::measure_numeric_mixing(star, std::vector<double>(6, 2.0)).assortativity.has_value());
}

TEST(ExactHomophilyTest, WantsAValueAUser) {
  EXPECT_THROW(exact::measure_mixing(test::star_graph(2), {"x", {"a", "b"}, {0}}), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
