// SPDX-License-Identifier: MIT
// Butterflies without a graph: over objects that hold one user each, and over a collector that
// starts again.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/questions/butterflies/exact.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "support/bipartite.hpp"
#include "support/losing_population.hpp"
#include "support/user_by_user.hpp"
#include "support/vectors_one_by_one.hpp"

namespace edgeldp {
namespace {

TEST(ButterfliesProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  const sparse_vectors data = vectors_of(test::users_and_items(40, 50, 0.2, 3), layer::left);
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
    butterfly_options options{epsilon::from_nats(3.0), {}};
    options.codec = codec_spec(codec);
    const auto play = [&](session& s) {
      butterfly_result r = estimate_butterflies(s, {data.length(), data.alphabet()}, options);
      std::vector<double> all{r.butterflies.value, r.butterflies.standard_error, r.butterflies.bias, r.pilot};
      for (const limited_counts* counts : {&r.pilot_counts, &r.counts}) {
        for (const int128 message : counts->messages) all.push_back(static_cast<double>(message));
        for (const std::uint64_t limit : counts->limits) all.push_back(static_cast<double>(limit));
      }
      return test::played{std::move(all), std::move(r.run)};
    };
    auto together = simulated_butterfly_users(data, coin_source::simulated(test::replayed_coins));
    const test::played run = test::expect_same_user_by_user(
        together,
        [&] { return test::vectors_one_by_one(data, test::replayed_coins, private_vector_tasks()); },
        options.total, {42}, play);
    EXPECT_EQ(run.run.rounds.size(), 4U);
    EXPECT_NEAR(run.run.spent.spent().nats(), 3.0, 1e-8);
    EXPECT_TRUE(run.run.flaws.empty());
  }
}

/// Calls of the rounds.
constexpr std::uint32_t entries_call = 1, pilot_call = 2, counts_call = 3;

TEST(ButterfliesProtocolTest, SoTheyDoWhereSomeAreLost) {
  const sparse_vectors data = vectors_of(test::users_and_items(40, 50, 0.2, 3), layer::left);
  for (const double share : {0.1, 0.3}) {
    test::losses lost = test::nobody_lost(data.users());
    for (const std::uint32_t call : {entries_call, pilot_call, counts_call})
      lost = test::lose_at_random(std::move(lost), share, call, call);
    butterfly_options options{epsilon::from_nats(3.0), {}};
    options.codec = bitmap_spec{};
    const auto play = [&](session& s) {
      butterfly_result r = estimate_butterflies(s, {data.length(), data.alphabet()}, options);
      EXPECT_GT(r.lost_in_count, 0U);
      return test::played{{r.butterflies.value, r.butterflies.standard_error, r.butterflies.bias_bound,
                           r.predicted_share, static_cast<double>(r.lost_in_count)},
                          std::move(r.run)};
    };
    test::losing_population together(
        simulated_butterfly_users(data, coin_source::simulated(test::replayed_coins)), lost);
    test::expect_same_user_by_user(
        together,
        [&] {
          return test::losing_population(
              test::vectors_one_by_one(data, test::replayed_coins, private_vector_tasks()), lost);
        },
        options.total, {42}, play);
  }
}

butterfly_result play_with_losses(const sparse_vectors& data, const test::losses& lost, double nats,
                                  std::uint64_t seed) {
  butterfly_options options{epsilon::from_nats(nats), {}};
  options.codec = bitmap_spec{};
  test::losing_population users(simulated_butterfly_users(data, coin_source::simulated(seed)), lost);
  account paid(options.total, data.users());
  session s(users, paid, {seed});
  return estimate_butterflies(s, {data.length(), data.alphabet()}, options);
}

/// Users who share nothing but with two who have everything.
TEST(ButterfliesProtocolTest, WhoSentNoRowIsInNoButterfly) {
  constexpr vertex_id users = 40, each = 4;
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (vertex_id u = 0; u < users; ++u)
    for (vertex_id x = 0; x < each; ++x)
      for (const vertex_id who : {u, users, users + 1}) edges.emplace_back(who, each * u + x);
  const bipartite_graph g(users + 2, users * each, edges);
  const auto all = static_cast<double>(exact::count_butterflies(g));
  const sparse_vectors data = vectors_of(g, layer::left);
  const butterfly_result whole = play_with_losses(data, test::nobody_lost(users + 2), 48.0, 1);
  EXPECT_NEAR(whole.butterflies.value, all, 0.1 * all);
  EXPECT_EQ(whole.present, users + 2U);
  EXPECT_EQ(whole.lost_in_count, 0U);
  EXPECT_EQ(whole.predicted_share, 0.0);
  test::losses lost = test::nobody_lost(users + 2);
  lost[users] = lost[users + 1] = entries_call;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const butterfly_result r = play_with_losses(data, lost, 48.0, seed);
    EXPECT_NEAR(r.butterflies.value, 0.0, 0.05 * all);
    EXPECT_EQ(r.present, users);
    EXPECT_EQ(r.lost_in_count, 0U);
  }
}

/// All lists are alike, so that what is taken for the lost is what they would have said, whoever
/// they are; limits fall with the rank.
TEST(ButterfliesProtocolTest, WhoIsLostInTheCountIsTakenForTheOthers) {
  constexpr vertex_id users = 60, items = 24, each = 8;
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (vertex_id u = 0; u < users; ++u)
    for (vertex_id x = 0; x < each; ++x) edges.emplace_back(u, 3 * x);
  const bipartite_graph g(users, items, edges);
  const auto truth = static_cast<double>(exact::count_butterflies(g));
  const sparse_vectors data = vectors_of(g, layer::left);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const test::losses lost = test::lose_at_random(test::nobody_lost(users), 0.25, counts_call, seed);
    const butterfly_result r = play_with_losses(data, lost, 48.0, seed);
    EXPECT_NEAR(r.butterflies.value, truth, 0.1 * truth);
    // The first in the order counts nothing, and is not asked.
    EXPECT_NEAR(static_cast<double>(r.lost_in_count), users / 4 - 0.5, 0.5);
    EXPECT_NEAR(r.predicted_share, 0.25, 0.12);
    const butterfly_result whole = play_with_losses(data, test::nobody_lost(users), 48.0, seed);
    EXPECT_GT(r.butterflies.half_width(), whole.butterflies.half_width() + 0.02 * truth);
  }
}

}  // namespace
}  // namespace edgeldp
