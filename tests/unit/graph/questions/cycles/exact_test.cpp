// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/cycles/exact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
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

/// For graphs too large to enumerate: every cycle from its vertex of largest degree, the last step
/// of a path counted at once (neighbours that its end shares with its start, less those on the
/// path).
class path_counter {
 public:
  explicit path_counter(const csr_graph& g) : m_later(g.vertex_count()), m_bits(g.vertex_count()) {
    std::vector<vertex_id> order(g.vertex_count()), rank(g.vertex_count());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](vertex_id v) { return std::pair(g.vertex_count() - g.degree(v), v); });
    for (vertex_id place = 0; place < order.size(); ++place) rank[order[place]] = place;
    for (vertex_id v = 0; v < g.vertex_count(); ++v) {
      std::vector<bool>& bits = m_bits[rank[v]];
      bits.resize(g.vertex_count());
      for (const vertex_id u : g.neighbors(v)) {
        m_later[rank[v]].push_back(rank[u]);
        bits[rank[u]] = true;
      }
      std::ranges::sort(m_later[rank[v]], std::greater{});  // latest first: walks stop at the start
    }
  }

  count_type cycles(unsigned length) const {
    std::atomic<count_type> closed{0};
    parallel_for(0, m_later.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t v = first; v < last; ++v) closed += closed_at(static_cast<vertex_id>(v), length);
    });
    return closed / 2;  // once a direction
  }

 private:
  template <class F>
  void for_later(vertex_id u, vertex_id start, F&& f) const {
    for (const vertex_id w : m_later[u]) {
      if (w <= start) return;
      f(w);
    }
  }

  count_type closed_at(vertex_id v, unsigned length) const {
    std::vector<std::int32_t> shared(m_later.size(), 0);
    for_later(v, v, [&](vertex_id k) { for_later(k, v, [&](vertex_id x) { ++shared[x]; }); });
    std::int64_t closed = 0;
    for_later(v, v, [&](vertex_id j) {
      for_later(j, v, [&](vertex_id x) {
        if (length == 4) {
          closed += shared[x] - 1;
          return;
        }
        const std::int32_t x_closes = m_bits[v][x] ? 1 : 0;
        for_later(x, v, [&](vertex_id y) {
          if (y != j) closed += shared[y] - x_closes - (m_bits[y][j] ? 1 : 0);
        });
      });
    });
    return static_cast<count_type>(closed);
  }

  std::vector<std::vector<vertex_id>> m_later;
  std::vector<std::vector<bool>> m_bits;
};

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
    EXPECT_EQ(exact::count_four_cycles(known.graph), known.four_cycles) << known.name;
    EXPECT_EQ(exact::count_five_cycles(known.graph), enumerate_cycles(known.graph, 5)) << known.name;
  }
  EXPECT_EQ(exact::count_five_cycles(test::petersen_graph()), 12U);
  EXPECT_EQ(exact::count_five_cycles(test::cycle_graph(5)), 1U);
  EXPECT_EQ(exact::count_four_cycles(test::cycle_graph(4)), 1U);
}

TEST(ExactCyclesTest, CompleteGraphs) {
  for (vertex_id n = 4; n <= 40; n += 6) {
    EXPECT_EQ(exact::count_four_cycles(test::complete_graph(n)), 3 * choose(n, 4)) << n;
    EXPECT_EQ(exact::count_five_cycles(test::complete_graph(n)), n < 5 ? 0 : 12 * choose(n, 5)) << n;
  }
  EXPECT_EQ(exact::count_four_cycles(complete_bipartite(7, 9)), choose(7, 2) * choose(9, 2));
  EXPECT_EQ(exact::count_five_cycles(complete_bipartite(7, 9)), 0U);
}

TEST(ExactCyclesTest, AgreesWithEnumerationOnRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const csr_graph& g : {generate_erdos_renyi(60, 300, seed), generate_holme_kim(80, 4, 0.6, seed),
                               generate_affiliation(70, 300, seed)}) {
      EXPECT_EQ(exact::count_four_cycles(g), enumerate_cycles(g, 4));
      EXPECT_EQ(exact::count_five_cycles(g), enumerate_cycles(g, 5));
      EXPECT_EQ(exact::count_cycles(g, 3), enumerate_cycles(g, 3));
      EXPECT_EQ(path_counter(g).cycles(4), enumerate_cycles(g, 4));
      EXPECT_EQ(path_counter(g).cycles(5), enumerate_cycles(g, 5));
    }
  }
}

TEST(NightlyExactCyclesTest, WikiVoteByPaths) {
  const char* const folder = std::getenv("EDGELDP_DATASETS");
  if (folder == nullptr) GTEST_SKIP() << "no folder of public graphs";
  const std::string path = std::string(folder) + "/wiki-Vote.txt.gz";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no wiki-Vote";
  const csr_graph g = read_graph(path).graph;
  const path_counter paths(g);
  EXPECT_EQ(exact::count_four_cycles(g), paths.cycles(4));
  EXPECT_EQ(exact::count_five_cycles(g), paths.cycles(5));
}

TEST(ExactCyclesTest, EveryThreadCountGivesTheSame) {
  const csr_graph g = generate_affiliation(500, 4000, 3);
  const count_type four = exact::count_four_cycles(g), five = exact::count_five_cycles(g);
  for (const unsigned threads : {1U, 2U, 7U}) {
    const thread_limit limit(threads);
    EXPECT_EQ(exact::count_four_cycles(g), four);
    EXPECT_EQ(exact::count_five_cycles(g), five);
  }
}

TEST(ExactCyclesTest, OtherLengthsAreRefused) {
  EXPECT_THROW(exact::count_cycles(test::complete_graph(4), 2), invalid_parameter);
  EXPECT_THROW(exact::count_cycles(test::complete_graph(4), 6), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
