// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"

#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/cycles/exact.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "questions/cycles/model.hpp"
#include "support/graphs.hpp"
#include "support/two_steps.hpp"

namespace edgeldp {
namespace {

TEST(CyclesTest, EveryThreadCountGivesTheSameResult) {
  const csr_graph g = test::social_graph();
  for (const unsigned length : {3U, 4U, 5U}) {
    for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
      std::vector<cycle_result> results;
      for (const unsigned threads : {1U, 2U, 7U}) {
        const thread_limit limit(threads);
        results.push_back(
            estimate_cycles(g, length, test::two_step_at(2.0, codec), {42}, coin_source::simulated(7)));
      }
      for (const cycle_result& r : results) {
        EXPECT_EQ(r.cycles.value, results[0].cycles.value);
        EXPECT_EQ(r.cycles.standard_error, results[0].cycles.standard_error);
        EXPECT_EQ(r.cycles.bias, results[0].cycles.bias);
        EXPECT_EQ(r.communication.upload_bytes, results[0].communication.upload_bytes);
      }
    }
  }
}

TEST(CyclesTest, AlmostWithoutNoiseTheCountIsExact) {
  // At 60 nats the bitmap errs with probability 1e-9 a bit; limits are wide where sizes are known.
  for (const csr_graph& g : {test::complete_graph(12), test::social_graph()}) {
    for (const unsigned length : {4U, 5U}) {
      two_step o = test::two_step_at(60.0, codec_kind::bitmap);
      o.split = budget_split{0.1, 0.2, 0.3, 0.4};
      const cycle_result r = estimate_cycles(g, length, o, {1}, coin_source::simulated(1));
      const auto truth = static_cast<double>(exact::count_cycles(g, length));
      EXPECT_NEAR(r.cycles.value, truth, 0.1 * truth) << length;
    }
  }
}

TEST(CyclesTest, TrianglesAreTheTriangleEstimate) {
  const csr_graph g = test::social_graph();
  const cycle_result cycles =
      estimate_cycles(g, 3, test::two_step_at(1.0, codec_kind::nullspace), {5}, coin_source::simulated(2));
  const triangle_result triangles =
      estimate_triangles(g, test::two_step_at(1.0, codec_kind::nullspace), {5}, coin_source::simulated(2));
  EXPECT_EQ(cycles.cycles.value, triangles.triangles.value);
  EXPECT_EQ(cycles.cycles.standard_error, triangles.triangles.standard_error);
  EXPECT_TRUE(cycles.budgets.pilot.is_zero());
}

TEST(CyclesTest, TheLedgerHoldsTheTotalAndOneEndpointAnEdge) {
  for (const double total : {0.3, 1.0, 3.0}) {
    const cycle_result r =
        estimate_cycles(test::social_graph(), 4, test::two_step_at(total, codec_kind::nullspace), {5},
                        coin_source::simulated(2));
    const cycle_budgets& b = r.budgets;
    EXPECT_EQ(r.run.spent.edge_ldp().units(),
              b.degree.units() + b.size.units() + b.edges.units() + b.pilot.units() + b.count.units());
    EXPECT_LE(r.run.spent.edge_ldp().units(), r.run.spent.ceiling().units());
    EXPECT_NEAR(r.run.spent.edge_ldp().nats(), total, 1e-6);
    EXPECT_EQ(r.run.spent.relationship_dp().units(), r.run.spent.edge_ldp().units() + b.degree.units());
    EXPECT_EQ(r.run.spent.of(0).spent(rounds::pilot).units(), b.pilot.units());
    EXPECT_TRUE(r.is_private);
  }
}

/// A clique of 30 among 600 users on a path: nearly all cycles are in it, which degrees do not
/// tell.
csr_graph clique_in_the_sparse() {
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (vertex_id u = 0; u + 1 < 600; ++u) edges.emplace_back(u, u + 1);
  for (vertex_id u = 0; u < 30; ++u)
    for (vertex_id v = 0; v < u; ++v)
      if (v + 1 != u) edges.emplace_back(20 * v, 20 * u);
  return csr_graph(600, edges);
}

TEST(CyclesTest, ThinRowsShowCliquesAndSpareThePilot) {
  const csr_graph g = clique_in_the_sparse();
  const auto truth = static_cast<double>(exact::count_cycles(g, 4));
  const cycle_result r =
      estimate_cycles(g, 4, test::two_step_at(12.0, codec_kind::bitmap), {5}, coin_source::simulated(2));
  EXPECT_NEAR(r.cycles.value, truth, 0.05 * truth);
  EXPECT_LT(r.cycles.bias_bound, 0.02 * truth);
  EXPECT_EQ(judge(r.cycles), judgement::usable);
  EXPECT_TRUE(r.budgets.pilot.is_zero());
  EXPECT_EQ(r.run.spent.edge_ldp().units(), r.budgets.degree.units() + r.budgets.size.units() +
                                                r.budgets.edges.units() + r.budgets.count.units());
  EXPECT_NEAR(r.run.spent.edge_ldp().nats(), 12.0, 1e-6);
}

TEST(CyclesTest, MessagesAndLimitsAreThoseOfTheEstimate) {
  const csr_graph g = test::social_graph();
  for (const double total : {2.0, 12.0}) {
    const cycle_result r =
        estimate_cycles(g, 4, test::two_step_at(total, codec_kind::bitmap), {5}, coin_source::simulated(2));
    int128 sum = 0;
    for (std::size_t u = 0; u < r.counts.messages.size(); ++u) {
      sum += r.counts.messages[u];
      if (r.counts.limits[u] == 0) {
        EXPECT_EQ(r.counts.messages[u], 0);
      }
    }
    EXPECT_DOUBLE_EQ(static_cast<double>(sum) * r.unit, r.cycles.value);
    EXPECT_EQ(r.pilot_counts.limits.empty(), r.budgets.pilot.is_zero());
  }
}

TEST(CyclesTest, CountingOnALoadedReleaseRepeatsTheRun) {
  const csr_graph g = test::social_graph();
  for (const unsigned length : {4U, 5U}) {
    const coin_source coins = coin_source::simulated(3);
    const cycle_result whole =
        estimate_cycles(g, length, test::two_step_at(1.0, codec_kind::nullspace), {11}, coins);
    const std::vector<std::byte> file = whole.published->serialize();
    const auto loaded = std::make_shared<const release>(release_reader(file).load());
    const cycle_result again = estimate_cycles(g, length, loaded, coins);
    EXPECT_EQ(again.cycles.value, whole.cycles.value);
    EXPECT_EQ(again.cycles.standard_error, whole.cycles.standard_error);
    EXPECT_EQ(again.communication.upload_bytes, whole.communication.upload_bytes);
    EXPECT_THROW(estimate_cycles(test::complete_graph(9), length, loaded, coins), invalid_parameter);
  }
}

TEST(CyclesTest, AnyBoostGraphGivesTheSameAsOurOwn) {
  const csr_graph g = test::social_graph();
  boost::adjacency_list<boost::setS, boost::vecS, boost::undirectedS> b(g.vertex_count());
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u)
    for (const vertex_id v : g.neighbors(static_cast<vertex_id>(u))) add_edge(u, v, b);
  const auto ours =
      estimate_cycles(g, 5, test::two_step_at(1.0, codec_kind::nullspace), {9}, coin_source::simulated(2));
  const auto theirs =
      estimate_cycles(b, 5, test::two_step_at(1.0, codec_kind::nullspace), {9}, coin_source::simulated(2));
  EXPECT_EQ(ours.cycles.value, theirs.cycles.value);
}

TEST(CyclesTest, GraphsWithoutCyclesOrEdgesAreFine) {
  for (const csr_graph& g : {csr_graph(1, {}), csr_graph(2, {}), csr_graph(70, {}), test::star_graph(80),
                             test::cycle_graph(65), test::petersen_graph()}) {
    for (const unsigned length : {4U, 5U}) {
      for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
        const cycle_result r =
            estimate_cycles(g, length, test::two_step_at(1.0, codec), {3}, coin_source::simulated(4));
        EXPECT_TRUE(std::isfinite(r.cycles.value));
        EXPECT_GT(r.cycles.standard_error, 0.0);
        EXPECT_EQ(std::isfinite(r.cycles.standard_error), r.error.laplace_variance > 0.0)
            << "unknown where nobody speaks";
        EXPECT_TRUE(std::isfinite(r.cycles.bias));
      }
    }
  }
}

TEST(CyclesTest, SplitsOrdersAndTrueDegreeChunks) {
  const csr_graph g = test::social_graph();
  for (const user_order order : {user_order::id, user_order::random}) {
    two_step o = test::two_step_at(2.0, codec_kind::nullspace);
    o.order = order;
    o.split = budget_split{0.05, 0.0, 0.5, 0.45};
    const cycle_result r = estimate_cycles(g, 4, o, {3}, coin_source::simulated(4));
    EXPECT_TRUE(r.budgets.size.is_zero());
    EXPECT_NEAR(r.budgets.edges.nats(), 1.0, 1e-6);
    EXPECT_NEAR(r.budgets.pilot.nats() + r.budgets.count.nats(), 0.9, 1e-6);
  }
  two_step o = test::two_step_at(2.0, codec_kind::ppr);
  o.true_degree_chunks = true;
  EXPECT_FALSE(estimate_cycles(g, 4, o, {3}, coin_source::simulated(4)).is_private);
}

TEST(CyclesTest, WhereNoisePrevailsTheBiasIsNotTakenForMore) {
  const csr_graph g = generate_affiliation(300, 2500, 1);
  for (const auto& [length, total] : {std::pair(4U, 0.3), std::pair(5U, 0.5)}) {
    double bias = 0.0, standard_error = 0.0;
    for (std::uint64_t run = 0; run < 20; ++run) {
      const cycle_result r = estimate_cycles(g, length, test::two_step_at(total, codec_kind::nullspace),
                                             {1000 + run}, coin_source::simulated(77 + run));
      bias += r.cycles.bias;
      standard_error += r.cycles.standard_error;
    }
    EXPECT_LT(std::abs(bias), standard_error) << length;
  }
}

// Where rows are as good as exact the rest serves the count better.
TEST(CyclesTest, LargeBudgetsGoToTheCountBeyondWhatServesTheRows) {
  const csr_graph g = test::cycle_graph(70);
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
    for (const unsigned length : {4U, 5U}) {
      const two_step o = test::two_step_at(epsilon::largest, codec);
      const cycle_result r = estimate_cycles(g, length, o, {3}, coin_source::simulated(4));
      EXPECT_LE(r.budgets.edges.nats(), o.codec.largest_budget() + 1e-6);
      EXPECT_GE(r.budgets.edges.nats(), 8.0);
      EXPECT_GE(r.budgets.count.nats(), epsilon::largest / 3.0);
      EXPECT_NEAR(r.run.spent.edge_ldp().nats(), epsilon::largest, 1e-6);
    }
  }
}

TEST(CyclesTest, WhatDoesNotFitIsRefused) {
  const csr_graph g = test::social_graph();
  const coin_source coins = coin_source::simulated(1);
  EXPECT_THROW(estimate_cycles(g, 2, test::two_step_at(1.0, codec_kind::nullspace), {1}, coins),
               invalid_parameter);
  EXPECT_THROW(estimate_cycles(g, 6, test::two_step_at(1.0, codec_kind::nullspace), {1}, coins),
               invalid_parameter);
  EXPECT_THROW(
      estimate_cycles(csr_graph(0, {}), 4, test::two_step_at(1.0, codec_kind::nullspace), {1}, coins),
      bad_graph_input);
  two_step o = test::two_step_at(1.0, codec_kind::nullspace);
  o.clip.margin = 3;
  EXPECT_THROW(estimate_cycles(g, 4, o, {1}, coins), invalid_parameter);
  o = test::two_step_at(1.0, codec_kind::nullspace);
  o.clip.kind = bound_kind::neighbors;
  EXPECT_THROW(estimate_cycles(g, 5, o, {1}, coins), invalid_parameter);
  EXPECT_THROW(estimate_cycles(g, 4, nullptr, coins), invalid_parameter);
}

/// The model of a random graph, on one: cycles and pairs come out.
TEST(CycleModelTest, CountsCyclesOfARandomGraph) {
  constexpr std::uint64_t n = 400;
  const csr_graph g = generate_erdos_renyi(n, 6000, 3);
  std::vector<rank_moments> ranks(n);
  double preceding = 0.0;
  for (std::uint64_t r = 0; r < n; ++r) {  // by number, so that sizes grow along the order
    const auto neighbors = g.neighbors(static_cast<vertex_id>(r));
    const auto d = static_cast<double>(neighbors.size());
    const auto s = static_cast<double>(std::ranges::count_if(neighbors, [&](vertex_id v) { return v < r; }));
    ranks[r] = {d, d * d, s * (s - 1.0)};
    preceding += 0.5 * s * (s - 1.0);
  }
  std::vector<double> importance(n, 1.0);
  const peak_shares shares(importance);
  for (const unsigned length : {4U, 5U}) {
    const cycle_model model(ranks, shares, length);
    const auto truth = static_cast<double>(exact::count_cycles(g, length));
    EXPECT_NEAR(model.pairs(), preceding, 1e-6);
    EXPECT_NEAR(model.edges(), 6000.0, 1e-6);
    EXPECT_NEAR(model.cycles(), truth, 0.1 * truth) << length;
  }
}

}  // namespace
}  // namespace edgeldp
