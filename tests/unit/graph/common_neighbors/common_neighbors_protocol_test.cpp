// SPDX-License-Identifier: MIT
// Common neighbours without a graph: over objects that hold one user each, and over a collector
// that starts again. Of users of a graph, and of one layer of a bipartite graph.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/common_neighbors/common_neighbors_user.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "support/bipartite.hpp"
#include "support/user_by_user.hpp"
#include "support/vectors_one_by_one.hpp"

namespace edgeldp {
namespace {

std::vector<double> numbers_of(const common_result& r) {
  std::vector<double> all{r.communication.upload_bytes, r.communication.download_bytes,
                          r.communication.edge_section_bytes, r.released_entries};
  for (const pair_result& pair : r.pairs)
    all.insert(all.end(), {pair.value.value, pair.value.standard_error, pair.value.bias, pair.weight});
  for (const auto& [first, second] : r.counts) all.insert(all.end(), {first, second});
  return all;
}

TEST(CommonNeighborsProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  const csr_graph g = generate_affiliation(40, 300, 5);
  const std::vector<user_pair> pairs{{3, 9}, {12, 0}, {39, 20}};
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
    for (const common_method method : {common_method::naive, common_method::one_round,
                                       common_method::single_source, common_method::double_source}) {
      common_options options;
      options.total = epsilon::from_nats(2.0);
      options.codec = codec_spec(codec);
      options.method = method;
      const auto play = [&](session& s) {
        const common_result r = estimate_common_neighbors(s, pairs, options);
        return test::played{numbers_of(r), *r.run};
      };
      const test::played run = test::expect_same_user_by_user(
          g, options.total, {3}, play, simulated_common_neighbor_tasks(), common_neighbor_tasks());
      const bool count = users_count(method);
      ASSERT_EQ(run.run.rounds.size(), count ? 3U : 2U);
      if (count) {
        EXPECT_EQ(run.run.rounds[2].asked, method == common_method::double_source ? 6U : 3U);
      }
      // Who counts pays for it, nobody else.
      EXPECT_EQ(run.run.spent.spent(), options.total);
      const epsilon of_bystander = run.run.spent.of(1).spent();
      EXPECT_EQ(of_bystander == options.total, !count);
    }
  }
}

// ---- one layer of a bipartite graph

constexpr std::uint64_t coins = 7;
const std::vector<user_pair> layer_pairs{{3, 9}, {12, 0}, {19, 5}};

struct layer_setting {
  common_method method;
  common_variant variant = common_variant::optimized;
};
using enum common_method;
using enum common_variant;
const std::vector<layer_setting> layer_settings{
    {naive},
    {one_round},
    {single_source},
    {double_source},
    {single_source, basic},
    {single_source, public_degrees},
    {one_round, public_degrees},
    {double_source, public_degrees},
    {single_source, separate_roles},
};

common_options options_of(const layer_setting& setting, codec_kind codec) {
  common_options options;
  options.total = epsilon::from_nats(2.0);
  options.codec = codec_spec(codec);
  options.method = setting.method;
  options.variant = setting.variant;
  return options;
}

sparse_vectors some_layer() {
  return vectors_of(test::users_and_items(20, 70, 0.2, 5), layer::left);
}

test::users_one_by_one layer_users(const sparse_vectors& data, bool agree_to_be_open) {
  if (agree_to_be_open)
    return test::vectors_one_by_one(data, coins, test::with_open_tasks(layer_common_neighbor_tasks()));
  return test::vectors_one_by_one(data, coins, layer_common_neighbor_tasks());
}

/// Who pays for which round of this setting.
void expect_payments(const run_record& run, const common_options& options) {
  const bool single = options.method == single_source, both_count = options.method == double_source;
  const ledger first = run.spent.of(3), second = run.spent.of(9);
  for (const ledger* spent : {&first, &second})
    EXPECT_EQ(spent->spent(rounds::size).is_zero(), options.variant == public_degrees);
  EXPECT_EQ(first.spent(rounds::entries).is_zero(), single);
  EXPECT_FALSE(second.spent(rounds::entries).is_zero());
  EXPECT_EQ(first.spent(rounds::count).is_zero(), !single && !both_count);
  EXPECT_EQ(second.spent(rounds::count).is_zero(), !both_count);
  if (!single || options.variant == separate_roles) {
    EXPECT_EQ(first.spent(), options.total);
    EXPECT_EQ(second.spent(), options.total);
  }
  EXPECT_LE(run.spent.spent(), options.total);
  EXPECT_TRUE(run.spent.of(1).spent().is_zero()) << "who is in no pair is not asked";
}

TEST(CommonNeighborsProtocolTest, UsersOfALayerOneByOneSayWhatAllSayTogether) {
  const sparse_vectors data = some_layer();
  for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
    for (const layer_setting& setting : layer_settings) {
      const common_options options = options_of(setting, codec);
      const auto play = [&](session& s) {
        const common_result r = estimate_common_neighbors(s, {data.length(), 2}, layer_pairs, options);
        EXPECT_EQ(r.first_spent.spent(), r.run->spent.of(3).spent());
        EXPECT_EQ(r.second_spent.spent(), r.run->spent.of(9).spent());
        return test::played{numbers_of(r), *r.run};
      };
      const bool are_open = setting.variant == public_degrees;
      auto together = simulated_layer_users(data, coin_source::simulated(coins));
      const test::played run = test::expect_same_user_by_user(
          together, [&] { return layer_users(data, are_open); }, options.total, {42}, play);
      const bool count = users_count(setting.method);
      ASSERT_EQ(run.run.rounds.size(), count ? 3U : 2U);
      EXPECT_EQ(run.run.rounds[0].asked, 6U);
      EXPECT_EQ(run.run.rounds[1].asked, setting.method == single_source ? 3U : 6U);
      if (count) {
        EXPECT_EQ(run.run.rounds[2].asked, setting.method == double_source ? 6U : 3U);
      }
      EXPECT_EQ(run.run.flaws.empty(), !are_open);
      expect_payments(run.run, options);
    }
  }
}

/// The call that takes a graph plays the users of the pairs alone.
TEST(CommonNeighborsProtocolTest, ABipartiteGraphIsPlayedByTheUsersOfItsPairs) {
  const bipartite_graph g = test::users_and_items(20, 70, 0.2, 5);
  const std::vector<vertex_id> asked{3, 9, 12, 0, 19, 5};
  const std::vector<user_pair> places{{0, 1}, {2, 3}, {4, 5}};
  const sparse_vectors lists = vectors_of(g, layer::left, asked);
  for (const layer_setting& setting : layer_settings) {
    const common_options options = options_of(setting, codec_kind::ppr);
    auto users = layer_users(lists, true);
    account paid(options.total, users.users());
    session s(users, paid, {42});
    const common_result apart = estimate_common_neighbors(s, {lists.length(), 2}, places, options);
    const common_result together =
        estimate_common_neighbors(g, layer::left, layer_pairs, options, {42}, coin_source::simulated(coins));
    EXPECT_EQ(numbers_of(together), numbers_of(apart));
    EXPECT_EQ(together.told, apart.told);
    EXPECT_EQ(together.run->told, apart.run->told);
  }
}

TEST(CommonNeighborsProtocolTest, LengthsArePublicOnlyToThoseWhoAgree) {
  const sparse_vectors data = some_layer();
  const common_options options = options_of({double_source, public_degrees}, codec_kind::bitmap);
  auto apart = layer_users(data, false);
  account paid(options.total, apart.users());
  session s(apart, paid, {42});
  EXPECT_THROW(estimate_common_neighbors(s, {data.length(), 2}, layer_pairs, options), format_error);
}

TEST(CommonNeighborsProtocolTest, RefusesWhatALayerCannotBeAsked) {
  const sparse_vectors data = some_layer();
  const common_options options = options_of({double_source}, codec_kind::bitmap);
  const auto ask = [&](const vector_shape& shape, const std::vector<user_pair>& pairs) {
    auto users = simulated_layer_users(data, coin_source::simulated(coins));
    account paid(options.total, users.users());
    session s(users, paid, {42});
    return estimate_common_neighbors(s, shape, pairs, options);
  };
  EXPECT_NO_THROW(ask({data.length(), 2}, layer_pairs));
  EXPECT_THROW(ask({data.length(), 3}, layer_pairs), invalid_parameter);
  EXPECT_THROW(ask({0, 2}, layer_pairs), invalid_parameter);
  EXPECT_THROW(ask({data.length(), 2}, {}), invalid_parameter);
  EXPECT_THROW(ask({data.length(), 2}, {{0, 20}}), invalid_parameter);
  EXPECT_THROW(ask({data.length(), 2}, {{0, 1}, {1, 2}}), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
