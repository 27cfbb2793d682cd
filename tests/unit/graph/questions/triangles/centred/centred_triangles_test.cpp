// SPDX-License-Identifier: MIT
// Centred counts as a protocol: together and user by user, with what everybody spends.
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/graph/noisy/noisy_graph.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round_user.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "edgeldp/graph/uniform/triangles.hpp"
#include "questions/triangles/centred/centred_round_simulation.hpp"
#include "support/graphs.hpp"
#include "support/planned_rows.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

centred_options centred_at(double total, const codec_spec& codec) {
  return {epsilon::from_nats(total), codec};
}

test::played play(const csr_graph& g, const centred_options& options) {
  const test::played_method method = [&](session& s) {
    centred_result r = estimate_centred_triangles(s, options);
    std::vector<double> all{r.triangles.value, r.triangles.standard_error, r.triangles.bias_bound, r.closure};
    for (const centred_group& group : r.groups) {
      all.push_back(group.sum);
      all.push_back(group.pairs);
      all.push_back(group.rule.theta);
    }
    for (const std::byte b : r.published->serialize()) all.push_back(std::to_integer<int>(b));
    return test::played{std::move(all), std::move(r.run)};
  };
  test::expect_same_user_by_user(g, options.total, {42}, method,
                                 simulated_centred_tasks(row_access::on_demand), private_tasks_on_excerpts());
  return test::expect_same_user_by_user(g, options.total, {42}, method,
                                        simulated_centred_tasks(row_access::decoded), private_tasks());
}

// However few users count at a time, which bounds memory, they say the same.
TEST(CentredTrianglesTest, PartsOfTheUsersSayWhatAllSayTogether) {
  const csr_graph g = test::small_social_graph();
  const graph_view view(g);
  const auto played_in_parts = [&](std::uint64_t most_neighbors, std::optional<row_access> access = {}) {
    auto users =
        simulated_users(view, coin_source::simulated(4), {simulated_centred_pairs(access, most_neighbors)});
    return simulate_run(std::move(users), epsilon::from_nats(4.0), release_key{7},
                        [&](session& s) { return estimate_centred_triangles(s, centred_at(4.0, {})); });
  };
  const centred_result whole = played_in_parts(g.all_neighbors().size());
  for (const std::uint64_t most_neighbors :
       {std::uint64_t{0}, std::uint64_t{1}, g.all_neighbors().size() / 3}) {
    for (const row_access access : {row_access::on_demand, row_access::decoded}) {
      const centred_result parts = played_in_parts(most_neighbors, access);
      EXPECT_EQ(parts.triangles.value, whole.triangles.value) << most_neighbors;
      EXPECT_EQ(parts.triangles.standard_error, whole.triangles.standard_error);
      EXPECT_EQ(parts.run.told, whole.run.told);
    }
  }
}

TEST(CentredTrianglesTest, UsersOneByOneSayWhatAllSayTogether) {
  for (const codec_spec& codec :
       {codec_spec(), codec_spec(ppr_spec{}), codec_spec(nullspace_spec{}), codec_spec(bitmap_spec{})})
    for (const double total : {1.0, 6.0}) {
      const test::played run = play(test::small_social_graph(), centred_at(total, codec));
      EXPECT_TRUE(run.run.flaws.empty());
      EXPECT_LE(run.run.spent.spent(), epsilon::from_nats(total));
      EXPECT_GE(run.run.spent.spent().nats(), 0.999 * total);
    }
  play(test::star_graph(20), centred_at(2.0, nullspace_spec{}));
  play(csr_graph(3, {}), centred_at(2.0, nullspace_spec{}));
  play(csr_graph(1, {}), centred_at(2.0, nullspace_spec{}));
}

TEST(CentredTrianglesTest, EveryClassSpendsTheTotalAndNoRelationshipMore) {
  const epsilon total = epsilon::from_nats(2.0);
  const csr_graph g = test::small_social_graph();
  const centred_result r =
      estimate_centred_triangles(g, {total, nullspace_spec{}}, {3}, coin_source::simulated(4));
  ASSERT_GT(r.published->layout().codecs().size(), 5U);
  const public_order& order = *r.published->layout().order();
  const auto spent_at = [&](std::uint32_t rank) { return r.run.spent.of(order.user_at(rank)); };
  const auto last = static_cast<std::uint32_t>(g.vertex_count() - 1);
  const std::uint64_t degree = spent_at(0).spent("degree").units();
  for (std::uint32_t rank = 0; rank <= last; ++rank) {
    EXPECT_EQ(spent_at(rank).spent("degree").units(), degree);
    EXPECT_LE(spent_at(rank).spent(), total);
  }
  EXPECT_EQ(r.run.spent.spent(), total);
  EXPECT_EQ(r.run.spent.edge_ldp(), total);
  EXPECT_EQ(r.run.spent.relationship_dp().units(), total.units() + degree);
  EXPECT_GT(spent_at(0).spent("edges"), spent_at(last).spent("edges")) << "hubs spend on rows";
  const auto counts = [&](std::uint32_t first, std::uint32_t end) {
    std::uint64_t most = 0;
    for (std::uint32_t rank = first; rank < end; ++rank)
      most = std::max(most, spent_at(rank).spent("count").units());
    return most;
  };
  EXPECT_LT(counts(0, 20), counts(20, last + 1)) << "the others on counting";
}

/// Who paid most is somebody who counted, where anybody did.
TEST(CentredTrianglesTest, WhoPaidMostPaidWhatTheAccountSaysOnTinyGraphsToo) {
  for (const csr_graph& g :
       {test::complete_graph(3), test::complete_graph(12), test::star_graph(14), csr_graph(2, {})})
    for (const double total : {1e-6, 0.5, 8.0, 64.0})
      for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const centred_result r = estimate_centred_triangles(g, {epsilon::from_nats(total), bitmap_spec{}},
                                                            {seed}, coin_source::simulated(seed));
        const account& spent = r.run.spent;
        ASSERT_EQ(spent.of(spent.who_paid_most()).spent(), spent.spent()) << total << " " << seed;
      }
}

TEST(CentredTrianglesTest, EverybodyIsInOneGroupAndCountsOnce) {
  const csr_graph g = test::small_social_graph();
  const centred_result r = estimate_centred_triangles(g, {epsilon::from_nats(2.0), nullspace_spec{}}, {3},
                                                      coin_source::simulated(4));
  EXPECT_EQ(r.groups[0].users + r.groups[1].users, g.vertex_count());
  EXPECT_NEAR(static_cast<double>(r.groups[0].users), r.groups[0].share * 60.0, 15.0);
  double value = 0.0;
  for (const centred_group& group : r.groups)
    value += group.sum + static_cast<double>(group.rule.theta) / weight_units * group.pairs;
  EXPECT_DOUBLE_EQ(r.triangles.value, value);
}

TEST(CentredTrianglesTest, FilesHoldTheLawsAndOneLawReadersRefuse) {
  const centred_result r =
      estimate_centred_triangles(test::small_social_graph(), {epsilon::from_nats(2.0), nullspace_spec{}}, {3},
                                 coin_source::simulated(4));
  const std::vector<std::byte> file = r.published->serialize();
  const release again = release_reader(file).load();
  EXPECT_EQ(again.parameters(), r.published->parameters());
  EXPECT_EQ(again.all_words(), r.published->all_words());
  EXPECT_EQ(again.serialize(), file);
  for (vertex_id u = 0; u < 40; ++u)
    for (vertex_id v = 0; v < 40; ++v) EXPECT_EQ(again.edge(u, v), r.published->edge(u, v));
  EXPECT_THROW(static_cast<void>(again.law()), invalid_parameter);
  const auto user_at = [&](std::uint32_t rank) { return again.layout().user_at(rank); };
  EXPECT_GT(again.law(user_at(0), user_at(1)).p1, again.law(user_at(1), user_at(59)).p1);
  EXPECT_THROW(static_cast<void>(again.layout().codec()), invalid_parameter);
}

centred_options forward_at(double total, double relationship, const codec_spec& codec) {
  centred_options options = centred_at(total, codec);
  options.relationship = relationship;
  options.rows = endpoint::earlier;
  return options;
}

TEST(CentredTrianglesTest, UsersOneByOneSayWhatAllSayTogetherWithRowsAtTheEarlierEnds) {
  for (const codec_spec& codec :
       {codec_spec(), codec_spec(ppr_spec{}), codec_spec(nullspace_spec{}), codec_spec(bitmap_spec{})})
    for (const double relationship : {1.25, 1.5, 2.0}) {
      const test::played run = play(test::small_social_graph(), forward_at(2.0, relationship, codec));
      EXPECT_TRUE(run.run.flaws.empty());
      EXPECT_LE(run.run.spent.spent(), epsilon::from_nats(2.0));
      EXPECT_LE(run.run.spent.relationship_dp().nats(), relationship * 2.0);
      EXPECT_GE(run.run.spent.relationship_dp().nats(), 0.98 * relationship * 2.0);
    }
  play(test::star_graph(20), forward_at(2.0, 1.5, nullspace_spec{}));
  play(test::star_graph(20), forward_at(2.0, 2.0, bitmap_spec{}));
  play(csr_graph(3, {}), forward_at(2.0, 1.5, bitmap_spec{}));
  play(csr_graph(1, {}), forward_at(2.0, 2.0, nullspace_spec{}));
}

// Every class of later ends pays what the plan says, and no user more than the total.
TEST(CentredTrianglesTest, NoUserSpendsMoreThanTheTotalWithRowsAtTheEarlierEnds) {
  const csr_graph g = test::small_social_graph();
  const epsilon total = epsilon::from_nats(2.0);
  for (const codec_spec& codec : {codec_spec(nullspace_spec{}), codec_spec(bitmap_spec{})})
    for (const double relationship : {1.3, 2.0}) {
      const centred_result r =
          estimate_centred_triangles(g, forward_at(2.0, relationship, codec), {3}, coin_source::simulated(4));
      EXPECT_EQ(r.rows, endpoint::earlier);
      EXPECT_EQ(r.budgets.length.is_zero(), codec == codec_spec(bitmap_spec{}));
      std::uint64_t most = 0, of_bit = 0;
      const centred_budgets& b = r.budgets;
      for (std::uint32_t rank = 0; rank < g.vertex_count(); ++rank) {
        const std::uint64_t row = b.degree.units() + b.length.units() + b.edges.at(rank).units();
        const std::uint64_t count = b.degree.units() + b.size.at(rank).units() + b.count.at(rank).units();
        EXPECT_LE(row, total.units());
        EXPECT_LE(count, total.units());
        EXPECT_LE(static_cast<double>(row + count), relationship * static_cast<double>(total.units()));
        most = std::max(most, row + count);
        of_bit = std::max({of_bit, row, count});
      }
      EXPECT_EQ(r.run.spent.edge_ldp().units(), of_bit);
      EXPECT_LE(r.run.spent.relationship_dp().units(), most);
      EXPECT_GE(r.run.spent.relationship_dp().nats(), 0.9 * relationship * 2.0) << "of who counted";
      for (std::uint64_t u = 0; u < g.vertex_count(); ++u)
        EXPECT_LE(r.run.spent.of(static_cast<vertex_id>(u)).spent(), total);
    }
}

TEST(CentredTrianglesTest, ThePlanTakesTheEarlierEndsWhereThatErrsLess) {
  const csr_graph g = test::small_social_graph();
  centred_options options = centred_at(1.0, {});
  test::expect_rows_where_they_err_less(
      options, [&] { return estimate_centred_triangles(g, options, {3}, coin_source::simulated(4)).rows; });
}

// What is foreseen never rises with what a relationship may pay, nor with the budget.
TEST(CentredTrianglesTest, WhatIsForeseenFallsWithBothPrices) {
  const csr_graph g = test::small_social_graph();
  const centred_result r =
      estimate_centred_triangles(g, centred_at(4.0, bitmap_spec{}), {3}, coin_source::simulated(4));
  const auto foreseen = [&](double relationship, double total) {
    centred_options options;
    options.relationship = relationship;
    return predict_centred_half_width(*r.published, 0.4, options, total);
  };
  constexpr double of_search = 1.01;  // grids of shares
  for (const double total : {0.5, 1.0, 2.0, 4.0, 8.0}) {
    double before = std::numeric_limits<double>::infinity();
    for (const double relationship : {1.02, 1.1, 1.25, 1.5, 1.75, 2.0}) {
      const double here = foreseen(relationship, total);
      EXPECT_LE(here, of_search * before) << total << ' ' << relationship;
      before = here;
      EXPECT_LE(foreseen(relationship, 1.3 * total), of_search * here) << total << ' ' << relationship;
    }
  }
}

TEST(CentredTrianglesTest, FilesHoldRowsOfTheEarlierEnds) {
  for (const codec_spec& codec : {codec_spec(nullspace_spec{}), codec_spec(bitmap_spec{})}) {
    const centred_result r = estimate_centred_triangles(
        test::small_social_graph(), forward_at(2.0, 1.5, codec), {3}, coin_source::simulated(4));
    const std::vector<std::byte> file = r.published->serialize();
    const release again = release_reader(file).load();
    EXPECT_EQ(again.parameters(), r.published->parameters());
    EXPECT_EQ(again.parameters().order, user_order::hubs_last);
    EXPECT_EQ(again.all_words(), r.published->all_words());
    EXPECT_EQ(again.serialize(), file);
    for (vertex_id u = 0; u < 60; ++u)
      for (vertex_id v = 0; v < 60; ++v) {
        EXPECT_EQ(again.edge(u, v), r.published->edge(u, v));
        if (u != v) {
          EXPECT_EQ(again.layout().owner(u, v), r.order->precedes(u, v) ? u : v);
        }
      }
  }
}

/// Each run has its own order, and with it its own later endpoint of an edge.
TEST(CentredTrianglesTest, RunsOnOneAccountAddUpWhateverTheirOrders) {
  const csr_graph g = test::small_social_graph();
  const graph_view view(g);
  auto users = simulated_users(view, coin_source::simulated(4), simulated_centred_tasks());
  account paid(epsilon::from_nats(2.0), g.vertex_count());
  std::uint64_t degrees = 0;
  for (const std::uint64_t key : {3U, 4U}) {
    session s(users, paid, {key});
    degrees += estimate_centred_triangles(s, centred_at(1.0, nullspace_spec{}))
                   .run.spent.of(0)
                   .spent("degree")
                   .units();
  }
  EXPECT_EQ(paid.spent(), epsilon::from_nats(2.0));
  EXPECT_EQ(paid.relationship_dp().units(), epsilon::from_nats(2.0).units() + degrees);
  session third(users, paid, {5});
  EXPECT_THROW(estimate_centred_triangles(third, centred_at(1.0, nullspace_spec{})), invalid_parameter);
}

TEST(CentredTrianglesTest, OptionsThatDoNotFitAreRefused) {
  const auto coins = coin_source::simulated(1);
  EXPECT_THROW(estimate_centred_triangles(csr_graph(0, {}), {}, {1}, coins), bad_graph_input);
  EXPECT_THROW(estimate_centred_triangles(test::small_social_graph(),
                                          {epsilon::from_nats(1.0), codec_spec(), 1.0}, {1}, coins),
               invalid_parameter);
  for (const double relationship : {0.99, 2.01, std::numeric_limits<double>::quiet_NaN()}) {
    centred_options options;
    options.relationship = relationship;
    EXPECT_THROW(estimate_centred_triangles(test::small_social_graph(), options, {1}, coins),
                 invalid_parameter);
  }
  EXPECT_THROW(estimate_centred_triangles(test::small_social_graph(), {epsilon::from_units(3), codec_spec()},
                                          {1}, coins),
               invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
