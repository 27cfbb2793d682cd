// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <numeric>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "support/graphs.hpp"
#include "support/two_steps.hpp"

namespace edgeldp {
namespace {

TEST(TrianglesTest, EveryThreadCountGivesTheSameResult) {
  const csr_graph g = test::large_social_graph();
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
    std::vector<triangle_result> results;
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      const thread_limit limit(threads);
      results.push_back(
          estimate_triangles(g, test::two_step_at(2.0, codec), {42}, coin_source::simulated(7)));
    }
    for (const triangle_result& r : results) {
      EXPECT_EQ(r.triangles.value, results[0].triangles.value);
      EXPECT_EQ(r.triangles.standard_error, results[0].triangles.standard_error);
      EXPECT_EQ(r.communication.upload_bytes, results[0].communication.upload_bytes);
      EXPECT_EQ(r.published->serialize(), results[0].published->serialize());
    }
  }
}

TEST(TrianglesTest, AlmostWithoutNoiseTheCountIsExact) {
  // At 60 nats in all the bitmap errs with probability 1e-9 a bit and Laplace noise of scale below
  // 2 remains.
  const csr_graph g = test::complete_graph(12);
  two_step o = test::two_step_at(60.0, codec_kind::bitmap);
  o.split = budget_split{0.1, 0.1, 0.4, 0.4};
  o.clip = {bound_kind::pairs, 20, 100};
  const triangle_result r = estimate_triangles(g, o, {1}, coin_source::simulated(1));
  EXPECT_NEAR(r.triangles.value, 220.0, 20.0);
  EXPECT_LT(r.triangles.standard_error, 4.0);
}

TEST(TrianglesTest, AnyBoostGraphGivesTheSameAsOurOwn) {
  const csr_graph g = test::large_social_graph();
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> b(g.vertex_count());
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u)
    for (const vertex_id v : g.neighbors(static_cast<vertex_id>(u)))
      if (v < u) add_edge(u, v, b);
  add_edge(3, 3, b);  // a self-loop and a repeat change nothing
  add_edge(g.neighbors(0)[0], 0, b);
  const auto ours =
      estimate_triangles(g, test::two_step_at(1.0, codec_kind::ppr), {9}, coin_source::simulated(2));
  const auto theirs =
      estimate_triangles(b, test::two_step_at(1.0, codec_kind::ppr), {9}, coin_source::simulated(2));
  EXPECT_EQ(ours.triangles.value, theirs.triangles.value);
}

TEST(TrianglesTest, CountingOnALoadedReleaseRepeatsTheRun) {
  const csr_graph g = test::large_social_graph();
  const coin_source coins = coin_source::simulated(3);
  const triangle_result whole = estimate_triangles(g, test::two_step_at(1.0, codec_kind::ppr), {11}, coins);
  const std::vector<std::byte> file = whole.published->serialize();
  const auto loaded = std::make_shared<const release>(release_reader(file).load());
  const triangle_result again = estimate_triangles(
      g, loaded, bound_options{bound_kind::pairs, whole.plan.cap.margin, whole.plan.cap.kappa_percent},
      coins);
  EXPECT_EQ(again.triangles.value, whole.triangles.value);
  EXPECT_EQ(again.triangles.standard_error, whole.triangles.standard_error);
  EXPECT_EQ(again.communication.upload_bytes, whole.communication.upload_bytes);
  EXPECT_EQ(again.run.spent.spent(), whole.plan.budgets.count) << "what the release cost is not paid again";
}

TEST(TrianglesTest, LedgerStatesBothUnits) {
  const triangle_result r = estimate_triangles(
      test::large_social_graph(), test::two_step_at(1.0, codec_kind::ppr), {1}, coin_source::simulated(1));
  EXPECT_EQ(r.run.spent.edge_ldp().units(), epsilon::units_per_nat);
  EXPECT_EQ(r.run.spent.relationship_dp().units(),
            r.run.spent.edge_ldp().units() + r.run.spent.of(0).spent(rounds::degree).units());
  EXPECT_TRUE(r.is_private);
}

TEST(TrianglesTest, TrueDegreeChunksAreNotPrivate) {
  two_step o = test::two_step_at(1.0, codec_kind::ppr);
  o.true_degree_chunks = true;
  EXPECT_FALSE(estimate_triangles(test::large_social_graph(), o, {1}, coin_source::simulated(1)).is_private);
}

TEST(TrianglesTest, TinyAndEmptyGraphsWork) {
  for (std::uint64_t n : {1U, 2U, 3U}) {
    const csr_graph g(n, {});
    const triangle_result r =
        estimate_triangles(g, test::two_step_at(1.0, codec_kind::ppr), {1}, coin_source());
    EXPECT_TRUE(std::isfinite(r.triangles.value)) << n;
  }
  EXPECT_THROW(estimate_triangles(csr_graph(), test::two_step_at(1.0, codec_kind::ppr), {1}, coin_source()),
               bad_graph_input);
}

TEST(TrianglesTest, RefusesAReleaseOfAnotherGraph) {
  const triangle_result r = estimate_triangles(
      test::large_social_graph(), test::two_step_at(1.0, codec_kind::ppr), {1}, coin_source::simulated(1));
  EXPECT_THROW(estimate_triangles(test::complete_graph(5), r.published, {}, coin_source::simulated(1)),
               invalid_parameter);
}

TEST(TrianglesTest, SimulatedCoinsNeedASimulatedRelease) {
  const csr_graph g = test::complete_graph(6);
  const triangle_result real =
      estimate_triangles(g, test::two_step_at(1.0, codec_kind::ppr), {1}, coin_source());
  EXPECT_FALSE(real.published->parameters().simulated);
  EXPECT_THROW(estimate_triangles(g, real.published, {}, coin_source::simulated(1)), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
