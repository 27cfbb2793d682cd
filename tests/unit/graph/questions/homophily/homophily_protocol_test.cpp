// SPDX-License-Identifier: MIT
// Homophily without a graph: over objects that hold one user each, and over a collector that starts
// again.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/homophily/attribute_rounds_user.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "support/losing_population.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

using test::losses;

std::vector<user_attribute> two_attributes(std::uint64_t users) {
  user_attribute team{"team", {"red", "green", "blue"}, {}}, age{"age", {"20", "30"}, {}};
  for (std::uint64_t u = 0; u < users; ++u) {
    team.of.push_back(static_cast<std::uint32_t>(u % 3));
    age.of.push_back(static_cast<std::uint32_t>(u / 7 % 2));
  }
  return {team, age};
}

/// One object a user, each with a copy of its own list and values.
test::users_one_by_one profiles_one_by_one(const csr_graph& g,
                                           const std::vector<user_attribute>& attributes) {
  std::vector<test::remote_user> users;
  std::vector<vertex_id> scratch;
  const graph_view view(g);
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u) {
    const auto user = static_cast<vertex_id>(u);
    const std::span<const vertex_id> list = view.neighbors(user, scratch);
    std::vector<std::uint32_t> values, kinds;
    for (const user_attribute& a : attributes) {
      values.push_back(a.of[u]);
      kinds.push_back(static_cast<std::uint32_t>(a.values.size()));
    }
    users.emplace_back(user, test::replayed_coins,
                       [user, users = g.vertex_count(), values, kinds,
                        mine = std::vector<vertex_id>(list.begin(), list.end())](const user_call& asked,
                                                                                 const user_coins& own) {
                         return answer_call(private_profile_tasks(), asked,
                                            own_profile{{user, users, mine}, values, kinds}, own);
                       });
  }
  return test::users_one_by_one(std::move(users));
}

TEST(HomophilyProtocolTest, UsersOneByOneSayWhatAllSayTogether) {
  const csr_graph g = generate_affiliation(50, 400, 5);
  const std::vector<user_attribute> attributes = two_attributes(50);
  const std::vector<channel::labels> values{attributes[0].values, attributes[1].values};
  for (const homophily_method method : {homophily_method::counts, homophily_method::edges}) {
    for (const codec_kind codec : {codec_kind::ppr, codec_kind::nullspace, codec_kind::bitmap}) {
      homophily_options options;
      options.total = epsilon::from_nats(3.0);
      options.method = method;
      options.codec = codec_spec(codec);
      const auto play = [&](session& s) {
        const homophily_result r = estimate_homophily(s, values, options);
        std::vector<double> all;
        for (const attribute_reports& a : r.reports) all.insert(all.end(), a.of.begin(), a.of.end());
        all.insert(all.end(), r.counts.values.begin(), r.counts.values.end());
        for (const mixing_estimate& m : r.attributes) {
          if (const auto within = m.fraction_within()) {
            all.push_back(within->estimate.value);
            all.push_back(within->estimate.standard_error);
          }
        }
        if (r.published) {
          for (const std::byte b : r.published->serialize()) all.push_back(std::to_integer<int>(b));
        }
        return test::played{std::move(all), r.run};
      };
      const coin_source replayed = coin_source::simulated(test::replayed_coins);
      const graph_view view(g);
      const attributed_graph everybody{view, attributes};
      auto together = simulated_profiles(everybody, replayed);
      const test::played run = test::expect_same_user_by_user(
          together, [&] { return profiles_one_by_one(g, attributes); }, options.total, {9}, play);
      EXPECT_EQ(run.run.rounds.front().round, rounds::attributes);
      EXPECT_LE(run.run.spent.spent(), options.total);
    }
  }
}

/// Rounds attributes and count.
TEST(HomophilyProtocolTest, SoTheyDoWhereSomeAreLost) {
  const csr_graph g = generate_affiliation(50, 400, 5);
  const std::vector<user_attribute> attributes = two_attributes(50);
  const std::vector<channel::labels> values{attributes[0].values, attributes[1].values};
  homophily_options options;
  options.total = epsilon::from_nats(3.0);
  options.method = homophily_method::counts;
  const auto play = [&](session& s) {
    const homophily_result r = estimate_homophily(s, values, options);
    std::vector<double> all;
    for (const attribute_reports& a : r.reports) all.insert(all.end(), a.of.begin(), a.of.end());
    for (const mixing_estimate& m : r.attributes) {
      const estimate edges = m.edges().estimate, within = m.within().estimate;
      all.insert(all.end(), {edges.value, edges.standard_error, within.value, within.standard_error});
    }
    return test::played{std::move(all), r.run};
  };
  const losses in_reports = test::lose_at_random(test::nobody_lost(50), 0.2, 0, 1);
  for (const losses& lost :
       {in_reports, test::lose_at_random(in_reports, 0.3, 1, 2), test::lose_hubs(g, 0.1, 1)}) {
    const coin_source replayed = coin_source::simulated(test::replayed_coins);
    const graph_view view(g);
    const attributed_graph everybody{view, attributes};
    test::losing_population together(simulated_profiles(everybody, replayed), lost);
    const test::played run = test::expect_same_user_by_user(
        together, [&] { return test::losing_population(profiles_one_by_one(g, attributes), lost); },
        options.total, {9}, play);
    for (vertex_id u = 0; u < 50; ++u)
      EXPECT_EQ(run.numbers[u] == static_cast<double>(no_report), lost[u] == 0);
    EXPECT_EQ(run.run.rounds[1].asked, run.run.rounds[0].answered);
  }
}

TEST(HomophilyProtocolTest, AUserRefusesChannelsAndReportsOfOthers) {
  const std::vector<std::uint32_t> values{1}, kinds{3};
  const std::vector<vertex_id> list{1, 2};
  const own_profile me{{0, 10, list}, values, kinds};
  const coin_source source = coin_source::simulated(1);
  const user_coins own(source, 0);
  const channel two = k_ary_channel(epsilon::from_nats(1.0), {"a", "b"});
  const epsilon one = epsilon::from_nats(1.0);
  EXPECT_THROW(answer(report_round{one, {two}}, me, own), format_error) << "though the value would do";
  EXPECT_THROW(answer(report_round{one, {}}, me, own), format_error);
  const channel three = k_ary_channel(one, {"a", "b", "c"});
  EXPECT_NO_THROW(answer(report_round{epsilon::from_nats(1.001), {three}}, me, own));
  EXPECT_THROW(answer(report_round{epsilon::from_nats(0.9), {three}}, me, own), format_error)
      << "more than the round costs";
  public_objects published;
  const auto few = std::make_shared<const public_reports>(public_reports{{{two, {0, 1, 1}}}});
  const auto reports = published.add(few, public_form<public_reports>::write(*few));
  EXPECT_THROW(answer(neighbor_round{one, {reports}}, me.list, {published, 0, own}), format_error)
      << "though none is unknown";
}

}  // namespace
}  // namespace edgeldp
