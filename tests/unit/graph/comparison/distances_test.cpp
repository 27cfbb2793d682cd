// SPDX-License-Identifier: MIT
#include "edgeldp/graph/comparison/distances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "comparison/diameter.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "support/graphs.hpp"

namespace edgeldp::exact {
namespace {

/// Pairs by distance, by Floyd and Warshall; pairs[0] are the users with themselves.
std::vector<double> pairs_by_distance(const csr_graph& g) {
  const std::uint64_t n = g.vertex_count();
  constexpr std::uint64_t none = 1U << 20;
  std::vector<std::vector<std::uint64_t>> d(n, std::vector<std::uint64_t>(n, none));
  for (vertex_id v = 0; v < n; ++v) {
    d[v][v] = 0;
    for (const vertex_id u : g.neighbors(v)) d[v][u] = 1;
  }
  for (std::uint64_t by = 0; by < n; ++by)
    for (std::uint64_t u = 0; u < n; ++u)
      for (std::uint64_t v = 0; v < n; ++v) d[u][v] = std::min(d[u][v], d[u][by] + d[by][v]);
  std::vector<double> pairs;
  for (const auto& row : d)
    for (const std::uint64_t far : row) {
      if (far == none) continue;
      pairs.resize(std::max<std::size_t>(pairs.size(), far + 1));
      pairs[far] += 1.0;
    }
  return pairs;
}

void expect_all_distances(const csr_graph& g) {
  const std::vector<double> pairs = pairs_by_distance(g);
  const double all = std::accumulate(pairs.begin(), pairs.end(), 0.0);
  double lengths = 0.0;
  for (std::size_t d = 0; d < pairs.size(); ++d) lengths += static_cast<double>(d) * pairs[d];
  const double others = all - static_cast<double>(g.vertex_count());
  const distance_counts found = count_distances(g, g.vertex_count(), 1);
  EXPECT_TRUE(found.is_exact);
  EXPECT_EQ(found.sources, g.vertex_count());
  ASSERT_EQ(found.shares.size(), pairs.size());
  for (std::size_t d = 0; d < pairs.size(); ++d) EXPECT_DOUBLE_EQ(found.shares[d], pairs[d] / all);
  EXPECT_DOUBLE_EQ(found.mean, others == 0.0 ? 0.0 : lengths / others);
  EXPECT_EQ(found.mean_error, 0.0);
  EXPECT_EQ(found.share_error, 0.0);
  const std::uint64_t diameter = pairs.empty() ? 0 : pairs.size() - 1;
  EXPECT_EQ(found.diameter_at_least, diameter);
  EXPECT_EQ(found.diameter_at_most, diameter);
  const diameter_bounds bounds = bound_diameter(g, 0, 10'000);
  EXPECT_EQ(bounds.at_least, diameter);
  EXPECT_EQ(bounds.at_most, diameter);
}

TEST(Distances, AreThoseOfKnownGraphs) {
  for (const test::known_graph& known : test::known_graphs()) {
    SCOPED_TRACE(known.name);
    expect_all_distances(known.graph);
  }
  // A path of four: 3, 2 and 1 pairs at distances 1, 2 and 3, each twice.
  const csr_graph path(4, test::edge_list{{0, 1}, {1, 2}, {2, 3}});
  EXPECT_EQ(count_distances(path, 4, 1).shares, (std::vector<double>{0.25, 0.375, 0.25, 0.125}));
  EXPECT_DOUBLE_EQ(count_distances(path, 4, 1).mean, 10.0 / 6.0);
}

/// Sizes around those of a batch and its groups, sparse so that there are components.
TEST(Distances, AreThoseOfRandomGraphs) {
  for (const std::uint64_t n : {2U, 63U, 64U, 65U, 129U, 255U, 256U, 257U, 300U})
    for (const double degree : {0.5, 1.5, 4.0}) {
      const auto edges = std::min<std::uint64_t>(
          static_cast<std::uint64_t>(degree * static_cast<double>(n) / 2.0), n * (n - 1) / 2);
      expect_all_distances(generate_erdos_renyi(n, edges, n));
    }
}

TEST(Distances, AreTheSameForEveryNumberOfThreads) {
  const csr_graph g = generate_affiliation(2000, 8000, 3);
  const auto with = [&](unsigned threads, std::uint64_t sources) {
    const thread_limit limit(threads);
    return count_distances(g, sources, 7);
  };
  for (const std::uint64_t sources : {2000U, 640U}) {
    const distance_counts one = with(1, sources), many = with(4, sources);
    EXPECT_EQ(one.shares, many.shares);
    EXPECT_EQ(one.mean, many.mean);
    EXPECT_EQ(one.mean_error, many.mean_error);
    EXPECT_EQ(one.share_error, many.share_error);
  }
}

/// Over many samples: no bias, and the error that is told is the error that is made.
TEST(Distances, OfASampleErrAsTheySay) {
  const csr_graph g = generate_affiliation(800, 2600, 9);
  const distance_counts all = count_distances(g, 800, 0);
  constexpr int samples = 300;
  double off = 0.0, squares = 0.0, told = 0.0, worst_share = 0.0, told_share = 0.0;
  std::vector<double> share_squares(all.shares.size());
  for (int seed = 1; seed <= samples; ++seed) {
    const distance_counts some = count_distances(g, 350, static_cast<std::uint64_t>(seed));
    EXPECT_EQ(some.sources, 320U);
    EXPECT_FALSE(some.is_exact);
    EXPECT_EQ(some.diameter_at_least, all.diameter_at_least);
    EXPECT_EQ(some.diameter_at_most, all.diameter_at_most);
    const double error = some.mean - all.mean;
    off += error;
    squares += error * error;
    told += some.mean_error * some.mean_error;
    told_share += some.share_error * some.share_error;
    for (std::size_t d = 0; d < some.shares.size(); ++d)
      share_squares[d] += (some.shares[d] - all.shares[d]) * (some.shares[d] - all.shares[d]);
  }
  for (const double s : share_squares) worst_share = std::max(worst_share, s);
  const double rmse = std::sqrt(squares / samples);
  EXPECT_GT(rmse, 0.0);
  EXPECT_LT(std::abs(off / samples), 4.0 * rmse / std::sqrt(samples));
  EXPECT_NEAR(std::sqrt(told / samples) / rmse, 1.0, 0.2);
  EXPECT_NEAR(std::sqrt(told_share / worst_share), 1.0, 0.25);
}

TEST(Distances, RefuseFewSources) {
  const csr_graph g = test::cycle_graph(200);
  EXPECT_THROW(count_distances(g, 127, 1), invalid_parameter);
  EXPECT_EQ(count_distances(g, 128, 1).sources, 128U);
  EXPECT_EQ(count_distances(g, 191, 1).sources, 128U);
  EXPECT_EQ(count_distances(g, 1000, 1).sources, 200U);
}

/// Where every vertex is as far out as any other, few searches leave a gap, and the bounds say so.
TEST(Distances, BoundADiameterFromBothSides) {
  const csr_graph ring = test::cycle_graph(1001);
  const diameter_bounds few = bound_diameter(ring, 0, 2);
  EXPECT_EQ(few.at_least, 500U);
  EXPECT_GE(few.at_most, 500U);
  // A long path beside many short ones: the component that nobody has searched counts.
  test::edge_list edges;
  for (vertex_id v = 0; v < 50; ++v) edges.emplace_back(v, v + 1);
  for (vertex_id v = 60; v < 260; v += 2) edges.emplace_back(v, v + 1);
  const diameter_bounds path = bound_diameter(csr_graph(260, edges), 1, 100);
  EXPECT_EQ(path.at_least, 50U);
  EXPECT_EQ(path.at_most, 50U);
  EXPECT_EQ(bound_diameter(csr_graph(260, edges), 1, 0).at_most, 50U);
}

TEST(Distances, AreAffordableFromAllOfAHundredThousandUsers) {
  EXPECT_EQ(affordable_sources(34, 78), 34U);
  EXPECT_EQ(affordable_sources(100'000, 1'000'000), 100'000U);
  EXPECT_EQ(affordable_sources(1'000'000, 10'000'000), 11'904U);
  EXPECT_EQ(affordable_sources(1'000'000'000, 10'000'000'000), 1024U);
}

}  // namespace
}  // namespace edgeldp::exact
