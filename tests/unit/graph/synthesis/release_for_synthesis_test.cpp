// SPDX-License-Identifier: MIT
// What users are asked for a synthetic graph: one account for all rounds, the same however they are
// placed, and what is left where some stop answering.
#include "edgeldp/graph/synthesis/release_for_synthesis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/random/seeded_run.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/synthesis/released_statistics_simulation.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "support/budgets.hpp"
#include "support/losing_population.hpp"
#include "support/planted_groups.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

/// Calls of the rounds; those behind are about groups.
constexpr std::uint32_t edges_call = 1, count_call_at = 2;

std::vector<std::string> rounds_of(const run_record& run) {
  std::vector<std::string> names;
  for (const presence& round : run.rounds) names.push_back(round.round);
  return names;
}

/// All that a synthetic graph is made of.
std::vector<double> numbers_of(const wanted_graph& wanted) {
  std::vector<double> all(wanted.degrees.begin(), wanted.degrees.end());
  all.insert(all.end(), wanted.group_of.begin(), wanted.group_of.end());
  all.insert(all.end(), wanted.ends.begin(), wanted.ends.end());
  all.insert(all.end(), wanted.ends_errors.begin(), wanted.ends_errors.end());
  all.insert(all.end(), {wanted.triangles, wanted.triangles_error});
  all.insert(all.end(), {wanted.walks, wanted.walks_error});
  for (const wanted_class& c : wanted.classes)
    all.insert(all.end(), {c.triangles, c.contact_degrees, c.contact_degrees_error});
  return all;
}

test::played play(session& s, epsilon total) {
  synthesis_release r = release_for_synthesis(s, total);
  return {numbers_of(wanted_of(r.statistics, r.key)), std::move(r.run)};
}

TEST(ReleaseForSynthesisTest, OneAccountPaysForAllRounds) {
  const synthesis_release r = release_statistics(test::planted_groups(400, 60.0, 3.0, 1), test::nats(8.0), 1);
  ASSERT_TRUE(r.statistics.groups);
  const communities_plan& plan = r.statistics.groups->plan;
  const std::vector<std::string> names = rounds_of(r.run);
  ASSERT_EQ(names.size(), 6U + plan.refinements);
  EXPECT_EQ(names[0], rounds::degree);
  EXPECT_EQ(names[edges_call], rounds::edges);
  EXPECT_EQ(std::ranges::count(names, std::string(rounds::count)), 4 + plan.refinements);
  EXPECT_TRUE(plan.degree.is_zero());
  EXPECT_EQ(r.groups.units(),
            plan.sketch.units() + plan.refinements * plan.refinement.units() + plan.measure.units());
  const round_budgets& triangles = r.statistics.triangles.budgets;
  EXPECT_EQ(triangles.degree, r.degrees);
  EXPECT_EQ(r.triangles.units(), triangles.edges.units() + triangles.count.units());
  const std::uint64_t at_both_ends = r.degrees.units() + r.contacts.units() + r.groups.units();
  EXPECT_EQ(r.run.spent.spent().units(), at_both_ends + r.triangles.units());
  EXPECT_EQ(r.run.spent.relationship_dp().units(),
            2 * (at_both_ends + triangles.count.units()) + triangles.edges.units());
  EXPECT_LE(r.run.spent.spent(), test::nats(8.0));
}

TEST(ReleaseForSynthesisTest, WhereGroupsCannotBeSeenTheirShareGoesToTriangles) {
  const synthesis_release r = release_statistics(generate_erdos_renyi(400, 800, 1), test::nats(1.0), 1);
  EXPECT_FALSE(r.statistics.groups);
  EXPECT_TRUE(r.groups.is_zero());
  EXPECT_EQ(rounds_of(r.run), (std::vector<std::string>{"degree", "edges", "count", "count"}));
  EXPECT_NEAR(r.run.spent.spent().nats(), 1.0, 1e-9);
}

TEST(ReleaseForSynthesisTest, IsTheSameUserByUser) {
  const csr_graph g = test::planted_groups(60, 24.0, 1.0, 1);
  const test::played run = test::expect_same_user_by_user(
      g, test::nats(8.0), release_key{5}, [](session& s) { return play(s, test::nats(8.0)); },
      simulated_synthesis_tasks(), private_tasks());
  EXPECT_GT(run.run.rounds.size(), 4U) << "groups are asked for";
}

TEST(ReleaseForSynthesisTest, IsTheSameUserByUserWhereSomeAreLost) {
  const csr_graph g = test::planted_groups(60, 24.0, 1.0, 1);
  test::losses lost = test::nobody_lost(g.vertex_count());
  for (std::uint32_t call = 0; call < 6; ++call) lost = test::lose_at_random(lost, 0.05, call, call + 1);
  test::expect_same_with_losses(
      g, lost, test::nats(8.0), release_key{5}, [](session& s) { return play(s, test::nats(8.0)); },
      simulated_synthesis_tasks(), private_tasks());
}

synthesis_release released_with(const csr_graph& g, const test::losses& lost) {
  return test::play_with_losses(g, lost, test::nats(40.0), release_key{3}, coin_source::simulated(3),
                                simulated_synthesis_tasks(),
                                [](session& s) { return release_for_synthesis(s, test::nats(40.0)); });
}

double triangles_of(const synthesis_release& r) {
  return r.statistics.triangles.triangles.value - r.statistics.triangles.triangles.bias;
}

/// Nearly without noise: what the number is of shows.
TEST(ReleaseForSynthesisTest, TrianglesAreThoseAmongWhoSentARow) {
  const csr_graph g = generate_affiliation(300, 3000, 2);
  for (const std::uint32_t call : {0U, edges_call}) {
    const test::losses lost = test::lose_at_random(test::nobody_lost(300), 0.3, call, 7);
    const synthesis_release r = released_with(g, lost);
    const auto truth = static_cast<double>(exact::count_triangles(test::induced(g, lost, test::never)));
    EXPECT_NEAR(triangles_of(r), truth, 0.03 * truth) << "lost in call " << call;
    for (std::size_t u = 0; u < lost.size(); ++u)
      if (lost[u] != test::never) {
        EXPECT_EQ(r.statistics.triangles.at_users.values[u], 0.0);
        EXPECT_TRUE(std::isinf(r.statistics.triangles.at_users.standard_errors[u]));
      }
  }
}

TEST(ReleaseForSynthesisTest, WhoIsLostInTheCountIsTakenForOneOfTheOthers) {
  const csr_graph g = generate_affiliation(300, 3000, 2);
  const test::losses lost = test::lose_at_random(test::nobody_lost(300), 0.3, count_call_at, 7);
  const estimate triangles = released_with(g, lost).statistics.triangles.triangles;
  const auto truth = static_cast<double>(exact::count_triangles(g));
  EXPECT_LT(triangles.low(), truth);
  EXPECT_GT(triangles.high(), truth);
  EXPECT_NEAR(triangles.value, truth, 0.2 * truth);
  EXPECT_GT(triangles.bias_bound, 0.01 * truth) << "the others may be different";
}

TEST(ReleaseForSynthesisTest, WhoReleasedNoDegreeHasNoEdges) {
  const csr_graph g = generate_affiliation(300, 3000, 2);
  const test::losses lost = test::lose_at_random(test::nobody_lost(300), 0.3, 0, 7);
  const synthesis_release r = released_with(g, lost);
  const wanted_graph wanted = wanted_of(r.statistics, r.key);
  for (std::size_t u = 0; u < lost.size(); ++u)
    if (lost[u] != test::never) {
      EXPECT_EQ(wanted.degrees[u], 0U) << u;
    }
  EXPECT_EQ(synthesize_graph(wanted, r.key).users, 300U);
}

TEST(ReleaseForSynthesisTest, NobodyWhoAnswersIsRefused) {
  const csr_graph g = generate_erdos_renyi(20, 40, 1);
  for (const std::uint32_t call : {0U, edges_call, count_call_at})
    EXPECT_THROW(released_with(g, test::losses(20, call)), bad_graph_input) << call;
}

}  // namespace
}  // namespace edgeldp
