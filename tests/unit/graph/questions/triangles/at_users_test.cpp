// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/at_users_simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "questions/triangles/all_neighbors.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

release published_graph_of(const csr_graph& g, double total, codec_kind kind) {
  two_step options;
  options.total = epsilon::from_nats(total);
  options.codec = codec_spec(kind);
  return *publish_graph(g, options, release_key{5}, coin_source::simulated(6)).published;
}

/// The definition, pair by pair.
TEST(NoisyTrianglesTest, AgreesWithTheSumOverPairs) {
  for (const codec_kind kind : {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace}) {
    for (const vertex_id n : {3U, 4U, 65U}) {
      const csr_graph g = generate_erdos_renyi(n, n * (n - 1) / 6, 3);
      const release published = published_graph_of(g, 2.0, kind);
      const noisy_triangles counted = count_noisy_triangles(published, materialize(published));
      const bit_law law = published.law();
      const auto phi = [&](vertex_id a, vertex_id b) {
        return ((published.edge(a, b) ? 1.0 : 0.0) - law.p0) / (law.p1 - law.p0);
      };
      double all = 0.0;
      for (vertex_id u = 0; u < n; ++u) {
        double sum = 0.0;
        for (vertex_id j = 0; j < n; ++j)
          for (vertex_id k = 0; k < j; ++k)
            if (u != j && u != k) sum += phi(u, j) * phi(j, k) * phi(u, k);
        EXPECT_NEAR(counted.at_users.values[u], sum, 1e-9 * (1.0 + std::abs(sum))) << n << " " << u;
        EXPECT_GT(counted.at_users.standard_errors[u], 0.0);
        all += sum / 3.0;
      }
      EXPECT_NEAR(counted.triangles.value, all, 1e-9 * (1.0 + std::abs(all)));
    }
  }
}

TEST(NoisyTrianglesTest, IsTheSameForEveryThreadCount) {
  const csr_graph g = generate_affiliation(200, 1500, 3);
  const release published = published_graph_of(g, 1.0, codec_kind::ppr);
  const noisy_matrix noisy = materialize(published);
  const noisy_triangles all = count_noisy_triangles(published, noisy);
  const thread_limit one(1);
  const noisy_triangles alone = count_noisy_triangles(published, noisy);
  EXPECT_EQ(all.at_users.values, alone.at_users.values);
  EXPECT_EQ(all.at_users.standard_errors, alone.at_users.standard_errors);
  EXPECT_THROW(count_noisy_triangles(published, noisy_matrix(1, 1)), invalid_parameter);
}

TEST(NoisyTrianglesTest, TinyGraphs) {
  for (const vertex_id n : {1U, 2U, 3U}) {
    const release published = published_graph_of(csr_graph(n, {}), 1.0, codec_kind::bitmap);
    const noisy_triangles counted = count_noisy_triangles(published, materialize(published));
    EXPECT_EQ(counted.at_users.values.size(), n);
    EXPECT_TRUE(std::isfinite(counted.triangles.value));
  }
}

/// Lists that are cliques, without noise: all members have all others, whatever the closure's law.
TEST(TriangleSequenceTest, WhatLimitsLoseOfCliquesIsPredictedInFull) {
  constexpr std::int64_t degree = 40;
  const public_degrees known(std::vector<std::int64_t>(1000, degree), epsilon::from_nats(60.0));
  const edge_law noisy = law_at(bitmap_spec{}, epsilon::from_nats(20.0));
  limits_by_degree limits;
  limits[degree] = limits_for_degree(0.5 * degree + 1.0, noisy.law, noisy.lattice, 1.0, 0.0);
  const double k = static_cast<double>(limits.at(degree).ones);
  const auto predicted =
      predict_limited_counts(known, limits, noisy, epsilon::from_nats(1.0), [](std::int64_t) { return 1.0; });
  EXPECT_NEAR(predicted.at(degree).lost, 0.5 * degree * (degree - 1.0 - k), 0.05 * degree);
}

TEST(TriangleSequenceTest, NoNoiseNoError) {
  const csr_graph g = test::karate_graph();
  triangle_sequence_options options;
  options.total = epsilon::from_nats(60.0);
  options.codec = bitmap_spec{};
  const triangle_sequence_result r =
      estimate_triangle_sequence(g, options, release_key{5}, coin_source::simulated(6));
  const std::vector<std::uint64_t> truth = exact::triangle_sequence(g);
  for (std::size_t u = 0; u < truth.size(); ++u)
    EXPECT_NEAR(r.at_users.values[u] - r.biases[u], static_cast<double>(truth[u]), 5.0) << u;
  EXPECT_NEAR(r.triangles.value, 45.0, 10.0);
}

TEST(TriangleSequenceTest, LedgerAndTraffic) {
  const csr_graph g = generate_affiliation(200, 1500, 3);
  const triangle_sequence_result r =
      estimate_triangle_sequence(g, {}, release_key{5}, coin_source::simulated(6));
  EXPECT_LE(r.run.spent.edge_ldp(), r.run.spent.ceiling());
  const std::uint64_t twice = 2 * (r.budgets.degree.units() + r.budgets.count.units());
  EXPECT_EQ(r.run.spent.relationship_dp().units(), twice + r.budgets.edges.units());
  EXPECT_GT(r.communication.upload_bytes, 2.0);
  EXPECT_EQ(r.communication.download_bytes, static_cast<double>(r.published->serialize().size()));
  double sum = 0.0;
  for (const double at_user : r.at_users.values) sum += at_user / 3.0;
  EXPECT_NEAR(r.triangles.value, sum, 1e-9 * std::abs(sum) + 1e-9);
}

TEST(TriangleSequenceTest, IsTheSameForEveryThreadCount) {
  const csr_graph g = generate_affiliation(200, 1500, 3);
  const auto run = [&] {
    return estimate_triangle_sequence(g, {}, release_key{5}, coin_source::simulated(6));
  };
  const triangle_sequence_result all = run();
  const thread_limit one(1);
  const triangle_sequence_result alone = run();
  EXPECT_EQ(all.at_users.values, alone.at_users.values);
  EXPECT_EQ(all.at_users.standard_errors, alone.at_users.standard_errors);
  EXPECT_EQ(all.communication.upload_bytes, alone.communication.upload_bytes);
}

TEST(TriangleSequenceTest, RefusesWhatItCannotDo) {
  triangle_sequence_options options;
  EXPECT_THROW(estimate_triangle_sequence(csr_graph(), options, {1}, coin_source()), bad_graph_input);
  for (const double share : {0.0, 1.0, std::numeric_limits<double>::quiet_NaN()}) {
    options.degree_share = share;
    EXPECT_THROW(estimate_triangle_sequence(test::karate_graph(), options, {1}, coin_source()),
                 invalid_parameter);
  }
  for (const vertex_id n : {1U, 2U, 3U})
    EXPECT_TRUE(
        std::isfinite(estimate_triangle_sequence(csr_graph(n, {}), {}, {1}, coin_source()).triangles.value));
}

}  // namespace
}  // namespace edgeldp
