// SPDX-License-Identifier: MIT
// Counts on a sample of rows as a protocol: together and user by user, what it costs whom, and how
// rows are chosen.
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds_user.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "questions/triangles/sampled/sample_plan.hpp"
#include "support/graphs.hpp"
#include "support/losing_population.hpp"
#include "support/one_liar.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

csr_graph sampled_graph() {
  return generate_affiliation(120, 900, 5);
}

sampled_options sampled_at(double total, double bytes) {
  return {epsilon::from_nats(total), bytes};
}

TEST(SampledTrianglesTest, UsersOneByOneSayWhatAllSayTogether) {
  for (const double total : {1.0, 6.0}) {
    const sampled_options options = sampled_at(total, 900.0);
    const test::played_method method = [&](session& s) {
      sampled_result r = estimate_sampled_triangles(s, options);
      std::vector<double> all{r.triangles.value, r.triangles.standard_error, r.triangles.bias_bound,
                              r.closure, r.communication.download_bytes};
      for (const sampled_row& row : r.owners) all.push_back(row.user + 0.001 * row.rarity);
      return test::played{std::move(all), std::move(r.run)};
    };
    const test::played run = test::expect_same_user_by_user(sampled_graph(), options.total, {42}, method,
                                                            simulated_sample_tasks(), private_tasks());
    EXPECT_TRUE(run.run.flaws.empty());
    EXPECT_LE(run.run.spent.spent(), epsilon::from_nats(total));
    EXPECT_GE(run.run.spent.spent().nats(), 0.999 * total);
  }
}

TEST(SampledTrianglesTest, NobodySpendsMoreThanTheTotalAndNoEdgeMoreThanItsDegreesBesides) {
  const epsilon total = epsilon::from_nats(2.0);
  const sampled_result r =
      estimate_sampled_triangles(sampled_graph(), {total, 900.0}, {3}, coin_source::simulated(4));
  ASSERT_GT(r.owners.size(), 2U);
  EXPECT_EQ(r.run.spent.spent(), total);
  EXPECT_EQ(r.run.spent.edge_ldp(), total);
  EXPECT_EQ(r.run.spent.relationship_dp().units(), total.units() + r.degree.units());
  for (vertex_id u = 0; u < 120; ++u) {
    const ledger own = r.run.spent.of(u);
    EXPECT_TRUE(own.spent("count").is_zero() || own.spent("edges").is_zero()) << u << " has two roles";
  }
  for (const sampled_row& row : r.owners) EXPECT_EQ(r.roles.of(row.user), sample_role::candidate);
  std::uint64_t counters = 0;
  for (vertex_id u = 0; u < 120; ++u) counters += r.roles.of(u) == sample_role::counter ? 1 : 0;
  EXPECT_LE(r.counters, counters);
}

/// The population fails a test in which somebody who is lost is asked again.
TEST(SampledTrianglesTest, WhoIsLostIsNotAskedAgainAndTheIntervalAllowsForIt) {
  const csr_graph g = sampled_graph();
  const sampled_options options = sampled_at(6.0, 900.0);
  for (const std::uint32_t round : {0U, 1U, 2U, 3U}) {
    const test::losses lost =
        test::lose_at_random(test::nobody_lost(g.vertex_count()), 0.2, round, 11 + round);
    const test::played_method method = [&](session& s) {
      sampled_result r = estimate_sampled_triangles(s, options);
      // A fifth of all: in the last round of the counters alone, who are a third of them.
      EXPECT_GE(r.triangles.bias_bound, 0.05 * std::abs(r.triangles.value)) << round;
      for (const sampled_row& row : r.owners) EXPECT_GT(lost[row.user], std::min(round, 1U)) << row.user;
      return test::played{{r.triangles.value, r.triangles.bias_bound}, std::move(r.run)};
    };
    test::expect_same_with_losses(g, lost, options.total, {42}, method, simulated_sample_tasks(),
                                  private_tasks());
  }
  const test::losses all(g.vertex_count(), 1);
  const sampled_result none =
      test::play_with_losses(g, all, options.total, {42}, coin_source::simulated(1), simulated_sample_tasks(),
                             [&](session& s) { return estimate_sampled_triangles(s, options); });
  EXPECT_EQ(judge(none.triangles), judgement::not_usable) << "all were lost behind their degrees";
}

TEST(SampledTrianglesTest, ALiarMovesTheNumberByItsReachAtMost) {
  const csr_graph g = sampled_graph();
  const sampled_options options = sampled_at(2.0, 900.0);
  const auto play = [&](vertex_id liar, std::vector<test::told_lie> lies) {
    const graph_view view(g);
    auto honest = simulated_users(view, coin_source::simulated(4), simulated_sample_tasks());
    test::one_liar users(honest, liar, std::move(lies));
    account paid(options.total, users.users());
    session s(users, paid, {3});
    return estimate_sampled_triangles(s, options);
  };
  const sampled_result honest = play(0, {});
  EXPECT_TRUE(honest.lies.clamped.empty());
  EXPECT_GT(honest.lies.influence(), honest.lies.influence(1));
  vertex_id liar = 0;
  while (honest.messages[liar] == 0) ++liar;
  for (const int128 lie : {int128{1} << 100, -(int128{1} << 100)}) {
    const sampled_result lied = play(liar, {{sampled_count_round::asks, integer_message(lie)}});
    EXPECT_EQ(lied.lies.clamped, std::vector<vertex_id>{liar});
    EXPECT_LE(std::abs(lied.triangles.value - honest.triangles.value), honest.lies.influence(1));
  }
  // Of its degree and its number of columns no more than everybody's.
  const std::vector<std::byte> huge = integer_message(int128{1} << 48);
  const vertex_id owner = honest.owners.front().user;
  const sampled_result sized = play(owner, {{column_count_round::asks, huge}});
  EXPECT_EQ(sized.lies.clamped, std::vector<vertex_id>{owner});
  EXPECT_LE(sized.published->layout().sizes().front(), 1000);
  EXPECT_LE(play(5, {{degree_round::asks, huge}}).degrees[5], 1000);
}

TEST(SampledTrianglesTest, ADownloadIsAboutWhatWasAskedFor) {
  const csr_graph g = generate_holme_kim(3000, 7, 0.3, 7);
  for (const double bytes : {600.0, 2000.0, 6000.0}) {
    double sum = 0.0;
    for (std::uint64_t run = 0; run < 8; ++run) {
      const sampled_result r =
          estimate_sampled_triangles(g, sampled_at(1.0, bytes), {run}, coin_source::simulated(run));
      EXPECT_LE(r.communication.download_bytes, 1.15 * bytes) << bytes;
      sum += r.communication.download_bytes / 8.0;
    }
    EXPECT_GE(sum, 0.6 * bytes);
    EXPECT_LE(sum, 1.03 * bytes);
  }
}

/// Degrees and triangles are those of the graph: what is left are coins.
TEST(SampledTrianglesTest, WhatIsForeseenIsNearWhatRunsSay) {
  const csr_graph g = generate_holme_kim(3000, 7, 0.6, 7);
  std::vector<std::int64_t> degrees;
  for (vertex_id u = 0; u < g.vertex_count(); ++u) degrees.push_back(static_cast<std::int64_t>(g.degree(u)));
  const auto triangles = static_cast<double>(exact::count_triangles(g));
  double before = std::numeric_limits<double>::infinity();
  for (const double bytes : {1500.0, 6000.0, 20000.0}) {
    const sampled_options options = sampled_at(4.0, bytes);
    const double foreseen = foresee_sampled_half_width(degrees, options, triangles, {1});
    EXPECT_LT(foreseen, before);
    before = foreseen;
    double log_ratio = 0.0;
    constexpr int runs = 6;
    for (std::uint64_t run = 0; run < runs; ++run) {
      const sampled_result r = estimate_sampled_triangles(g, options, {run}, coin_source::simulated(run));
      log_ratio += std::log(foreseen * triangles / r.triangles.half_width()) / runs;
    }
    EXPECT_NEAR(log_ratio, 0.0, std::log(1.5)) << bytes;
  }
  EXPECT_FALSE(std::isfinite(foresee_sampled_half_width(degrees, sampled_at(4.0, 1500.0), 0.0, {1})));
  EXPECT_THROW(foresee_sampled_half_width(degrees, sampled_at(4.0, 10.0), triangles, {1}), invalid_parameter);
}

// The chance of a row is what weights divide by: the sum of 1 / chance over chosen rows has the
// number of users as its mean, of every range of degrees. 5 standard errors, false alarm 6e-7 each,
// seeds fixed.
TEST(SamplePlanTest, RowsAreChosenWithTheirChances) {
  std::vector<std::int64_t> degrees;
  for (int u = 0; u < 300; ++u) degrees.push_back(3 + 3 * (u * u / 2700));
  const sample_budgets budgets{epsilon::from_nats(0.1), epsilon::from_nats(0.2), epsilon::from_nats(0.7),
                               epsilon::from_nats(0.9)};
  const sample_planner planner(degrees, budgets, nullspace_spec{});
  const planned_sample planned = planner.plan(1200.0);
  constexpr int keys = 2000;
  std::array<double, 2> sum{}, squares{}, users{};  // of low and high degrees
  const auto is_high = [&](std::size_t u) { return degrees[u] > 20 ? 1U : 0U; };
  for (std::size_t u = 0; u < degrees.size(); ++u) ++users[is_high(u)];
  for (int key = 0; key < keys; ++key) {
    const sample_plan plan = planner.draw(planned, {static_cast<std::uint64_t>(key)}, 1200.0);
    ASSERT_GT(plan.owners.size(), 5U);
    std::array<double, 2> here{};
    for (const sampled_row& row : plan.owners)
      here[is_high(row.user)] += 1.0 / (row.chance() * plan.roles.candidate_chance());
    for (const std::size_t half : {0U, 1U}) {
      sum[half] += here[half];
      squares[half] += here[half] * here[half];
    }
  }
  for (const std::size_t half : {0U, 1U}) {
    const double mean = sum[half] / keys, error = std::sqrt((squares[half] / keys - mean * mean) / keys);
    EXPECT_NEAR(mean, users[half], 5.0 * error) << half;
    EXPECT_LT(error, 0.1 * users[half]) << half;
  }
}

// Weights divide by the chance of a candidate: a choice among such chances that saw who the
// candidates are would make them wrong. The same degrees, other coins of roles.
TEST(SamplePlanTest, PlansDoNotLookAtTheCoinsOfRoles) {
  for (const double bytes : {262.0, 300.0, 900.0}) {
    std::array<std::uint32_t, 12> candidates{};
    for (std::uint64_t key = 0; key < candidates.size(); ++key)
      candidates[key] = estimate_sampled_triangles(sampled_graph(), sampled_at(8.0, bytes), {key},
                                                   coin_source::simulated(4))
                            .roles.candidates;
    EXPECT_EQ(std::ranges::count(candidates, candidates[0]), std::ssize(candidates)) << bytes;
  }
}

TEST(SamplePlanTest, DecisionsComeBackAsTheyWere) {
  const sample_plan plan{0.25, {{7}, 1U << 29}, {1.5, 4.0, 0.25}, {{3, 0}, {9, 200}}};
  byte_string bytes;
  plan.write(bytes);
  const sample_plan again = sample_plan::read(bytes);
  EXPECT_EQ(again.size_share, plan.size_share);
  EXPECT_EQ(again.owners, plan.owners);
  EXPECT_EQ(again.roles, plan.roles);
  EXPECT_EQ(again.rule.scale, plan.rule.scale);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW(sample_plan::read(std::span(bytes).first(size)), format_error);
  byte_string limit;
  sampled_limit_plan{{5, -3}}.write(limit);
  EXPECT_EQ(sampled_limit_plan::read(limit).limit, (sampled_limit{5, -3}));
}

TEST(SampledTrianglesTest, WhatDoesNotFitIsRefusedAndTinyGraphsAreNot) {
  const coin_source coins = coin_source::simulated(1);
  EXPECT_THROW(estimate_sampled_triangles(csr_graph(0, {}), sampled_at(1.0, 900.0), {1}, coins),
               bad_graph_input);
  EXPECT_THROW(estimate_sampled_triangles(sampled_graph(), sampled_at(1.0, -1.0), {1}, coins),
               invalid_parameter);
  EXPECT_THROW(estimate_sampled_triangles(sampled_graph(), {epsilon::from_units(5), 900.0}, {1}, coins),
               invalid_parameter);
  sampled_options bad = sampled_at(1.0, 900.0);
  bad.degree_share = 1.0;
  EXPECT_THROW(estimate_sampled_triangles(sampled_graph(), bad, {1}, coins), invalid_parameter);
  try {
    estimate_sampled_triangles(sampled_graph(), sampled_at(1.0, 100.0), {1}, coins);
    ADD_FAILURE() << "a download without room for a row";
  } catch (const invalid_parameter& e) {
    // What is said to be needed is enough.
    const std::string said = e.what();
    const std::size_t number = said.find("at least ");
    ASSERT_NE(number, std::string::npos) << said;
    const double bytes = std::stod(said.substr(number + 9));
    EXPECT_NO_THROW(estimate_sampled_triangles(sampled_graph(), sampled_at(1.0, bytes), {1}, coins));
  }
  // Whatever the coins choose: nobody, one row, a crowded one.
  for (std::uint64_t key = 0; key < 40; ++key)
    for (const csr_graph& g : {test::complete_graph(12), test::star_graph(14), csr_graph(20, {})}) {
      const sampled_result r =
          estimate_sampled_triangles(g, sampled_at(2.0, 400.0), {key}, coin_source::simulated(key));
      EXPECT_FALSE(std::isnan(r.triangles.value));
      EXPECT_LE(r.run.spent.spent(), epsilon::from_nats(2.0));
      if (r.owners.empty()) {
        EXPECT_EQ(judge(r.triangles), judgement::not_usable);
      }
    }
}

}  // namespace
}  // namespace edgeldp
