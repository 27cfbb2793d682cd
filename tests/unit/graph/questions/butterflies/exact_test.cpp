// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/butterflies/exact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "support/bipartite.hpp"

namespace edgeldp {
namespace {

/// Every pair of users against every pair of items.
count_type by_definition(const bipartite_graph& g) {
  const auto has = [&](vertex_id u, vertex_id x) {
    const auto items = g.neighbors(layer::left, u);
    return std::ranges::binary_search(items, x);
  };
  count_type count = 0;
  for (vertex_id u = 0; u < g.vertex_count(layer::left); ++u)
    for (vertex_id v = 0; v < u; ++v)
      for (vertex_id x = 0; x < g.vertex_count(layer::right); ++x)
        for (vertex_id y = 0; y < x; ++y)
          if (has(u, x) && has(u, y) && has(v, x) && has(v, y)) ++count;
  return count;
}

bipartite_graph complete(vertex_id left, vertex_id right) {
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (vertex_id u = 0; u < left; ++u)
    for (vertex_id x = 0; x < right; ++x) edges.emplace_back(u, x);
  return {left, right, edges};
}

TEST(CountButterfliesTest, AgreesWithTheDefinitionFromEitherLayer) {
  for (const auto& [users, items] : {std::pair{12U, 30U}, {30U, 12U}, {5U, 5U}}) {
    const bipartite_graph g = test::users_and_items(users, items, 0.3, users);
    EXPECT_EQ(exact::count_butterflies(g), by_definition(g));
  }
}

TEST(CountButterfliesTest, OfCompleteGraphsIsAProduct) {
  EXPECT_EQ(exact::count_butterflies(complete(6, 4)), 15U * 6U);
  EXPECT_EQ(exact::count_butterflies(complete(1, 50)), 0U);
  EXPECT_EQ(exact::count_butterflies(bipartite_graph(3, 4, {})), 0U);
  EXPECT_EQ(exact::count_butterflies(bipartite_graph()), 0U);
}

TEST(CountButterfliesTest, IsTheSameForEveryThreadCount) {
  const bipartite_graph g = test::users_and_items(400, 60, 0.1, 3);
  const count_type all = exact::count_butterflies(g);
  const thread_limit one(1);
  EXPECT_EQ(exact::count_butterflies(g), all);
}

}  // namespace
}  // namespace edgeldp
