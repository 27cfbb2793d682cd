// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/triangles/vertex_centric.hpp"
#include "edgeldp/rivals/triangles/method_simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "questions/triangles/all_neighbors.hpp"
#include "support/baseline_checks.hpp"
#include "support/graphs.hpp"
#include "support/small_lists.hpp"

namespace edgeldp {
namespace {

static_assert(TriangleBaseline<vertex_centric>);

using accepted_counts = std::pair<std::int64_t, std::int64_t>;  // accepted ones, zeros

accepted_counts count_in_order(std::uint32_t graph, std::span<const unsigned> members, pair_limits limits) {
  limited_pairs pairs;
  pairs.reset(limits);
  for (std::size_t i = 0; i < members.size(); ++i)
    pairs.add([&](std::size_t j) {
      return test::pair_bit(graph, std::max(members[i], members[j]), std::min(members[i], members[j]));
    });
  return {static_cast<std::int64_t>(pairs.ones()), static_cast<std::int64_t>(pairs.zeros())};
}

/// What the program's noise covers, phi(1) times the cap, is less than a swap at the cap changes:
/// lists of six with cap 4 (kept sets of 4 that differ in one member), q = 10, T = 4.
TEST(VertexCentricTest, StatedSensitivityIsExceededByASwap) {
  constexpr std::int64_t q = 10, T = 4, cap = 4;
  const auto f = [&](std::uint32_t graph, std::uint32_t list) {
    const auto [ones, zeros] = count_in_order(graph, test::members_of<unsigned>(list), {99, 99});
    return (q - T) * ones - T * zeros;
  };
  // Members 0 to 2 with 3, all noisy edges to it; or with 4, none.
  const std::uint32_t edges_to_3 = 0b111U << 3;
  EXPECT_EQ(f(edges_to_3, 0b01111) - f(edges_to_3, 0b10111), (cap - 1) * q);
  EXPECT_GT((cap - 1) * q, static_cast<std::int64_t>(stated_sensitivity(cap, {q, T})));
}

TEST(VertexCentricTest, LimitsProvideForTheOnesExpected) {
  const auto rr = randomized_response::for_budget(epsilon::from_nats(0.6));
  const double p = rr.other_probability();
  const pair_limits limits = limits_for_degree(101.0, rr.law(), rr.lattice(), 0.2, 2.0);
  EXPECT_NEAR(static_cast<double>(limits.ones), 100 * (p + 0.2 * (1 - 2 * p)) + 20 * std::sqrt(p * (1 - p)),
              1.0);
  // Zeros cost nothing on top, and one more would.
  const std::uint64_t q = randomized_response::resolution, T = rr.threshold();
  EXPECT_EQ(limited_sensitivity(limits, {q, T}), uint128{q - T} * limits.ones);
  EXPECT_GT(limited_sensitivity({limits.ones, limits.zeros + 1}, {q, T}), uint128{q - T} * limits.ones);
  EXPECT_EQ(limits_for_degree(1e6, rr.law(), rr.lattice(), 1.0, 1e6).ones,
            999999U);  // never more than there are
  for (const double degree : {-5.0, 0.0, 1.9, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(limits_for_degree(degree, rr.law(), rr.lattice(), 0.2, 2.0).ones, 0U) << degree;
}

// --- whole runs

std::vector<vertex_centric> vertex_centric_presets(double total) {
  const epsilon e = epsilon::from_nats(total);
  return {vertex_centric::published(e), vertex_centric::strongest(e),
          vertex_centric::compressed(e, nullspace_spec{}), vertex_centric::compressed(e, ppr_spec{})};
}

TEST(VertexCentricTest, EveryThreadCountGivesTheSameResult) {
  const csr_graph g = test::large_social_graph();
  for (const vertex_centric& method : vertex_centric_presets(1.0)) {
    test::expect_same_for_every_thread_count(g, method);
  }
}

TEST(VertexCentricTest, AlmostWithoutNoiseTheCountIsExact) {
  const csr_graph clique = test::complete_graph(12);
  const baseline_result r =
      estimate_triangles(clique, vertex_centric_presets(60.0)[0], {1}, coin_source::simulated(1));
  EXPECT_NEAR(r.triangles.value, 220.0, 20.0);
  EXPECT_LT(r.triangles.standard_error, 8.0);
  // Limits provide for members that close most of their pairs, not all: 2% is lost to the small
  // cliques here.
  const csr_graph g = test::large_social_graph();
  const auto truth = static_cast<double>(exact::count_triangles(g));
  const baseline_result limited =
      estimate_triangles(g, vertex_centric_presets(60.0)[1], {1}, coin_source::simulated(1));
  const double tolerance = 4.0 * limited.triangles.standard_error + 0.03 * truth;
  EXPECT_LT(limited.triangles.value, truth + tolerance);
  EXPECT_GT(limited.triangles.value, truth + limited.triangles.bias - tolerance);
  EXPECT_LT(limited.triangles.standard_error, 0.02 * truth);
}

TEST(VertexCentricTest, LedgerChargesBothEndpointsOfDegreeAndCount) {
  const csr_graph g = test::large_social_graph();
  for (const vertex_centric& method : vertex_centric_presets(1.0)) {
    const baseline_result r = estimate_triangles(g, method, {1}, coin_source::simulated(1));
    EXPECT_EQ(r.run.spent.edge_ldp().units(), epsilon::units_per_nat);
    EXPECT_EQ(r.run.spent.relationship_dp().units(), 2 * r.run.spent.of(0).spent(rounds::degree).units() +
                                                         r.run.spent.of(0).spent(rounds::edges).units() +
                                                         2 * r.run.spent.of(0).spent(rounds::count).units());
    EXPECT_EQ(r.is_private, method.rule == vertex_centric::bound::limited_pairs);
    EXPECT_EQ(r.is_private, r.caveat.empty());
  }
}

TEST(VertexCentricTest, DownloadIsEverybodysBitmap) {
  const csr_graph g = test::large_social_graph();
  const baseline_result r =
      estimate_triangles(g, vertex_centric_presets(1.0)[0], {1}, coin_source::simulated(1));
  const double bitmap = 600.0 * 599.0 / 16.0;
  EXPECT_GT(r.communication.download_bytes, bitmap);
  EXPECT_LT(r.communication.download_bytes, 1.2 * bitmap);
  EXPECT_EQ(r.communication.measured_users, 600U);
}

TEST(VertexCentricTest, TinyAndEmptyGraphsWork) {
  for (const vertex_centric& method : vertex_centric_presets(1.0)) {
    test::expect_tiny_and_empty_graphs_work(method);
  }
}

TEST(VertexCentricTest, RefusesBadSettings) {
  const csr_graph g = test::complete_graph(5);
  for (const double share : {0.0, 1.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    vertex_centric method = vertex_centric_presets(1.0)[0];
    method.degree_share = share;
    EXPECT_THROW(estimate_triangles(g, method, {1}, coin_source()), invalid_parameter) << share;
  }
  vertex_centric method = vertex_centric_presets(1.0)[0];
  method.margin = std::uint64_t{1} << 60;
  EXPECT_THROW(estimate_triangles(g, method, {1}, coin_source()), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
