// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/triangles/edge_orient_simulation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "edge_orient/levels.hpp"
#include "edge_orient/rounds.hpp"
#include "edge_orient/rounds_user.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/rounds/pair_round_user.hpp"
#include "support/baseline_checks.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

const epsilon edge_orient_budget = epsilon::from_nats(2.0);

TEST(EdgeOrientTest, EveryThreadCountGivesTheSameResult) {
  for (const edge_orient& method :
       {edge_orient::published(edge_orient_budget), edge_orient::sound(edge_orient_budget)})
    test::expect_same_for_every_thread_count(test::social_graph(), method);
}

TEST(EdgeOrientTest, TinyGraphsWorkAndEmptyOnesAreRefused) {
  for (const edge_orient& method :
       {edge_orient::published(edge_orient_budget), edge_orient::sound(edge_orient_budget)})
    test::expect_tiny_and_empty_graphs_work(method);
}

TEST(EdgeOrientTest, AQuarterOfARelationshipGoesToLevelsAndToEachOfThreeRounds) {
  const baseline_result r = estimate_triangles(test::social_graph(), edge_orient::sound(edge_orient_budget),
                                               {1}, coin_source::simulated(1));
  EXPECT_NEAR(r.run.spent.of(0).spent(rounds::degree).nats(), 0.2, 1e-8);
  EXPECT_GT(r.run.spent.of(0).spent(levels_name).nats(), 0.045);  // what rounding leaves of 0.05
  EXPECT_LE(r.run.spent.of(0).spent(levels_name).nats(), 0.05);
  for (const auto& round : {rounds::edges, rounds::size, rounds::count})
    EXPECT_NEAR(r.run.spent.of(0).spent(round).nats(), 0.5, 1e-8);
  EXPECT_LE(r.run.spent.relationship_dp(), edge_orient_budget);
  EXPECT_GT(r.run.spent.relationship_dp().nats(), 1.99);
  EXPECT_TRUE(r.is_private);
  EXPECT_TRUE(r.run.flaws.empty());
}

TEST(EdgeOrientTest, PublishedNoiseIsToldToBeTooSmall) {
  const baseline_result r = estimate_triangles(
      test::social_graph(), edge_orient::published(edge_orient_budget), {1}, coin_source::simulated(1));
  EXPECT_FALSE(r.is_private);
  EXPECT_FALSE(r.caveat.empty());
  ASSERT_EQ(r.run.flaws.size(), 1U);
}

TEST(LevelRulesTest, TurnNoisyDegreesIntoRounds) {
  // 7115 users: ceil(21.87) / 4 = 5.5 levels a group; a quarter of a nat: noise at 0.1 an end, 8
  // times 2 exp(0.2) / (exp(0.4) - 1) = 39.7 taken off.
  const level_rules rules(7115, epsilon::from_nats(0.25));
  EXPECT_NEAR(rules.degree().nats(), 0.1, 1e-8);
  EXPECT_EQ(rules.most_rounds(), 161U);
  EXPECT_EQ(rules.rounds_of(-100), 1U);
  EXPECT_EQ(rules.rounds_of(0), 1U);
  EXPECT_EQ(rules.rounds_of(39), 1U);
  EXPECT_EQ(rules.rounds_of(40), 6U);   // 40 - 39 + 1 = 2: one doubling
  EXPECT_EQ(rules.rounds_of(41), 12U);  // 3: two
  EXPECT_EQ(rules.rounds_of(1065), 61U);
  for (const std::uint64_t rounds : {1U, 6U, 61U}) {
    const epsilon all = epsilon::from_units(rules.step(rounds).units() * rounds);
    EXPECT_LE(all.nats(), 0.025 + 1e-9);
    EXPECT_GT(all.nats(), 0.0249);
  }
  EXPECT_EQ(level_rules::threshold(7115, 0), 1);
  EXPECT_EQ(level_rules::threshold(7115, 6), 1);   // 1.5
  EXPECT_EQ(level_rules::threshold(7115, 11), 2);  // 1.5^2
  EXPECT_EQ(level_rules::threshold(7115, 60), 57);
}

// The bias that is to make up for noise is beyond all degrees at every budget of use: everybody
// climbs to the end, and levels say what the noisy degree said.
TEST(LevelRulesTest, BiasDecidesAlone) {
  for (const double nats : {0.5, 1.0, 8.0}) {
    const level_rules rules(7115, epsilon::from_nats(nats / 4.0));
    EXPECT_GT(level_rules::bias(rules.step(61)), 1'000'000) << nats;
  }
  EXPECT_EQ(level_rules::bias(epsilon::from_units(1)), std::int64_t{1} << 62);
}

TEST(EdgeOrientTest, AUserSaysWhetherItsNeighboursOnALevelAreMany) {
  const std::vector<vertex_id> neighbors = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  const own_list me{0, 10, neighbors};
  const coin_source source = coin_source::simulated(3);
  const user_coins coins(source, 0);
  level_round round{epsilon::from_nats(30.0), 5, std::vector<std::int64_t>(10, 5)};
  const auto said = [&](const level_round& asked) { return answer(asked, me, coins); };
  // Bias 6 exp(30) / exp(180): none, and hardly any noise. Of 10 users, ceil(5.7) / 4 = 1.5 levels
  // a group: threshold 1.5^3 = 3.
  EXPECT_EQ(said(round), integer_message(1));
  std::fill(round.levels.begin() + 4, round.levels.end(), 4);
  EXPECT_EQ(said(round), integer_message(0));  // three neighbours do not exceed three
  round.levels[4] = 5;
  EXPECT_EQ(said(round), integer_message(1));
  round.levels.pop_back();
  EXPECT_THROW(answer(round, me, coins), format_error);
}

TEST(EdgeOrientTest, RefusesWhatIsNoAnswer) {
  level_round::answers answers{{0, 0}};
  answers.accept(1, integer_message(1));
  EXPECT_EQ(answers.climbs[1], 1);
  for (const int128 number : {-1, 2}) EXPECT_THROW(answers.accept(0, integer_message(number)), format_error);
  std::vector<std::byte> twice = integer_message(0);
  twice.push_back(twice.front());
  EXPECT_THROW(answers.accept(0, twice), format_error);
  EXPECT_THROW(answers.accept(0, {}), format_error);
}

// At a quarter of a nat phi(1) is 4.5: a counted neighbour more moves the statistic by more than
// twice what the noise as stated covers, and the sound form covers it.
TEST(EdgeOrientTest, NoiseAsStatedCoversLessThanANeighbourChanges) {
  release_parameters p;
  p.users = 10;
  p.codec = codec_kind::bitmap;
  p.flip_threshold = randomized_response::for_budget(epsilon::from_nats(0.25)).threshold();
  p.chunk_rule = chunk_rule::noisy_degree;
  p.order = user_order::id;
  p.total = epsilon::from_nats(1.0);
  p.degree = p.edges = p.count = epsilon::from_nats(0.25);
  p.simulated = true;
  const release_layout layout(p, std::vector<std::int64_t>(10), {});
  // Every bit is 1.
  const auto rows = std::make_shared<const release>(
      layout, std::vector<std::uint64_t>(layout.word_offset(10), ~std::uint64_t{0}));
  const orientation_as_stated stated{5, {"rows", rows}};
  const counted_pairs sound{common_cap{5}, stated.rows};
  const std::vector<vertex_id> with = {1, 2, 3, 4, 5}, without = {1, 2, 3, 4};
  const coin_source source = coin_source::simulated(1);
  const user_coins coins(source, 9);
  const user_bound bound = bound_of(layout, sound.rule, 9);
  const auto statistic = [&](const std::vector<vertex_id>& list) {
    return statistic_of(count_own_pairs(sound, bound, {9, 10, list}, coins), layout.codec().lattice());
  };
  const int128 change = statistic(with) - statistic(without);
  EXPECT_GT(change, static_cast<int128>(stated.stated_sensitivity() * 9 / 5));
  EXPECT_LE(change, static_cast<int128>(bound.sensitivity));
}

}  // namespace
}  // namespace edgeldp
