// SPDX-License-Identifier: MIT
#include "edgeldp/graph/exact/cycles.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "edgeldp/core/error.hpp"
#include "edgeldp/core/parallel.hpp"
#include "edgeldp/graph/exact/triangles.hpp"
#include "edgeldp/graph/input/generators.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

/// Walks every simple path from its least vertex; each cycle closes twice, once a direction.
count_type enumerate_cycles(const csr_graph& g, std::size_t length) {
  count_type closed = 0;
  std::vector<vertex_id> path;
  const std::function<void()> extend = [&] {
    for (const vertex_id next : g.neighbors(path.back())) {
      if (path.size() == length) {
        closed += next == path.front() ? 1 : 0;
      } else if (next > path.front() && std::ranges::find(path, next) == path.end()) {
        path.push_back(next);
        extend();
        path.pop_back();
      }
    }
  };
  for (vertex_id v = 0; v < g.vertex_count(); ++v) {
    path = {v};
    extend();
  }
  return closed / 2;
}

csr_graph complete_bipartite(vertex_id a, vertex_id b) {
  test::edge_list edges;
  for (vertex_id u = 0; u < a; ++u)
    for (vertex_id w = 0; w < b; ++w) edges.emplace_back(u, a + w);
  return {std::uint64_t{a} + b, edges};
}

count_type choose(count_type n, count_type k) {
  return k == 0 ? 1 : choose(n - 1, k - 1) * n / k;
}

TEST(ExactCyclesTest, KnownGraphs) {
  for (const test::known_graph& known : test::known_graphs()) {
    EXPECT_EQ(count_four_cycles(known.graph), known.four_cycles) << known.name;
    EXPECT_EQ(count_five_cycles(known.graph), enumerate_cycles(known.graph, 5)) << known.name;
  }
  EXPECT_EQ(count_five_cycles(test::petersen_graph()), 12U);
  EXPECT_EQ(count_five_cycles(test::cycle_graph(5)), 1U);
  EXPECT_EQ(count_four_cycles(test::cycle_graph(4)), 1U);
}

TEST(ExactCyclesTest, CompleteGraphs) {
  for (vertex_id n = 4; n <= 40; n += 6) {
    EXPECT_EQ(count_four_cycles(test::complete_graph(n)), 3 * choose(n, 4)) << n;
    EXPECT_EQ(count_five_cycles(test::complete_graph(n)), n < 5 ? 0 : 12 * choose(n, 5)) << n;
  }
  EXPECT_EQ(count_four_cycles(complete_bipartite(7, 9)), choose(7, 2) * choose(9, 2));
  EXPECT_EQ(count_five_cycles(complete_bipartite(7, 9)), 0U);
}

TEST(ExactCyclesTest, AgreesWithEnumerationOnRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const csr_graph& g : {generate_erdos_renyi(60, 300, seed), generate_holme_kim(80, 4, 0.6, seed),
                               generate_affiliation(70, 300, seed)}) {
      EXPECT_EQ(count_four_cycles(g), enumerate_cycles(g, 4));
      EXPECT_EQ(count_five_cycles(g), enumerate_cycles(g, 5));
      EXPECT_EQ(count_cycles(g, 3), enumerate_cycles(g, 3));
    }
  }
}

TEST(ExactCyclesTest, EveryThreadCountGivesTheSame) {
  const csr_graph g = generate_affiliation(500, 4000, 3);
  const count_type four = count_four_cycles(g), five = count_five_cycles(g);
  for (const unsigned threads : {1U, 2U, 7U}) {
    const thread_limit limit(threads);
    EXPECT_EQ(count_four_cycles(g), four);
    EXPECT_EQ(count_five_cycles(g), five);
  }
}

TEST(ExactCyclesTest, OtherLengthsAreRefused) {
  EXPECT_THROW(count_cycles(test::complete_graph(4), 2), invalid_parameter);
  EXPECT_THROW(count_cycles(test::complete_graph(4), 6), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
