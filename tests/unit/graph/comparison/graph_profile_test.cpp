// SPDX-License-Identifier: MIT
#include "edgeldp/graph/comparison/graph_profile.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "support/graphs.hpp"

namespace edgeldp::exact {
namespace {

/// Everything about a small graph by its matrix, straight from the definitions.
struct matrix_answers {
  explicit matrix_answers(const csr_graph& g) : n(g.vertex_count()), a(n, std::vector<int>(n)), degree(n) {
    for (vertex_id v = 0; v < n; ++v)
      for (const vertex_id u : g.neighbors(v)) {
        a[v][u] = 1;
        ++degree[v];
      }
    for (std::uint64_t v = 0; v < n; ++v) count_at(v);
  }

  void count_at(std::uint64_t v) {
    double closed = 0.0, pairs = 0.0;
    for (std::uint64_t u = 0; u < n; ++u)
      for (std::uint64_t w = 0; w < u; ++w) {
        if (a[v][u] == 0 || a[v][w] == 0) continue;
        pairs += 1.0;
        closed += a[u][w];
      }
    closed_wedges += closed;
    wedges += pairs;
    local += pairs > 0.0 ? closed / pairs : 0.0;
  }

  /// The squared deviations from the mean, over n - 1.
  double variance() const {
    const double mean = std::accumulate(degree.begin(), degree.end(), 0.0) / static_cast<double>(n);
    double sum = 0.0;
    for (const double d : degree) sum += (d - mean) * (d - mean);
    return sum / (static_cast<double>(n) - 1.0);
  }

  /// Pearson's correlation of the degrees at both ends, over all pairs (u, v) with an edge.
  double assortativity() const {
    double ends = 0.0, sum = 0.0;
    for (const double d : degree) {
      ends += d;
      sum += d * d;
    }
    const double mean = sum / ends;
    double covariance = 0.0, spread = 0.0;
    for (std::uint64_t u = 0; u < n; ++u)
      for (std::uint64_t v = 0; v < n; ++v) {
        if (a[u][v] == 0) continue;
        covariance += (degree[u] - mean) * (degree[v] - mean);
        spread += (degree[u] - mean) * (degree[u] - mean);
      }
    return covariance / spread;
  }

  std::uint64_t n;
  std::vector<std::vector<int>> a;
  std::vector<double> degree;
  double closed_wedges = 0.0, wedges = 0.0, local = 0.0;
};

TEST(GraphProfile, IsThatOfTheDefinitions) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const csr_graph g = generate_affiliation(40, 40 + 5 * seed, seed);
    const matrix_answers expected(g);
    const graph_profile p = profile_of(g, 128, 1);
    EXPECT_EQ(p.nodes, 40U);
    EXPECT_EQ(p.edges, g.edge_count());
    EXPECT_EQ(static_cast<double>(p.triangles), expected.closed_wedges / 3.0);
    EXPECT_DOUBLE_EQ(p.average_degree, static_cast<double>(g.edge_count()) / 20.0);
    EXPECT_NEAR(p.degree_variance.value(), expected.variance(), 1e-12 * expected.variance());
    EXPECT_DOUBLE_EQ(p.global_clustering, expected.closed_wedges / expected.wedges);
    EXPECT_NEAR(p.average_clustering, expected.local / 40.0, 1e-14);
    EXPECT_NEAR(p.assortativity.value(), expected.assortativity(), 1e-12);
    for (std::size_t d = 0; d < p.degree_shares.size(); ++d)
      EXPECT_DOUBLE_EQ(
          p.degree_shares[d],
          static_cast<double>(std::count(expected.degree.begin(), expected.degree.end(), d)) / 40.0);
  }
}

TEST(GraphProfile, OfKnownGraphs) {
  for (const test::known_graph& known : test::known_graphs()) {
    SCOPED_TRACE(known.name);
    const graph_profile p = profile_of(known.graph, 128, 1);
    EXPECT_EQ(p.nodes, known.graph.vertex_count());
    EXPECT_EQ(p.edges, known.edges);
    EXPECT_EQ(p.triangles, known.triangles);
    EXPECT_EQ(p.degree_shares.size(), known.graph.vertex_count() == 0 ? 0 : known.max_degree + 1);
    EXPECT_EQ(p.centralities.size(), known.graph.vertex_count());
    EXPECT_LT(p.centrality_change, 1e-8);
  }
}

/// A star: every edge joins degree 7 to degree 1. Four users of equal degree: no correlation.
TEST(GraphProfile, AssortativityOfExtremes) {
  EXPECT_DOUBLE_EQ(degree_assortativity(test::star_graph(7)).value(), -1.0);
  EXPECT_FALSE(degree_assortativity(test::cycle_graph(4)).has_value());
  EXPECT_FALSE(degree_assortativity(csr_graph(3, {})).has_value());
  // A triangle and a single edge: degrees are equal at both ends.
  const csr_graph alike(5, test::edge_list{{0, 1}, {1, 2}, {0, 2}, {3, 4}});
  EXPECT_DOUBLE_EQ(degree_assortativity(alike).value(), 1.0);
  EXPECT_NEAR(degree_assortativity(test::karate_graph()).value(), -0.47561309768461413, 1e-14);
}

/// A star of k leaves has the eigenvector (sqrt(k), 1, ..., 1) of the eigenvalue sqrt(k).
TEST(GraphProfile, EigenvectorsByHand) {
  const centrality star = eigenvector_centrality(test::star_graph(9));
  EXPECT_NEAR(star.of[0], std::sqrt(0.5), 1e-7);
  EXPECT_NEAR(star.of[1], std::sqrt(0.5 / 9.0), 1e-7);
  const centrality ring = eigenvector_centrality(test::cycle_graph(16));
  for (const double c : ring.of) EXPECT_DOUBLE_EQ(c, 0.25);
  EXPECT_EQ(ring.steps, 1U);
  // A triangle beside an edge: the triangle's eigenvalue is 2, the edge's 1.
  const csr_graph apart(5, test::edge_list{{0, 1}, {1, 2}, {0, 2}, {3, 4}});
  const centrality both = eigenvector_centrality(apart);
  EXPECT_NEAR(both.of[1], std::sqrt(1.0 / 3.0), 1e-7);
  EXPECT_NEAR(both.of[3], 0.0, 1e-6);
  // Without an edge, and with two edges, all are alike.
  EXPECT_DOUBLE_EQ(eigenvector_centrality(csr_graph(4, {})).of[2], 0.5);
  EXPECT_DOUBLE_EQ(eigenvector_centrality(csr_graph(4, test::edge_list{{0, 3}, {1, 2}})).of[2], 0.5);
  EXPECT_TRUE(eigenvector_centrality(csr_graph()).of.empty());
}

TEST(GraphProfile, EigenvectorIsOne) {
  const csr_graph g = test::social_graph();
  const centrality found = eigenvector_centrality(g);
  EXPECT_LT(found.mean_change, 1e-8);
  double value = 0.0, squares = 0.0;
  std::vector<double> product(g.vertex_count());
  for (vertex_id v = 0; v < g.vertex_count(); ++v) {
    for (const vertex_id u : g.neighbors(v)) product[v] += found.of[u];
    value += product[v] * found.of[v];
    squares += found.of[v] * found.of[v];
    EXPECT_GE(found.of[v], 0.0);
  }
  EXPECT_NEAR(squares, 1.0, 1e-12);
  for (vertex_id v = 0; v < g.vertex_count(); ++v) EXPECT_NEAR(product[v], value * found.of[v], 1e-4);
}

TEST(GraphProfile, VarianceNeedsTwoUsers) {
  EXPECT_FALSE(profile_of(csr_graph(1, {}), 128, 1).degree_variance.has_value());
  EXPECT_EQ(profile_of(csr_graph(2, {}), 128, 1).degree_variance, 0.0);
}

TEST(GraphProfile, IsTheSameForEveryNumberOfThreads) {
  const csr_graph g = generate_affiliation(1000, 6000, 3);
  const auto with = [&](unsigned threads) {
    const thread_limit limit(threads);
    return profile_of(g, 256, 1);
  };
  const graph_profile one = with(1), many = with(4);
  EXPECT_EQ(one.centralities, many.centralities);
  EXPECT_EQ(one.average_clustering, many.average_clustering);
  EXPECT_EQ(one.assortativity, many.assortativity);
  EXPECT_EQ(one.groups.of, many.groups.of);
}

}  // namespace
}  // namespace edgeldp::exact
