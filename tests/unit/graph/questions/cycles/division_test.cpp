// SPDX-License-Identifier: MIT
#include "questions/cycles/division.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "support/two_steps.hpp"

namespace edgeldp {
namespace {

/// What is public of a graph once degrees are.
public_view released(const csr_graph& g, double budget) {
  const epsilon nats = epsilon::from_nats(budget);
  const discrete_laplace noise(1, nats);
  simulation_randomness coins(7, 1, 0);
  std::vector<std::int64_t> degrees;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u)
    degrees.push_back(static_cast<std::int64_t>(g.neighbors(static_cast<vertex_id>(u)).size()) +
                      static_cast<std::int64_t>(noise(coins)));
  return {user_order::noisy_degree, {5}, std::move(degrees), nats};
}

void expect_same(const budget_split& a, const budget_split& b) {
  EXPECT_EQ(a.degree, b.degree);
  EXPECT_EQ(a.size, b.size);
  EXPECT_EQ(a.edges, b.edges);
  EXPECT_EQ(a.count, b.count);
}

TEST(CycleDivisionTest, MoreBudgetNeverPredictsMoreError) {
  const public_view known = released(generate_affiliation(400, 1200, 5), 0.08);
  for (const codec_spec& codec :
       {codec_spec::automatic({}), codec_spec(bitmap_spec{}), codec_spec(ppr_spec{})})
    for (const unsigned length : {4U, 5U}) {
      double before = INFINITY;
      for (double total = 0.25; total <= 64.0; total *= std::sqrt(2.0)) {
        const double error = plan_cycle_split(test::two_step_at(total, codec), known, length).error;
        EXPECT_LE(error, before * (1.0 + 1e-9)) << codec.name() << " " << length << " " << total;
        EXPECT_GT(error, 0.0);
        before = error;
      }
    }
}

TEST(CycleDivisionTest, SharesAddUpAndAreAFunctionOfWhatIsPublic) {
  const public_view known = released(generate_affiliation(400, 1200, 5), 0.08);
  for (const double total : {0.5, 4.0, 16.0}) {
    const two_step options = test::two_step_at(total, codec_spec::automatic({}));
    const planned_split plan = plan_cycle_split(options, known, 4),
                        again = plan_cycle_split(options, known, 4);
    expect_same(plan.shares, again.shares);
    EXPECT_EQ(plan.error, again.error);
    EXPECT_NEAR(plan.shares.degree + plan.shares.size + plan.shares.edges + plan.shares.count, 1.0, 1e-12);
    EXPECT_GT(plan.shares.count, 0.0);
  }
}

/// The usual shares are among the candidates: small budgets keep them, and larger ones do not where
/// rows that show lists are worth more.
TEST(CycleDivisionTest, LeavesTheUsualSharesOnlyForLessError) {
  const public_view known = released(generate_affiliation(400, 1200, 5), 0.08);
  const two_step small = test::two_step_at(0.25, codec_spec::automatic({})),
                 large = test::two_step_at(4.0, codec_spec::automatic({}));
  expect_same(plan_cycle_split(small, known, 4).shares, usual_cycle_split(small, 4));
  EXPECT_GT(plan_cycle_split(large, known, 4).shares.edges, usual_cycle_split(large, 4).edges);
}

TEST(CycleDivisionTest, ForecastsFallWithTheCountsBudget) {
  const cycle_forecast forecast(released(generate_affiliation(400, 1200, 5), 0.08), 4);
  const bit_law law = bitmap_spec{}.law(epsilon::from_nats(2.0));
  double before = INFINITY;
  for (const double count : {0.1, 0.2, 0.5, 1.0, 2.0}) {
    const double error =
        forecast.squared_error({0.5, 2.0, count}, law, 2.0 * forecast.closed_concentration());
    EXPECT_LT(error, before) << count;
    before = error;
  }
}

TEST(CycleDivisionTest, WithoutCyclesToExpectSharesAreTheUsual) {
  const public_view known = released(csr_graph(3, {}), 64.0);
  const two_step options = test::two_step_at(4.0, bitmap_spec{});
  expect_same(plan_cycle_split(options, known, 4).shares, usual_cycle_split(options, 4));
}

TEST(CycleDivisionTest, ASplitByHandStays) {
  const csr_graph g = generate_affiliation(100, 400, 5);
  two_step options = test::two_step_at(4.0, bitmap_spec{});
  options.split = budget_split{0.1, 0.2, 0.3, 0.4};
  const cycle_result r = estimate_cycles(g, 4, options, {5}, coin_source::simulated(6));
  EXPECT_NEAR(r.budgets.size.nats(), 0.8, 1e-8);
  EXPECT_NEAR(r.budgets.edges.nats(), 1.2, 1e-8);
  EXPECT_NEAR(r.budgets.pilot.nats() + r.budgets.count.nats(), 1.6, 1e-8);
}

}  // namespace
}  // namespace edgeldp
