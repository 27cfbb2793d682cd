// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/butterflies/butterflies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/limits/limited_weights.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/questions/butterflies/exact.hpp"
#include "edgeldp/graph/questions/butterflies/item_pair_round.hpp"
#include "questions/butterflies/believed_lists.hpp"
#include "questions/butterflies/item_pair_round_user.hpp"
#include "questions/butterflies/item_weights.hpp"
#include "questions/butterflies/limits.hpp"
#include "questions/butterflies/response.hpp"
#include "support/bipartite.hpp"
#include "support/rows_of_the_page.hpp"

namespace edgeldp {
namespace {

butterfly_options butterflies_at(double total, const codec_spec& codec = {}) {
  butterfly_options o;
  o.total = epsilon::from_nats(total);
  o.codec = codec;
  return o;
}

butterfly_result estimate_of_left(const bipartite_graph& g, const butterfly_options& o,
                                  std::uint64_t seed = 1) {
  return estimate_butterflies(g, layer::left, o, {seed}, coin_source::simulated(seed));
}

/// docs/protocol.md, "Pairs of items".
TEST(ItemWeightsTest, ThePageHasTheseNumbers) {
  test::rows_of_the_page page(
      "deb7de9af1d9a2a302080c04020200808080808010000000a01f500000000002808080"
      "80800180808080088080808024000804060206",
      "000400000034dc55e37c87432e");
  const item_pairs what{page.rows()};
  const std::vector<row_entry> entries{{0}, {1}, {5}};
  const own_vector me{2, {6, 2}, entries};
  const coin_source coins = coin_source::simulated(1);
  const user_coins any(coins, 2);
  for (const auto& [limit, weight] :
       {std::pair{std::uint64_t{1} << 40, 1099511627776}, std::pair{std::uint64_t{1} << 46, 74766790688768},
        std::pair{std::uint64_t{1} << 49, 145135534866432}})
    EXPECT_EQ(statistic(what, me, {page.published, limit, any}), weight) << limit;
}

TEST(ItemWeightsTest, AreSumsOverTheUsersBefore) {
  const bipartite_graph g = test::users_and_items(90, 70, 0.2, 4);
  for (const codec_spec& codec :
       {codec_spec(ppr_spec{}), codec_spec(nullspace_spec{}), codec_spec(bitmap_spec{})}) {
    const butterfly_result r = estimate_of_left(g, butterflies_at(4.0, codec));
    const vector_release& rows = *r.published;
    const item_weights weights(rows);
    const bit_law law = rows.difference_law();
    const std::vector<std::uint32_t> items{3, 11, 12, 60};
    std::vector<std::uint32_t> positions;
    for (const std::uint32_t item : items) positions.push_back(rows.layout().position(item));
    for (const std::uint32_t rank : {0U, 1U, 63U, 64U, 89U}) {
      item_weights::of_list weigh(weights, rank, positions);
      for (std::size_t row = 0; row < items.size(); ++row) {
        for (std::size_t k = 0; k < row; ++k) {
          double sum = 0.0;
          for (vertex_id u = 0; u < 90; ++u) {
            if (weights.rank()[u] >= rank) continue;
            const auto phi = [&](std::uint32_t item) {
              return ((rows.offset(u, item) != 0 ? 1.0 : 0.0) - law.p0) / (law.p1 - law.p0);
            };
            sum += phi(items[row]) * phi(items[k]);
          }
          EXPECT_NEAR(static_cast<double>(weigh(row, k)) * weights.unit(), sum, 1e-6 + weights.unit());
        }
      }
    }
  }
}

TEST(ItemWeightsTest, RanksFallWithReleasedSizes) {
  const butterfly_result r = estimate_of_left(test::users_and_items(50, 40, 0.3, 5), butterflies_at(8.0));
  const auto sizes = r.published->layout().sizes();
  const std::vector<std::uint32_t> rank = rank_by_size(r.published->layout());
  for (vertex_id u = 0; u < 50; ++u)
    for (vertex_id v = 0; v < u; ++v) EXPECT_EQ(rank[v] < rank[u], sizes[v] >= sizes[u]) << "ties by number";
}

/// What one user says before noise, and the same without limits: a broken twin.
struct said {
  int128 limited = 0, unlimited = 0;
};

said say(const item_weights& weights, std::uint32_t rank, const std::vector<std::uint32_t>& positions,
         std::uint64_t limit) {
  item_weights::of_list weigh(weights, rank, positions);
  std::vector<accepted_weight> scratch;
  said s{accepted_sum(positions.size(), limit, scratch, weigh), 0};
  for (std::size_t row = 0; row < positions.size(); ++row)
    for (std::size_t k = 0; k < row; ++k) s.unlimited += weigh(row, k);
  return s;
}

int128 distance(int128 a, int128 b) {
  return a > b ? a - b : b - a;
}

TEST(ButterflyPrivacyTest, OneItemMoreMovesTheNumberByTheLimitAtMostAndWithoutLimitsByMore) {
  const butterfly_result r =
      estimate_of_left(test::users_and_items(80, 24, 0.4, 6), butterflies_at(2.0, bitmap_spec{}));
  const item_weights weights(*r.published);
  std::mt19937 random(7);
  bool reached = false, twin_exceeds = false;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t x = 0; x < 24; ++x)
      if (random() % 2 == 0) list.push_back(x);
    const auto rank = static_cast<std::uint32_t>(random() % 80);
    const auto limit =
        static_cast<std::uint64_t>(std::ldexp(1.0, static_cast<int>(random() % 10)) / weights.unit());
    const said with = say(weights, rank, list, limit);
    for (std::size_t left_out = 0; left_out < list.size(); ++left_out) {
      std::vector<std::uint32_t> shorter = list;
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(left_out));
      const said without = say(weights, rank, shorter, limit);
      const int128 moved = distance(with.limited, without.limited);
      ASSERT_LE(moved, static_cast<int128>(limit));
      reached = reached || 2 * moved > static_cast<int128>(limit);
      twin_exceeds = twin_exceeds || distance(with.unlimited, without.unlimited) > static_cast<int128>(limit);
    }
  }
  EXPECT_TRUE(reached) << "the limit is not far more than is needed";
  EXPECT_TRUE(twin_exceeds);
}

TEST(ButterflyLimitsTest, HigherBudgetsOfTheCountRefuseLess) {
  const butterfly_result r = estimate_of_left(test::users_and_items(120, 60, 0.2, 8), butterflies_at(4.0));
  const item_weights weights(*r.published);
  const believed_lists believed(weights, r.published->layout());
  const ranked_lists lists = believed.draw(1, 1.0);
  const list_loads loads = loads_of(weights, lists);
  double before = INFINITY;
  for (const double count : {0.1, 1.0, 10.0, 60.0}) {
    const auto limits = choose_limits({&loads, 1}, 1.8, epsilon::from_nats(count));
    const double bound = bound_on_refused(loads, limits);
    EXPECT_LE(bound, before);
    EXPECT_LE(std::abs(refuse(weights, lists, limits).bias()), std::max(bound, 1.0) * 1.2);
    before = bound;
  }
}

/// A clique of g has g^3 (g - 1) / 4 butterflies, but for the rounding of who is in it.
TEST(ButterflyLimitsTest, ACliqueHidesWhereSizesRowsAndTheNumberLeaveRoom) {
  const butterfly_result r = estimate_of_left(test::users_and_items(120, 60, 0.2, 8), butterflies_at(4.0));
  const item_weights weights(*r.published);
  const std::vector<double> sizes(120, 6.0), small(120, 2.0);
  const std::vector<std::uint64_t> silent(120, 0), wide(120, largest_item_limit);
  const std::vector<std::uint64_t> tight(120, static_cast<std::uint64_t>(2.0 / weights.unit()));
  const auto clique = [](double g) { return 0.25 * g * g * g * (g - 1.0); };
  const double hidden = weights.unit() * hidden_clique(weights, sizes, silent, 0.0);
  EXPECT_LE(hidden, clique(6.0));
  EXPECT_GE(hidden, 0.98 * clique(6.0 / 1.05));
  EXPECT_EQ(hidden_clique(weights, sizes, wide, INFINITY), 0.0);
  EXPECT_EQ(hidden_clique(weights, small, silent, 0.0), 0.0) << "nobody has that many";
  EXPECT_GT(hidden_clique(weights, sizes, tight, INFINITY), 0.0);
  EXPECT_EQ(hidden_clique(weights, sizes, tight, 0.0), 0.0) << "more would have been counted";
  const butterfly_result shown =
      estimate_of_left(test::users_and_items(120, 60, 0.2, 8), butterflies_at(32.0));
  EXPECT_EQ(hidden_clique(item_weights(*shown.published), sizes, silent, 0.0), 0.0) << "rows show it";
}

/// What is left grows with what users share, until limits hold all more back.
TEST(ButterflyLimitsTest, WhatIsCutBehindANumberGrowsWithItAndHasNoEnd) {
  const butterfly_result r = estimate_of_left(test::users_and_items(120, 60, 0.2, 8), butterflies_at(4.0));
  const item_weights weights(*r.published);
  const believed_lists believed(weights, r.published->layout());
  const ranked_lists lists = believed.draw(1, 1.0);
  const list_loads loads = loads_of(weights, lists);
  const auto limits = choose_limits({&loads, 1}, 1.8, epsilon::from_nats(4.0));
  const double all = count_butterflies_of(lists, weights.items()) / weights.unit();
  double before = 0.0;
  for (const double factor : {0.1, 1.0, 1.5, 2.0, 4.0, 16.0, 1000.0}) {
    const double cut = cut_behind(loads, limits, factor * all);
    EXPECT_GE(cut, before) << factor;
    before = cut;
  }
  EXPECT_EQ(before, INFINITY) << "no limit lets a thousand times as much through";
  EXPECT_LT(cut_behind(loads, limits, all), 0.2 * all);
}

/// However few positions a user looks at. False alarms: some 1000 chances, each off by 5.5
/// deviations, 4e-8 a chance.
TEST(BelievedListsTest, TakeEveryPublishedOneWithItsOwnChance) {
  const butterfly_result r = estimate_of_left(test::users_and_items(30, 150, 0.1, 9), butterflies_at(3.0));
  const item_weights weights(*r.published);
  const believed_lists believed(weights, r.published->layout());
  const std::vector<double> popularity = believed_popularity(weights);
  const double all = std::accumulate(popularity.begin(), popularity.end(), 0.0);
  constexpr int draws = 3000;
  std::vector<std::array<int, 150>> taken(30);
  for (int seed = 0; seed < draws; ++seed) {
    const ranked_lists lists = believed.draw(static_cast<std::uint64_t>(seed), 1.0);
    for (vertex_id rank = 0; rank < 30; ++rank)
      for (const std::uint32_t x : lists.of(rank)) ++taken[rank][x];
  }
  const bit_law law = weights.law();
  int looked_at = 0;
  for (vertex_id rank = 0; rank < 30; ++rank)
    for (std::uint32_t x = 0; x < 150; ++x) {
      if (!weights.bits().bit(x, rank)) continue;
      const double prior = std::fmin(0.98, believed.sizes()[rank] * popularity[x] / all);
      const double chance = prior * law.p1 / (prior * law.p1 + (1.0 - prior) * law.p0);
      const double deviation = std::sqrt(draws * chance * (1.0 - chance)) + 1e-9;
      if (draws * chance > 20.0) {
        EXPECT_NEAR(taken[rank][x], draws * chance, 5.5 * deviation) << rank << ' ' << x;
        ++looked_at;
      }
    }
  EXPECT_GT(looked_at, 500);
}

TEST(BelievedListsTest, HaveTheReleasedSizesAndFollowPublishedBits) {
  const bipartite_graph g = test::users_and_items(200, 100, 0.15, 9);
  const butterfly_result r = estimate_of_left(g, butterflies_at(40.0, bitmap_spec{}));
  const item_weights weights(*r.published);
  const ranked_lists lists = believed_lists(weights, r.published->layout()).draw(1, 1.0);
  std::uint64_t wrong = 0;
  for (vertex_id u = 0; u < 200; ++u) {
    std::vector<std::uint32_t> truth;
    for (const vertex_id item : g.neighbors(layer::left, u))
      truth.push_back(r.published->layout().position(item));
    std::ranges::sort(truth);
    const auto list = lists.of(weights.rank()[u]);
    std::vector<std::uint32_t> differ;
    std::ranges::set_symmetric_difference(truth, list, std::back_inserter(differ));
    wrong += differ.size();
  }
  EXPECT_LT(wrong, g.edge_count() / 50) << "at this budget nothing is hidden";
}

TEST(BelievedListsTest, SharperOnesHaveMoreButterflies) {
  const butterfly_result r = estimate_of_left(test::users_and_items(200, 100, 0.15, 9), butterflies_at(1.0));
  const item_weights weights(*r.published);
  const believed_lists believed(weights, r.published->layout());
  EXPECT_LT(believed.sharpness_for(1.0), 1.001);
  const double plain = count_butterflies_of(believed.draw(1, 1.0), 100);
  EXPECT_GT(count_butterflies_of(believed.draw(1, 3.0), 100), plain);
  EXPECT_GT(believed.sharpness_for(4.0), believed.sharpness_for(2.0));
}

TEST(PredictTermsTest, AreSumsOverTheDefinition) {
  // Places 0, 1, 2 with items {0, 1, 2}, {0, 1}, {0, 1, 3}.
  const ranked_lists lists{{0, 3, 5, 8}, {0, 1, 2, 0, 1, 0, 1, 3}};
  const butterfly_terms t = predict_terms(lists, 4);
  EXPECT_EQ(t.butterflies, 3.0);
  EXPECT_EQ(count_butterflies_of(lists, 4), 3.0);
  // Pairs that users after row 0 count: 1 + 3, after row 1: 3.
  EXPECT_EQ(t.pairs, 1.0 * 1 + 2.0 * 3);
  // {0, 1} by ranks 1 and 2, which only row 0 sees.
  EXPECT_EQ(t.shared_pairs, 2.0);
  // Row 0: items 0 and 1 are in two butterflies each; row 1: in one each.
  EXPECT_EQ(t.of_members, 4.0 + 4.0 + 1.0 + 1.0);
  // Row 0: item 3 would be in two with 0 and 1. Row 1: the same.
  EXPECT_EQ(t.of_others, 4.0 + 4.0);
  EXPECT_EQ(t.inner_pairs, 4.0 + 1.0);
}

TEST(ButterfliesTest, ConvergesToTheTruth) {
  const bipartite_graph g = test::users_and_items(150, 80, 0.2, 10);
  const auto truth = static_cast<double>(exact::count_butterflies(g));
  const butterfly_result r = estimate_of_left(g, butterflies_at(64.0));
  EXPECT_NEAR(r.butterflies.value, truth, 0.02 * truth);
  EXPECT_LE(r.butterflies.low(), truth);
  EXPECT_GE(r.butterflies.high(), truth);
  EXPECT_EQ(judge(r.butterflies), judgement::usable);
}

TEST(ButterfliesTest, IsTheSameForEveryThreadCountAndPaysTheTotal) {
  const bipartite_graph g = test::users_and_items(130, 70, 0.2, 11);
  const butterfly_result all = estimate_of_left(g, butterflies_at(2.0));
  const thread_limit one(1);
  const butterfly_result alone = estimate_of_left(g, butterflies_at(2.0));
  EXPECT_EQ(all.butterflies.value, alone.butterflies.value);
  EXPECT_EQ(all.butterflies.standard_error, alone.butterflies.standard_error);
  EXPECT_EQ(all.counts.limits, alone.counts.limits);
  EXPECT_EQ(all.run.told, alone.run.told);
  EXPECT_NEAR(all.run.spent.spent().nats(), 2.0, 1e-8);
  EXPECT_EQ(all.run.spent.relationship_dp(), all.run.spent.spent()) << "an item is nobody's endpoint";
}

TEST(ButterfliesTest, EitherLayerMayBeTheUsers) {
  const bipartite_graph g = test::users_and_items(100, 100, 0.2, 12);
  const auto truth = static_cast<double>(exact::count_butterflies(g));
  const butterfly_result r =
      estimate_butterflies(g, layer::right, butterflies_at(32.0), {1}, coin_source::simulated(1));
  EXPECT_NEAR(r.butterflies.value, truth, 0.05 * truth);
}

TEST(ButterfliesTest, CrowdedListsAreSentAsBitmaps) {
  const bipartite_graph g = test::users_and_items(20, 400, 0.95, 14);
  const auto truth = static_cast<double>(exact::count_butterflies(g));
  const butterfly_result r = estimate_of_left(g, butterflies_at(3.0));
  EXPECT_EQ(r.published->parameters().codec, codec_kind::bitmap);
  EXPECT_LE(r.butterflies.low(), truth);
  EXPECT_GE(r.butterflies.high(), truth);
}

TEST(ButterfliesTest, AnswersWhereThereIsNothing) {
  for (const bipartite_graph& g : {bipartite_graph(20, 10, {}), test::users_and_items(1, 30, 0.5, 1)}) {
    for (const codec_spec& codec :
         {codec_spec(ppr_spec{}), codec_spec(nullspace_spec{}), codec_spec(bitmap_spec{})}) {
      const butterfly_result r = estimate_of_left(g, butterflies_at(1.0, codec));
      EXPECT_TRUE(std::isfinite(r.butterflies.value));
      EXPECT_NE(judge(r.butterflies), judgement::usable);
    }
  }
}

TEST(ButterfliesTest, SaysWhichBudgetWouldDo) {
  const bipartite_graph g = test::users_and_items(150, 80, 0.2, 13);
  const butterfly_options o = butterflies_at(1.0);
  const butterfly_result r = estimate_of_left(g, o);
  double before = INFINITY;
  for (const double total : {1.0, 2.0, 4.0, 8.0}) {
    const double width = predict_relative_half_width(r, o, total);
    EXPECT_LT(width, before) << total;
    before = width;
  }
}

TEST(ButterfliesTest, RefusesWhatItCannotCount) {
  const sparse_vectors ternary(10, 3, std::vector<std::vector<row_entry>>{{{1, 2}}, {{2, 1}}});
  auto users = simulated_butterfly_users(ternary, coin_source::simulated(1));
  account paid(epsilon::from_nats(1.0), 2);
  session s(users, paid, {1});
  EXPECT_THROW(estimate_butterflies(s, {10, 3}, butterflies_at(1.0)), invalid_parameter);
  EXPECT_THROW(estimate_butterflies(s, {std::uint64_t{1} << 36, 2}, butterflies_at(1.0)), invalid_parameter);
  EXPECT_THROW(estimate_butterflies(s, {0, 2}, butterflies_at(1.0)), invalid_parameter);
  EXPECT_THROW(estimate_butterflies(s, {(std::uint64_t{1} << 32) + 1, 2}, butterflies_at(1.0)),
               invalid_parameter);
  EXPECT_TRUE(paid.entries().empty()) << "nobody was asked";
  EXPECT_THROW(plan_butterfly_budgets(butterflies_at(1e-9)), invalid_parameter);
  EXPECT_THROW(estimate_of_left(bipartite_graph(0, 5, {}), butterflies_at(1.0)), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
