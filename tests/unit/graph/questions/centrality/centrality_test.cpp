// SPDX-License-Identifier: MIT Centralities by walks: the oracle against its definition, what
// rounds cost, what is nearly without noise, predicted recall against what is found, users one by
// one, and users who are lost.
#include "edgeldp/graph/questions/centrality/centrality.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/centrality/centrality_simulation.hpp"
#include "edgeldp/graph/questions/centrality/exact.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "questions/centrality/rank_by_scores.hpp"
#include "support/budgets.hpp"
#include "support/graphs.hpp"
#include "support/losing_population.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

using test::nats;

centrality_result play_once(const csr_graph& g, const centrality_options& options, std::uint64_t seed = 1) {
  return estimate_centrality(g, options, release_key{1}, coin_source::simulated(seed));
}

/// Walks by the definition, one after another.
std::uint64_t walks_from(const csr_graph& g, vertex_id v, unsigned steps) {
  if (steps == 0) return 1;
  std::uint64_t walks = 0;
  for (const vertex_id u : g.neighbors(v)) walks += walks_from(g, u, steps - 1);
  return walks;
}

TEST(ExactCentralityTest, CountsWalks) {
  const csr_graph g = generate_affiliation(30, 90, 1);
  for (unsigned steps = 0; steps <= 4; ++steps) {
    const std::vector<double> walks = exact::walks(g, steps);
    for (vertex_id v = 0; v < 30; ++v) EXPECT_EQ(walks[v], static_cast<double>(walks_from(g, v, steps)));
  }
}

TEST(ExactCentralityTest, KatzIsTheSeriesWhereEachStepHasAsManyMore) {
  // Of a complete graph of 5 users each step has 4 times as many walks: the sum of (4 a)^i.
  const csr_graph g = test::complete_graph(5);
  const double damping = 0.6, factor = damping / 4.0;
  for (const unsigned steps : {1U, 3U})
    for (const double score : exact::katz(g, steps, factor, damping))
      EXPECT_NEAR(score, damping / (1.0 - damping), 1e-12);
}

TEST(RankingTest, HighestAreInOrderAndRecallCountsWhoIsInBoth) {
  const std::vector<double> truth{5, 1, 9, 7, 7, 0}, found{8, 0, 9, 1, 7, 6};
  EXPECT_EQ(highest(truth, 3), (std::vector<vertex_id>{2, 3, 4}));
  EXPECT_EQ(highest(truth, 99).size(), 6U);
  EXPECT_EQ(recall_of(truth, found, 3), 2.0 / 3.0);
  EXPECT_EQ(recall_of(truth, truth, 3), 1.0);
}

TEST(RankingTest, WithoutNoiseEverybodyIsFoundAndWithMuchNobodyButByLuck) {
  std::vector<double> scores(500);
  std::iota(scores.begin(), scores.end(), 1.0);
  const roster all = roster::everybody(500);
  EXPECT_NEAR(rank_by_scores(scores, std::vector<double>(500, 1e-6), all, 20, 0.0).recall.value, 1.0, 0.1);
  // All of what is seen is noise.
  std::vector<double> noise(500);
  for (std::size_t u = 0; u < noise.size(); ++u)
    noise[u] = 100.0 * std::sin(12.9898 * static_cast<double>(u * u));
  const ranking lost = rank_by_scores(noise, std::vector<double>(500, 1e4), all, 20, 0.0);
  EXPECT_LT(lost.recall.value, 0.5);
  EXPECT_NE(judge(lost.recall), judgement::usable);
}

TEST(CentralityTest, ARelationshipPaysAtBothEnds) {
  const centrality_result r = play_once(generate_affiliation(60, 300, 1), {nats(2.0), 4});
  EXPECT_NEAR(r.run.spent.spent().nats(), 2.0, 1e-8);
  EXPECT_NEAR(r.run.spent.relationship_dp().nats(), 4.0, 1e-8);
  EXPECT_TRUE(r.run.flaws.empty());
  EXPECT_EQ(r.run.rounds.size(), 4U);
}

TEST(CentralityTest, RefusesWhatIsNoPlan) {
  const csr_graph g = test::complete_graph(5);
  EXPECT_THROW(play_once(g, {nats(1.0), 1}), invalid_parameter);
  EXPECT_THROW(play_once(g, {nats(1.0), 9}), invalid_parameter);
  EXPECT_THROW(play_once(g, {nats(1.0), 3, 1.0}), invalid_parameter);
  EXPECT_THROW(play_once(g, {nats(1.0), 3, 0.85, 0.0}), invalid_parameter);
  EXPECT_THROW(play_once(csr_graph(0, {}), {nats(1.0)}), bad_graph_input);
}

TEST(CentralityTest, NearlyWithoutNoiseTheyAreTheWalks) {
  const csr_graph g = generate_affiliation(300, 2000, 4);
  const centrality_result r = play_once(g, {nats(64.0)});
  const std::vector<double> walks = exact::walks(g, 3), katz = exact::katz(g, 3, r.factor, 0.85);
  const double all = std::accumulate(walks.begin(), walks.end(), 0.0);
  const std::vector<double> shorter = exact::walks(g, 2);
  EXPECT_NEAR(r.growth, all / std::accumulate(shorter.begin(), shorter.end(), 0.0), 0.05 * r.growth);
  EXPECT_NEAR(r.factor * r.growth, 0.85, 1e-12);
  for (std::size_t u = 0; u < walks.size(); ++u) {
    // Hubs are cut.
    EXPECT_LE(r.eigenvector.scores[u], walks[u] + 6.0 * r.eigenvector.standard_error) << u;
    EXPECT_GE(r.eigenvector.scores[u], 0.7 * walks[u] - 6.0 * r.eigenvector.standard_error) << u;
    EXPECT_GE(r.katz.scores[u], 0.7 * katz[u] - 6.0 * r.katz.standard_error) << u;
  }
  EXPECT_GE(recall_of(katz, r.katz.scores, r.katz.top), 0.9);
  EXPECT_GE(r.katz.recall.value, 0.85);
}

/// Of 40 runs, each of 40 users wanted: the mean of what is found is good to 0.02.
TEST(CentralityTest, RecallIsAsPredicted) {
  const csr_graph g = generate_affiliation(2000, 20000, 3);
  for (const double total : {0.5, 2.0}) {
    double predicted = 0.0, found = 0.0;
    unsigned covered = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const centrality_result r = play_once(g, {nats(total), 3, 0.85, 0.02}, seed);
      const double recall = recall_of(exact::katz(g, 3, r.factor, 0.85), r.katz.scores, r.katz.top);
      predicted += r.katz.recall.value / 40.0;
      found += recall / 40.0;
      covered += std::abs(r.katz.recall.value - recall) <= r.katz.recall.half_width() ? 1U : 0U;
    }
    EXPECT_NEAR(predicted, found, 0.06) << total;
    EXPECT_GE(covered, 32U) << total << ": with 95% below 33 once in 1000";
    EXPECT_GT(found, 0.4) << total;
  }
}

TEST(CentralityTest, TinyGraphsHaveScoresToo) {
  for (const csr_graph& g : {csr_graph(1, {}), csr_graph(5, {}), test::complete_graph(2)}) {
    const centrality_result r = play_once(g, {nats(64.0)});
    EXPECT_EQ(r.katz.scores.size(), g.vertex_count());
    EXPECT_TRUE(std::isfinite(r.katz.recall.value));
    EXPECT_LE(r.katz.top, g.vertex_count());
  }
}

test::played play_centrality(session& s) {
  centrality_result r = estimate_centrality(s, {nats(2.0)});
  std::vector<double> numbers = r.katz.scores;
  numbers.insert(numbers.end(), r.eigenvector.scores.begin(), r.eigenvector.scores.end());
  numbers.insert(numbers.end(), {r.growth, r.factor, r.katz.recall.value, r.katz.standard_error,
                                 r.eigenvector.recall.value, r.eigenvector.recall.standard_error});
  return {std::move(numbers), std::move(r.run)};
}

TEST(CentralityTest, UsersOneByOneAnswerAsAllTogether) {
  test::expect_same_user_by_user(generate_affiliation(60, 300, 3), nats(2.0), {7}, play_centrality,
                                 simulated_centrality_tasks(), private_tasks());
}

TEST(CentralityTest, SoTheyDoWhereSomeAreLost) {
  test::losses lost = test::nobody_lost(60);
  for (std::uint32_t round = 0; round < 3; ++round)
    lost = test::lose_at_random(std::move(lost), 0.1, round, round);
  test::expect_same_with_losses(generate_affiliation(60, 300, 3), lost, nats(2.0), {7}, play_centrality,
                                simulated_centrality_tasks(), private_tasks());
}

}  // namespace
}  // namespace edgeldp
