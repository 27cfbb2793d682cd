// SPDX-License-Identifier: MIT
// Common neighbours without a graph: over objects that hold one user each, and over a collector
// that starts again. Of users of a graph, and of one layer of a bipartite graph.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "questions/common_neighbors/partner_round.hpp"
#include "support/bipartite.hpp"
#include "support/losing_population.hpp"
#include "support/user_by_user.hpp"
#include "support/vectors.hpp"
#include "support/vectors_one_by_one.hpp"

namespace edgeldp {
namespace {

std::vector<double> all_numbers_of(const common_result& r) {
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
        return test::played{all_numbers_of(r), r.run};
      };
      const test::played run = test::expect_same_user_by_user(
          g, options.total, {3}, play, simulated_common_neighbor_tasks(), private_tasks());
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

const std::vector<user_pair> layer_pairs{{3, 9}, {12, 0}, {19, 5}};

struct layer_setting {
  common_method method;
  common_variant variant = common_variant::optimized;
};
using enum common_method;
const std::vector<layer_setting> layer_settings{
    {naive},
    {one_round},
    {single_source},
    {double_source},
    {single_source, common_variant::basic},
    {single_source, common_variant::public_degrees},
    {one_round, common_variant::public_degrees},
    {double_source, common_variant::public_degrees},
    {single_source, common_variant::separate_roles},
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
    return test::vectors_one_by_one(data, test::replayed_coins,
                                    test::with_open_tasks(private_vector_tasks()));
  return test::vectors_one_by_one(data, test::replayed_coins, private_vector_tasks());
}

/// Who pays for which round of this setting.
void expect_payments(const run_record& run, const common_options& options) {
  const bool single = options.method == single_source, both_count = options.method == double_source;
  const ledger first = run.spent.of(3), second = run.spent.of(9);
  for (const ledger* spent : {&first, &second})
    EXPECT_EQ(spent->spent(rounds::size).is_zero(), options.variant == common_variant::public_degrees);
  EXPECT_EQ(first.spent(rounds::entries).is_zero(), single);
  EXPECT_FALSE(second.spent(rounds::entries).is_zero());
  EXPECT_EQ(first.spent(rounds::count).is_zero(), !single && !both_count);
  EXPECT_EQ(second.spent(rounds::count).is_zero(), !both_count);
  if (!single || options.variant == common_variant::separate_roles) {
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
        return test::played{all_numbers_of(r), r.run};
      };
      const bool are_open = setting.variant == common_variant::public_degrees;
      auto together = simulated_layer_users(data, coin_source::simulated(test::replayed_coins));
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
    const common_result together = estimate_common_neighbors(g, layer::left, layer_pairs, options, {42},
                                                             coin_source::simulated(test::replayed_coins));
    EXPECT_EQ(all_numbers_of(together), all_numbers_of(apart));
    EXPECT_EQ(together.run.told, apart.run.told);
  }
}

TEST(CommonNeighborsProtocolTest, LengthsArePublicOnlyToThoseWhoAgree) {
  const sparse_vectors data = some_layer();
  const common_options options =
      options_of({double_source, common_variant::public_degrees}, codec_kind::bitmap);
  auto apart = layer_users(data, false);
  account paid(options.total, apart.users());
  session s(apart, paid, {42});
  EXPECT_THROW(estimate_common_neighbors(s, {data.length(), 2}, layer_pairs, options), format_error);
}

/// Counts are centred where that was announced, and nowhere else.
TEST(CommonNeighborsProtocolTest, ACentredCountIsAnnounced) {
  public_objects published;
  const auto add = [&](auto object) {
    using form = public_form<std::remove_const_t<typename decltype(object)::element_type>>;
    return published.add(object, form::write(*object));
  };
  const auto rows = std::make_shared<const vector_release>(
      test::random_vectors(test::small_vectors(codec_kind::bitmap, 4, 30, 2), 3));
  add(std::make_shared<const vector_layout>(rows->layout()));
  const layer_partner_round plain{epsilon::from_nats(1.0), {add(rows)}, false, {1, 0}};
  layer_partner_round centred = plain;
  centred.what.is_centred = true;
  byte_string without, with, expected;
  plain.write(without);
  centred.write(with);
  canonical_writer(expected).budget(plain.budget).text(plain.what.rows.name);
  EXPECT_EQ(without, expected);
  const auto read = [&](const byte_string& said) { return layer_partner_round::read(said, published).what; };
  EXPECT_FALSE(read(without).is_centred);
  EXPECT_TRUE(read(with).is_centred);
  EXPECT_EQ(told_to_me<seen_by_partner<vector_release>>(plain.said_to(0)), 1U);
  canonical_writer(expected).text("Centred");
  EXPECT_THROW(read(expected), format_error);
  for (std::size_t size = without.size() + 1; size < with.size(); ++size)
    EXPECT_THROW(read({with.begin(), with.begin() + static_cast<std::ptrdiff_t>(size)}), format_error);
  with.push_back(std::byte{0});
  EXPECT_THROW(read(with), format_error);

  const vector_shape shape{30, 2};
  const auto answer = [&](const layer_partner_round& round, std::span<const row_entry> entries) {
    byte_string said;
    round.write(said);
    released_counts counts{wide_numbers(1)};
    const byte_string mine = round.said_to(0);
    const coin_source source = coin_source::simulated(test::replayed_coins);
    counts.accept(0, answer_call<own_vector>(private_vector_tasks(),
                                             {layer_partner_round::asks, said, published, 0, mine},
                                             {0, shape, entries}, user_coins(source, 0)));
    return counts.values[0];
  };
  const std::vector<row_entry> nobody;
  std::vector<row_entry> all;
  int128 ones = 0;
  for (std::uint32_t item = 0; item < 30; ++item) {
    all.push_back({item, 1});
    ones += rows->offset(1, item) != 0 ? 1 : 0;
  }
  // The same coins, the same noise: what differs is the statistic.
  EXPECT_EQ(answer(centred, all) - answer(centred, nobody), 2 * ones - 30);
  const bit_lattice lattice = rows->layout().codec().lattice();
  EXPECT_EQ(answer(plain, all) - answer(plain, nobody),
            ones * static_cast<int128>(lattice.scale) - 30 * static_cast<int128>(lattice.offset));
}

TEST(CommonNeighborsProtocolTest, RefusesWhatALayerCannotBeAsked) {
  const sparse_vectors data = some_layer();
  const common_options options = options_of({double_source}, codec_kind::bitmap);
  const auto ask = [&](const vector_shape& shape, const std::vector<user_pair>& pairs) {
    auto users = simulated_layer_users(data, coin_source::simulated(test::replayed_coins));
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

constexpr std::array every_method = {common_method::naive, common_method::one_round,
                                     common_method::single_source, common_method::double_source};

common_options options_of(common_method method, double nats) {
  common_options options;
  options.total = epsilon::from_nats(nats);
  options.codec = bitmap_spec{};
  options.method = method;
  return options;
}

TEST(CommonNeighborsProtocolTest, SoTheyDoWhereSomeAreLost) {
  const csr_graph g = generate_affiliation(40, 300, 5);
  const std::vector<user_pair> pairs{{3, 9}, {12, 0}, {39, 20}, {1, 2}, {4, 5}, {6, 7}, {8, 10}};
  test::losses lost = test::nobody_lost(40);
  for (std::uint32_t round = 0; round < 3; ++round)
    lost = test::lose_at_random(std::move(lost), 0.2, round, round);
  for (const common_method method : every_method) {
    const common_options options = options_of(method, 2.0);
    const auto play = [&](session& s) {
      const common_result r = estimate_common_neighbors(s, pairs, options);
      return test::played{all_numbers_of(r), r.run};
    };
    test::expect_same_with_losses(g, lost, options.total, {3}, play, simulated_common_neighbor_tasks(),
                                  private_tasks());
  }
}

TEST(CommonNeighborsProtocolTest, SoDoUsersOfALayerWhereSomeAreLost) {
  const sparse_vectors data = vectors_of(test::users_and_items(14, 50, 0.3, 3), layer::left);
  const std::vector<user_pair> pairs{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}, {12, 13}};
  // With the row, or in the count: those whom it asks.
  test::losses lost = test::nobody_lost(14);
  lost[1] = lost[2] = lost[5] = 1;
  lost[6] = lost[9] = lost[10] = lost[11] = 2;
  for (const common_method method : {common_method::one_round, common_method::double_source}) {
    const common_options options = options_of(method, 3.0);
    const auto play = [&](session& s) {
      const common_result r = estimate_common_neighbors(s, {data.length(), data.alphabet()}, pairs, options);
      return test::played{all_numbers_of(r), r.run};
    };
    test::losing_population together(
        simulated_layer_users(data, coin_source::simulated(test::replayed_coins)), lost);
    test::expect_same_user_by_user(
        together,
        [&] {
          return test::losing_population(
              test::vectors_one_by_one(data, test::replayed_coins, private_vector_tasks()), lost);
        },
        options.total, {3}, play);
  }
}

/// With hardly any noise. Users 0 and 1 know 2 to 21 both; who has no row is nobody's neighbour.
TEST(CommonNeighborsProtocolTest, WhoIsLostIsMadeUpForWhereTheOtherOrRowsTell) {
  constexpr vertex_id users = 30;
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (vertex_id v = 2; v < 22; ++v)
    for (const vertex_id u : {0U, 1U}) edges.emplace_back(u, v);
  for (vertex_id v = 22; v < users; ++v) edges.emplace_back(v % 2, v);
  const csr_graph g(users, edges);
  const std::vector<user_pair> pairs{{0, 1}};
  constexpr std::uint32_t of_degrees = 0, of_rows = 1, of_counts = 2;
  const auto play = [&](common_method method, const test::losses& lost) {
    const common_options options = options_of(method, 60.0);
    return test::play_with_losses(
        g, lost, options.total, {7}, coin_source::simulated(7), simulated_common_neighbor_tasks(),
        [&](session& s) { return estimate_common_neighbors(s, pairs, options).pairs.front(); });
  };
  for (const common_method method : every_method) {
    test::losses lost = test::nobody_lost(users);
    for (vertex_id v = 2; v < 7; ++v) lost[v] = v % 2 == 0 ? of_degrees : of_rows;
    EXPECT_NEAR(play(method, lost).value.value, 15.0, 0.5) << static_cast<int>(method);
    lost = test::nobody_lost(users);
    lost[0] = of_rows;
    EXPECT_TRUE(std::isinf(play(method, lost).value.standard_error)) << "without its row";
    if (!users_count(method)) continue;
    for (const bool both : {false, true}) {
      lost = test::nobody_lost(users);
      lost[0] = of_counts;
      if (both) lost[1] = of_counts;
      const pair_result r = play(method, lost);
      EXPECT_NEAR(r.value.value, 20.0, 0.5);
      EXPECT_FALSE(std::isinf(r.value.standard_error));
      EXPECT_EQ(r.weight, 0.0) << "the second alone counts, or nobody does";
    }
  }
}

}  // namespace
}  // namespace edgeldp
