// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/cycles/middle_cycles_simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/cycles/exact.hpp"
#include "edgeldp/graph/rounds/rounds_simulation.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

middle_cycles middle_cycles_at(double total, codec_kind codec = codec_kind::bitmap) {
  middle_cycles method{epsilon::from_nats(total)};
  method.codec = codec_spec(codec);
  return method;
}

TEST(MiddleCyclesTest, EveryThreadCountGivesTheSameResult) {
  const csr_graph g = generate_affiliation(150, 900, 5);
  for (const unsigned length : {3U, 5U}) {
    for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
      std::vector<middle_result> results;
      for (const unsigned threads : {1U, 2U, 7U}) {
        const thread_limit limit(threads);
        results.push_back(
            estimate_cycles(g, length, middle_cycles_at(2.0, codec), {42}, coin_source::simulated(7)));
      }
      for (const middle_result& r : results) {
        EXPECT_EQ(r.cycles.value, results[0].cycles.value);
        EXPECT_EQ(r.cycles.standard_error, results[0].cycles.standard_error);
        EXPECT_EQ(r.communication.upload_bytes, results[0].communication.upload_bytes);
      }
    }
  }
}

TEST(MiddleCyclesTest, AlmostWithoutNoiseTheCountIsExact) {
  // At 45 nats of 50 the degrees are exact and a bit errs with probability 2e-10.
  for (const csr_graph& g : {test::complete_graph(12), generate_affiliation(150, 900, 5)}) {
    for (const unsigned length : {3U, 5U}) {
      const auto truth = static_cast<double>(exact::count_cycles(g, length));
      const middle_result r =
          estimate_cycles(g, length, middle_cycles_at(50.0), {1}, coin_source::simulated(1));
      EXPECT_NEAR(r.cycles.value, truth, 0.05 * truth) << length;
      EXPECT_NEAR(r.cycles.value, truth, 5.0 * std::sqrt(r.error.laplace_variance) + 1e-6 * truth) << length;
    }
  }
}

TEST(MiddleCyclesTest, BothEndpointsPayForDegreesAndCounts) {
  const csr_graph g = generate_affiliation(100, 500, 5);
  const middle_result r = estimate_cycles(g, 3, middle_cycles_at(1.0), {5}, coin_source::simulated(2));
  const round_budgets& b = r.budgets;
  EXPECT_NEAR(b.degree.nats(), 0.1, 1e-9);
  EXPECT_NEAR(b.edges.nats(), 0.45, 1e-9);
  EXPECT_NEAR(b.count.nats(), 0.45, 1e-9);
  EXPECT_EQ(r.run.spent.edge_ldp().units(), r.run.spent.ceiling().units());
  EXPECT_EQ(r.run.spent.relationship_dp().units(),
            r.run.spent.edge_ldp().units() + b.degree.units() + b.count.units());
  EXPECT_TRUE(r.is_private);
}

TEST(MiddleCyclesTest, GraphsWithoutCyclesOrEdgesAreFine) {
  for (const csr_graph& g : {csr_graph(1, {}), csr_graph(2, {}), csr_graph(70, {}), test::star_graph(80),
                             test::cycle_graph(65), test::petersen_graph()}) {
    for (const unsigned length : {3U, 5U}) {
      for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
        const middle_result r =
            estimate_cycles(g, length, middle_cycles_at(1.0, codec), {3}, coin_source::simulated(4));
        EXPECT_TRUE(std::isfinite(r.cycles.value));
        EXPECT_TRUE(std::isfinite(r.cycles.standard_error));
        EXPECT_TRUE(std::isfinite(r.cycles.bias));
      }
    }
  }
}

TEST(MiddleCyclesTest, WhatDoesNotFitIsRefused) {
  const csr_graph g = generate_affiliation(50, 100, 5);
  const coin_source coins = coin_source::simulated(1);
  for (const unsigned length : {2U, 4U, 6U, 7U})
    EXPECT_THROW(estimate_cycles(g, length, middle_cycles_at(1.0), {1}, coins), invalid_parameter);
  EXPECT_THROW(estimate_cycles(csr_graph(0, {}), 3, middle_cycles_at(1.0), {1}, coins), bad_graph_input);
  for (const double share : {0.0, 1.0, -0.5, std::nan("")}) {
    middle_cycles method = middle_cycles_at(1.0);
    method.degree_share = share;
    EXPECT_THROW(estimate_cycles(g, 3, method, {1}, coins), invalid_parameter);
  }
  middle_cycles method = middle_cycles_at(1.0);
  method.margin = (std::uint64_t{1} << 48) + 1;
  EXPECT_THROW(estimate_cycles(g, 3, method, {1}, coins), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
