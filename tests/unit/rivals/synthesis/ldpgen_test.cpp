// SPDX-License-Identifier: MIT
// LDPGen: how many groups its formula asks for, the exact law of what a user tells in both rounds,
// what is unbiased, with which chances edges are drawn, tiny graphs, refusals, and users one by
// one.
#include "edgeldp/rivals/synthesis/ldpgen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/random/public_coins.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/rounds/public_values_user.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "edgeldp/rivals/synthesis/ldpgen_simulation.hpp"
#include "support/budgets.hpp"
#include "support/graphs.hpp"
#include "support/losing_population.hpp"
#include "support/planted_groups.hpp"
#include "support/user_by_user.hpp"
#include "synthesis/group_draws.hpp"

namespace edgeldp {
namespace {

using test::nats;

ldpgen_result make_once(const csr_graph& g, const ldpgen& method, std::uint64_t seed = 1) {
  return synthesize_graph(g, method, release_key{seed}, coin_source::simulated(seed));
}

std::array<ldpgen, 2> presets(double total) {
  return {ldpgen::published(nats(total)), ldpgen::uncut(nats(total))};
}

TEST(LdpgenTest, AsksForAsManyGroupsAsItsFormulaSays) {
  // k(10) = 10 + (100 - 64.72 + 1) / 2 = 28.14, of 21 or more users with degree 20.
  EXPECT_EQ(ldpgen_group_count(std::vector<std::int64_t>(30, 20), nats(2.0), 50), 29U);
  EXPECT_EQ(ldpgen_group_count(std::vector<std::int64_t>(30, 20), nats(2.0), 7), 7U);
  // k(1) = 1 + (2 - 6.47) / 1 lies below 0; half of the users lift the mean to (-3.47 + 46.28) / 2.
  EXPECT_EQ(ldpgen_group_count(std::vector<std::int64_t>(30, 2), nats(1.0), 50), 1U);
  std::vector<std::int64_t> mixed(30, 2);
  std::fill_n(mixed.begin(), 15, 20);
  EXPECT_EQ(ldpgen_group_count(mixed, nats(1.0), 50), 22U);
  // Degrees are cut to what a user may have: 1 to 3 here.
  EXPECT_EQ(ldpgen_group_count({-9, 0, 1, 900}, nats(0.01), 50), 1U);
  EXPECT_THROW(ldpgen_group_count({}, nats(1.0), 50), invalid_parameter);
  EXPECT_THROW(ldpgen_group_count({1}, epsilon{}, 50), invalid_parameter);
}

TEST(LdpgenTest, AUserPaysTheTotalAndARelationshipTwice) {
  for (const ldpgen& method : presets(2.0)) {
    const ldpgen_result r = make_once(test::planted_groups(100, 10.0, 5.0, 1), method);
    EXPECT_NEAR(r.run.spent.spent().nats(), 2.0, 1e-7);
    EXPECT_NEAR(r.run.spent.relationship_dp().nats(), 4.0, 1e-7);
    EXPECT_TRUE(r.run.flaws.empty());
    ASSERT_EQ(r.run.rounds.size(), 2U);
    for (const presence& round : r.run.rounds) EXPECT_EQ(round.round, rounds::count);
  }
}

// --- the exact law of what a user tells

constexpr std::uint64_t few = 6;  // the user under test is the last

std::vector<vertex_id> list_of(std::uint32_t bits) {
  std::vector<vertex_id> list;
  for (vertex_id v = 0; v + 1 < few; ++v)
    if ((bits >> v & 1U) != 0) list.push_back(v);
  return list;
}

/// What the user adds noise to, of groups as they are published.
std::vector<int128> counts_of(const std::vector<std::int64_t>& groups, std::uint64_t many,
                              std::uint32_t bits) {
  const public_objects none;
  const coin_source source = coin_source::simulated(1);
  const user_coins coins(source, few - 1);
  const std::vector<vertex_id> list = list_of(bits);
  const neighbor_groups what{{"groups", std::make_shared<const public_values>(1, groups)}, many, 0};
  EXPECT_EQ(sensitivity(what, own_list{few - 1, few, list}, 0), 1);
  return statistic(what, own_list{few - 1, few, list}, count_call{none, 0, coins});
}

/// ln P(told) of counts + discrete Laplace noise at a budget, but for what does not depend on them.
double log_chance(const std::vector<int128>& counts, const std::vector<int>& told, double budget) {
  double sum = 0.0;
  for (std::size_t i = 0; i < counts.size(); ++i)
    sum -= budget * std::abs(static_cast<double>(counts[i]) - told[i]);
  return sum;
}

/// All answers of two numbers from -2 to 5.
std::vector<std::vector<int>> all_answers() {
  std::vector<std::vector<int>> all;
  for (int x = -2; x <= 5; ++x)
    for (int y = -2; y <= 5; ++y) all.push_back({x, y});
  return all;
}

/// The largest ln P(transcript | list) - ln P(transcript | list with one contact changed), over all
/// lists, contacts, directions and answers of both rounds. The groups of the second round follow
/// from the first one's answers, so that they are the same for both lists.
double largest_loss(double first, double second, const std::vector<std::int64_t>& second_groups) {
  const std::vector<std::int64_t> first_groups{0, 1, 0, 1, 0, 1};
  double largest = 0.0;
  for (std::uint32_t bits = 0; bits < 1U << (few - 1); ++bits)
    for (unsigned v = 0; v + 1 < few; ++v) {
      const auto loss = [&](const std::vector<std::int64_t>& groups, double budget) {
        const auto here = counts_of(groups, 2, bits), there = counts_of(groups, 2, bits ^ (1U << v));
        double most = 0.0;
        for (const std::vector<int>& told : all_answers())
          most = std::max(most, log_chance(here, told, budget) - log_chance(there, told, budget));
        return most;
      };
      largest = std::max(largest, loss(first_groups, first) + loss(second_groups, second));
    }
  return largest;
}

TEST(LdpgenPrivacyTest, BothRoundsTogetherLoseTheTotalAndNoMore) {
  const std::vector<std::vector<std::int64_t>> groupings = {
      {0, 0, 0, 1, 1, 1}, {0, 0, 0, 0, 0, 0}, {1, 0, 1, 0, 1, 0}, {-1, 0, 1, 1, 0, 0}};
  double largest = 0.0;
  for (const std::vector<std::int64_t>& groups : groupings)
    largest = std::max(largest, largest_loss(0.5, 0.5, groups));
  EXPECT_NEAR(largest, 1.0, 1e-12) << "and some answer loses all of it";
  // Twins: one spends the whole budget in each round; one groups users by themselves and counts the
  // user's contacts in both halves of overlapping groups.
  EXPECT_GT(largest_loss(1.0, 1.0, groupings[0]), 1.5);
  const auto overlapping = [&](std::uint32_t bits) {
    std::vector<int128> counts = counts_of(groupings[0], 2, bits);
    counts[1] += counts[0];
    return counts;
  };
  double twin = 0.0;
  for (const std::vector<int>& told : all_answers())
    twin = std::max(twin, log_chance(overlapping(1), told, 1.0) - log_chance(overlapping(0), told, 1.0));
  EXPECT_GT(twin, 1.5);
}

// --- what is unbiased

TEST(LdpgenTest, ReleasedEdgesAreUnbiasedAndTheirErrorIsKnown) {
  const csr_graph g = generate_affiliation(120, 600, 2);
  for (const ldpgen& method : presets(2.0)) {
    constexpr unsigned runs = 400;
    double sum = 0.0, squares = 0.0, variance = 0.0;
    for (std::uint64_t seed = 0; seed < runs; ++seed) {
      const ldpgen_result r = make_once(g, method, seed);
      const double off = r.released.value - static_cast<double>(g.edge_count());
      sum += off;
      squares += off * off;
      variance += r.released.standard_error * r.released.standard_error / runs;
    }
    // 4.5 standard errors: once in 100 000. A mean square of 400 is off by a third about as seldom.
    EXPECT_LT(std::abs(sum), 4.5 * std::sqrt(runs * variance));
    EXPECT_NEAR(squares / runs, variance, variance / 3.0);
  }
}

TEST(LdpgenTest, ExpectedReachesAddUpToTheEdgesThatWereTold) {
  using enum ldpgen::cut;
  // Groups agree on 12 contacts: 6 reaches each way.
  EXPECT_DOUBLE_EQ(expected_reaches(answers, 24.0, 12.0, 12.0), 6.0);
  EXPECT_DOUBLE_EQ(expected_reaches(reaches, 24.0, 12.0, 12.0), 6.0);
  EXPECT_DOUBLE_EQ(expected_reaches(answers, 24.0, 4.0, 12.0), 3.0);
  EXPECT_DOUBLE_EQ(expected_reaches(reaches, -3.0, 4.0, 12.0), 0.0);
  EXPECT_DOUBLE_EQ(expected_reaches(answers, 0.0, 0.0, 0.0), 0.0);
}

/// Five users in two groups, who say what they have in each; the chance of every pair by hand.
TEST(LdpgenTest, EveryPairIsDrawnWithItsChance) {
  const std::vector<vertex_id> users{0, 2, 3, 5, 7};
  const std::vector<std::size_t> group_of{0, 0, 0, 1, 1};
  point_rows contacts(5, 2);
  contacts << 1.0, 0.5, 0.5, 1.0, -0.5, 1.5, 1.0, 0.25, 2.0, 0.75;
  const grouped_users known{users, group_of, contacts};
  for (const auto cut : {ldpgen::cut::answers, ldpgen::cut::reaches}) {
    const auto one_way = [&](std::size_t u, std::size_t v) {
      double out = 0.0, back = 0.0, told = 0.0;
      const auto a = static_cast<Eigen::Index>(group_of[u]), b = static_cast<Eigen::Index>(group_of[v]);
      for (Eigen::Index i = 0; i < 5; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (group_of[at] == group_of[u]) out += std::max(0.0, contacts(i, b)), told += contacts(i, b);
        if (group_of[at] == group_of[v]) back += std::max(0.0, contacts(i, a)), told += contacts(i, a);
      }
      const double members = static_cast<double>(std::ranges::count(group_of, group_of[v]));
      const double mine = std::max(0.0, contacts(static_cast<Eigen::Index>(u), b));
      return std::min(1.0, mine / out * expected_reaches(cut, told, out, back) / members);
    };
    constexpr unsigned draws = 20'000;
    std::map<std::pair<vertex_id, vertex_id>, unsigned> seen;
    for (std::uint64_t key = 0; key < draws; ++key) {
      public_coins coins(release_key{key}, stream_tag::communities, 0);
      for (const auto& edge : draw_edges(known, cut, coins)) ++seen[edge];
    }
    for (std::size_t u = 0; u < 5; ++u)
      for (std::size_t v = u + 1; v < 5; ++v) {
        const double chance = 1.0 - (1.0 - one_way(u, v)) * (1.0 - one_way(v, u));
        ASSERT_GT(chance, 0.05);
        const double rate = seen[{users[u], users[v]}] / double{draws};
        EXPECT_NEAR(rate, chance, 5.0 * std::sqrt(chance * (1.0 - chance) / draws)) << u << ' ' << v;
      }
  }
}

TEST(LdpgenTest, KeepsGroupsAndEdgesAtALargeBudget) {
  const csr_graph g = test::planted_groups(400, 30.0, 10.0, 1);
  for (const ldpgen& method : presets(60.0)) {
    const ldpgen_result r = make_once(g, method);
    const auto edges = static_cast<double>(g.edge_count());
    EXPECT_NEAR(static_cast<double>(r.edges.size()), edges, 0.15 * edges);
    EXPECT_NEAR(r.released.value, edges, 0.02 * edges);
  }
}

// --- how it behaves

void expect_simple(const ldpgen_result& r) {
  EXPECT_TRUE(std::ranges::is_sorted(r.edges));
  EXPECT_EQ(std::ranges::adjacent_find(r.edges), r.edges.end());
  for (const auto& [u, v] : r.edges) {
    EXPECT_LT(u, v);
    EXPECT_LT(v, r.users);
  }
}

TEST(LdpgenTest, TinyGraphsHaveAnAnswer) {
  for (const ldpgen& method : presets(0.1))
    for (const csr_graph& g : {csr_graph(1, {}), csr_graph(2, {}), csr_graph(5, {}), test::complete_graph(2),
                               test::star_graph(9)}) {
      const ldpgen_result r = make_once(g, method);
      EXPECT_EQ(r.users, g.vertex_count());
      expect_simple(r);
      EXPECT_TRUE(std::isfinite(r.released.value));
    }
  EXPECT_TRUE(make_once(csr_graph(1, {}), ldpgen::published(nats(1.0))).edges.empty());
  EXPECT_TRUE(make_once(csr_graph(30, {}), ldpgen::published(nats(64.0))).edges.empty());
}

TEST(LdpgenTest, RefusesWhatIsNoSetting) {
  const csr_graph g = test::complete_graph(5);
  const auto refused = [&](auto&& change) {
    ldpgen method = ldpgen::published(nats(1.0));
    change(method);
    EXPECT_THROW(make_once(g, method), invalid_parameter);
  };
  refused([](ldpgen& m) { m.first_share = 0.0; });
  refused([](ldpgen& m) { m.first_share = 1.0; });
  refused([](ldpgen& m) { m.first_share = NAN; });
  refused([](ldpgen& m) { m.first_groups = 0; });
  refused([](ldpgen& m) { m.first_groups = 65; });
  refused([](ldpgen& m) { m.most_groups = 0; });
  refused([](ldpgen& m) { m.most_groups = 65; });
  EXPECT_THROW(make_once(csr_graph(0, {}), ldpgen::published(nats(1.0))), bad_graph_input);
}

TEST(LdpgenTest, TheSameSeedGivesTheSameGraphOnEveryNumberOfThreads) {
  const csr_graph g = test::planted_groups(700, 20.0, 10.0, 2);
  for (const ldpgen& method : presets(2.0)) {
    const thread_limit one(1);
    const ldpgen_result alone = make_once(g, method);
    const thread_limit many(5);
    const ldpgen_result together = make_once(g, method);
    EXPECT_EQ(alone.edges, together.edges);
    EXPECT_EQ(alone.run.told, together.run.told);
    EXPECT_NE(alone.edges, make_once(g, method, 2).edges);
    expect_simple(alone);
  }
}

test::played play_ldpgen(session& s) {
  ldpgen_result r = synthesize_graph(s, ldpgen::published(nats(2.0)));
  std::vector<double> numbers{static_cast<double>(r.groups), r.released.value, r.released.standard_error};
  for (const auto& [u, v] : r.edges) numbers.insert(numbers.end(), {double(u), double(v)});
  return {std::move(numbers), std::move(r.run)};
}

TEST(LdpgenTest, UsersOneByOneAnswerAsAllTogether) {
  test::expect_same_user_by_user(test::planted_groups(60, 12.0, 4.0, 3), nats(2.0), {7}, play_ldpgen,
                                 simulated_ldpgen_tasks(), private_tasks());
}

TEST(LdpgenTest, SoTheyDoWhereSomeAreLost) {
  test::losses lost = test::nobody_lost(60);
  for (std::uint32_t round = 0; round < 2; ++round)
    lost = test::lose_at_random(std::move(lost), 0.2, round, round);
  test::expect_same_with_losses(test::planted_groups(60, 12.0, 4.0, 3), lost, nats(2.0), {7}, play_ldpgen,
                                simulated_ldpgen_tasks(), private_tasks());
}

}  // namespace
}  // namespace edgeldp
