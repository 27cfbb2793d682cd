// SPDX-License-Identifier: MIT
// Centred counts whose users stop answering: who is asked, what is said, and what it is an estimate
// of.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round_user.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "support/graphs.hpp"
#include "support/losing_population.hpp"

namespace edgeldp {
namespace {

using test::losses;

namespace centred_call = test::centred_call;

centred_options automatic_at(double total) {
  return {epsilon::from_nats(total), codec_spec()};
}

losses over_all_rounds(std::uint64_t users, double share, std::uint64_t seed) {
  losses lost = test::nobody_lost(users);
  for (const std::uint32_t round : {centred_call::degree, centred_call::size, centred_call::edges,
                                    centred_call::count, centred_call::count + 1})
    lost = test::lose_at_random(std::move(lost), share, round, seed + round);
  return lost;
}

centred_result play(const csr_graph& g, const losses& lost, const centred_options& options,
                    std::uint64_t seed = 3) {
  return test::play_with_losses(g, lost, options.total, {seed}, coin_source::simulated(seed + 1),
                                simulated_centred_tasks(),
                                [&](session& s) { return estimate_centred_triangles(s, options); });
}

class CentredLossesOneByOneTest : public testing::TestWithParam<bool> {};

TEST_P(CentredLossesOneByOneTest, UsersOneByOneSayWhatAllSayTogether) {
  const bool is_forward = GetParam();
  const csr_graph g = test::small_social_graph();
  for (const codec_spec& codec :
       {codec_spec(), codec_spec(ppr_spec{}), codec_spec(nullspace_spec{}), codec_spec(bitmap_spec{})})
    for (const double total : {1.0, 6.0})
      for (const losses& lost :
           {over_all_rounds(60, 0.1, 1), over_all_rounds(60, 0.3, 2),
            test::lose_hubs(g, 0.1, centred_call::edges), test::lose_hubs(g, 0.3, centred_call::count)}) {
        centred_options options{epsilon::from_nats(total), codec};
        if (is_forward) {
          options.relationship = 1.5;
          options.rows = endpoint::earlier;
        }
        const test::played_method method = [&](session& s) {
          centred_result r = estimate_centred_triangles(s, options);
          std::vector<double> all{r.triangles.value, r.triangles.standard_error, r.triangles.bias_bound,
                                  r.closure, r.predicted_share};
          for (const int128 message : messages_by_user(r)) all.push_back(static_cast<double>(message));
          for (const std::byte b : r.published->serialize()) all.push_back(std::to_integer<int>(b));
          return test::played{std::move(all), std::move(r.run)};
        };
        test::expect_same_with_losses(g, lost, options.total, {42}, method,
                                      simulated_centred_tasks(row_access::on_demand),
                                      private_tasks_on_excerpts());
        const test::played run =
            test::expect_same_with_losses(g, lost, options.total, {42}, method,
                                          simulated_centred_tasks(row_access::decoded), private_tasks());
        EXPECT_TRUE(run.run.flaws.empty());
        EXPECT_LE(run.run.spent.spent(), options.total);
      }
}

INSTANTIATE_TEST_SUITE_P(Ends, CentredLossesOneByOneTest, testing::Bool(),
                         [](const auto& rows) { return rows.param ? "Earlier" : "Later"; });

TEST(CentredLossesTest, WithoutLossesNothingChanges) {
  const csr_graph g = test::small_social_graph();
  const centred_options options = automatic_at(2.0);
  const centred_result all = estimate_centred_triangles(g, options, {3}, coin_source::simulated(4));
  const centred_result same = play(g, test::nobody_lost(60), options);
  EXPECT_EQ(all.triangles.value, same.triangles.value);
  EXPECT_EQ(all.triangles.half_width(), same.triangles.half_width());
  EXPECT_EQ(all.run.told, same.run.told);
  EXPECT_EQ(all.present, 60U);
  EXPECT_EQ(all.lost_in_count, 0U);
  EXPECT_EQ(all.predicted_share, 0.0);
}

TEST(CentredLossesTest, ResultsSayWhoIsLeft) {
  const csr_graph g = test::small_social_graph();
  const losses lost = over_all_rounds(60, 0.1, 1);
  const centred_result r = play(g, lost, automatic_at(6.0));
  const auto lost_before = [&](std::uint32_t round) {
    return static_cast<std::uint64_t>(std::ranges::count_if(lost, [&](auto l) { return l < round; }));
  };
  EXPECT_EQ(r.present, 60 - lost_before(centred_call::count));
  EXPECT_EQ(r.groups[0].users + r.groups[1].users, r.present);
  EXPECT_EQ(r.lost_in_count, r.groups[0].lost + r.groups[1].lost);
  ASSERT_GT(r.lost_in_count, 0U);
  EXPECT_GT(r.predicted_share, 0.0);
  EXPECT_LT(r.predicted_share, 0.5);
  const std::vector<int128> messages = messages_by_user(r);
  for (vertex_id u = 0; u < 60; ++u) {
    EXPECT_EQ(std::ranges::binary_search(r.published->absent(), u), lost[u] < centred_call::count);
    if (lost[u] == centred_call::degree) {
      EXPECT_GE(r.published->layout().rank(u), 60 - lost_before(centred_call::size)) << "comes last";
    }
    if (lost[u] < centred_call::count) {
      EXPECT_TRUE(messages[u] == 0) << "is not asked to count";
    }
  }
}

TEST(CentredLossesTest, WhereNobodyIsLeftThatIsSaid) {
  const csr_graph g = test::small_social_graph();
  for (const std::uint32_t round : {centred_call::degree, centred_call::size, centred_call::edges})
    EXPECT_THROW(play(g, test::lose_at_random(test::nobody_lost(60), 1.0, round, 1), automatic_at(2.0)),
                 bad_graph_input);
  const centred_result silent =
      play(g, test::lose_at_random(test::nobody_lost(60), 1.0, centred_call::count, 1), automatic_at(2.0));
  EXPECT_EQ(silent.present, 60U);
  EXPECT_TRUE(std::isinf(silent.triangles.standard_error));
}

/// A cycle all of whose users know three others: they close every triangle that there is.
TEST(CentredLossesTest, WhoIsAbsentClosesNoTriangle) {
  constexpr vertex_id members = 60, hubs = 3;
  test::edge_list edges_of_all;
  for (vertex_id u = 0; u < members; ++u) {
    edges_of_all.emplace_back(u, (u + 1) % members);
    for (vertex_id hub = members; hub < members + hubs; ++hub) edges_of_all.emplace_back(u, hub);
  }
  const csr_graph g(members + hubs, edges_of_all);
  const auto all = static_cast<double>(exact::count_triangles(g));
  ASSERT_EQ(all, 180.0);
  const centred_options options{epsilon::from_nats(64.0), bitmap_spec{}};
  EXPECT_NEAR(play(g, test::nobody_lost(g.vertex_count()), options).triangles.value, all, 15.0);
  losses lost = test::nobody_lost(g.vertex_count());
  for (const std::uint32_t round : {centred_call::degree, centred_call::size, centred_call::edges}) {
    for (vertex_id hub = members; hub < members + hubs; ++hub) lost[hub] = round;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const estimate e = play(g, lost, options, seed).triangles;
      EXPECT_NEAR(e.value, 0.0, 15.0) << "lost in " << round;
      EXPECT_LT(e.half_width(), 0.3 * all);
    }
  }
}

/// With a third lost in the first round, a run is planned and judged as one of the others alone.
TEST(CentredLossesTest, UsersWithoutADegreeDoNotSpoilThePlan) {
  const csr_graph g = generate_affiliation(600, 6000, 8);
  const losses lost = test::lose_at_random(test::nobody_lost(600), 0.3, centred_call::degree, 4);
  std::vector<vertex_id> renamed(600);
  vertex_id left = 0;
  for (vertex_id u = 0; u < 600; ++u) renamed[u] = lost[u] == centred_call::degree ? 0 : left++;
  test::edge_list among_others;
  const csr_graph rest = test::induced(g, lost, centred_call::size);
  for (vertex_id u = 0; u < 600; ++u)
    for (const vertex_id v : rest.neighbors(u))
      if (v < u) among_others.emplace_back(renamed[v], renamed[u]);
  const csr_graph others(left, among_others);
  double with_losses = 0.0, alone = 0.0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    with_losses += std::log(play(g, lost, automatic_at(2.0), seed).triangles.half_width());
    alone += std::log(play(others, test::nobody_lost(left), automatic_at(2.0), seed).triangles.half_width());
  }
  EXPECT_NEAR(std::exp((with_losses - alone) / 5.0), 1.0, 0.25);
}

}  // namespace
}  // namespace edgeldp
