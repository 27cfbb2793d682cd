// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/triangles/local_two_rounds.hpp"
#include "edgeldp/rivals/triangles/method_simulation.hpp"

#include <gtest/gtest.h>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "support/baseline_checks.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

local_two_rounds published(double total) {
  return local_two_rounds::published(epsilon::from_nats(total));
}

local_two_rounds strongest(double total) {
  return local_two_rounds::strongest(epsilon::from_nats(total));
}

TEST(LocalTwoRoundsTest, EveryThreadCountGivesTheSameResult) {
  const csr_graph g = test::social_graph();
  for (const local_two_rounds& method : {published(2.0), strongest(2.0)}) {
    test::expect_same_for_every_thread_count(g, method);
  }
}

TEST(LocalTwoRoundsTest, PublishedSettingsSplitTheWholeTotal) {
  const baseline_result r =
      estimate_triangles(test::social_graph(), published(1.0), {1}, coin_source::simulated(1));
  EXPECT_NEAR(r.run.spent.of(0).spent(rounds::degree).nats(), 0.1, 1e-9);
  EXPECT_NEAR(r.run.spent.of(0).spent(rounds::edges).nats(), 0.45, 1e-9);
  EXPECT_NEAR(r.run.spent.edge_ldp().nats(), 1.0, 1e-9);
  EXPECT_LE(r.run.spent.edge_ldp(), epsilon::from_nats(1.0));
  EXPECT_NEAR(r.run.spent.relationship_dp().nats(), 1.1, 1e-9) << "both endpoints release their degree";
  EXPECT_TRUE(r.run.spent.of(0).spent(rounds::size).is_zero());
  EXPECT_TRUE(r.is_private);
  EXPECT_TRUE(r.caveat.empty());
}

TEST(LocalTwoRoundsTest, StrongestSpendsTheWholeTotalPrivately) {
  const baseline_result r =
      estimate_triangles(test::social_graph(), strongest(1.0), {1}, coin_source::simulated(1));
  EXPECT_EQ(r.run.spent.edge_ldp(), epsilon::from_nats(1.0));
  EXPECT_TRUE(r.is_private);
}

TEST(LocalTwoRoundsTest, EverybodyDownloadsTheBitmap) {
  const csr_graph g = test::social_graph();
  const auto n = static_cast<double>(g.vertex_count());
  for (const local_two_rounds& method : {published(1.0), strongest(1.0)}) {
    const baseline_result r = estimate_triangles(g, method, {3}, coin_source::simulated(3));
    EXPECT_GE(r.communication.download_bytes, n * (n - 1) / 16.0);
    EXPECT_LE(r.communication.download_bytes, n * (n - 1) / 16.0 + 5.0 * n + 1000.0)
        << "numbers, header, checksums";
    EXPECT_EQ(r.communication.download_bytes, r.communication.largest_download_bytes);
    EXPECT_EQ(r.communication.measured_users, g.vertex_count());
  }
}

/// What is left of the published noise when degrees, edges and counts have hardly any: the complete
/// graph's triangles. Order by number, every pair of lower neighbours.
TEST(LocalTwoRoundsTest, AlmostWithoutNoiseTheCountIsExact) {
  // Flip probability 1e-9 a bit; Laplace scale 11 / 20 for 12 users: standard deviation 2.7.
  local_two_rounds method = published(60.0);
  method.split = budget_split{0.2, 0.0, 0.4, 0.4};
  const baseline_result r =
      estimate_triangles(test::complete_graph(12), method, {1}, coin_source::simulated(1));
  EXPECT_NEAR(r.triangles.value, 220.0, 15.0);
  EXPECT_GT(r.triangles.standard_error, 0.5);
  EXPECT_LT(r.triangles.standard_error, 4.0);
}

TEST(LocalTwoRoundsTest, StrongestIsTheTwoStepProtocolOnBitmapsInOrderOfNumber) {
  const csr_graph g = test::social_graph();
  two_step options;
  options.total = epsilon::from_nats(1.0);
  options.codec = bitmap_spec{};
  options.order = user_order::id;
  const triangle_result ours = estimate_triangles(g, options, {9}, coin_source::simulated(2));
  const baseline_result theirs = estimate_triangles(g, strongest(1.0), {9}, coin_source::simulated(2));
  EXPECT_EQ(ours.triangles.value, theirs.triangles.value);
  EXPECT_EQ(ours.triangles.standard_error, theirs.triangles.standard_error);
}

TEST(LocalTwoRoundsTest, TinyGraphsWorkAndEmptyOnesAreRefused) {
  for (const local_two_rounds& method : {published(1.0), strongest(1.0)}) {
    for (const std::uint64_t n : {1U, 2U, 3U}) {
      const baseline_result r = estimate_triangles(csr_graph(n, {}), method, {1}, coin_source());
      EXPECT_TRUE(std::isfinite(r.triangles.value)) << n;
      EXPECT_FALSE(std::isnan(r.triangles.standard_error)) << n;  // infinite where the messages do not tell
    }
    EXPECT_THROW(estimate_triangles(csr_graph(), method, {1}, coin_source()), bad_graph_input);
  }
}

}  // namespace
}  // namespace edgeldp
