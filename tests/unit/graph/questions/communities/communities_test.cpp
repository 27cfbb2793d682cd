// SPDX-License-Identifier: MIT
// Communities: modularity by its definition, what rounds cost, planted groups that are found,
// random graphs that have none, intervals of the measured modularity, users one by one, users who
// are lost; and the k-means of first groups.
#include "edgeldp/graph/questions/communities/communities.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/random/public_coins.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/communities/communities_simulation.hpp"
#include "edgeldp/graph/questions/communities/exact.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "questions/communities/k_means.hpp"
#include "support/budgets.hpp"
#include "support/graphs.hpp"
#include "support/losing_population.hpp"
#include "support/planted_groups.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

using test::nats;
using test::planted_groups;

communities_result find_once(const csr_graph& g, const communities_options& options, std::uint64_t seed = 1) {
  return find_communities(g, options, release_key{seed}, coin_source::simulated(seed));
}

TEST(ExactModularityTest, IsItsDefinition) {
  // Two triangles and one edge between: 6 of 7 edges within, each group has half of all ends.
  const csr_graph g(6, std::vector<std::pair<vertex_id, vertex_id>>{
                           {0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}, {2, 3}});
  EXPECT_DOUBLE_EQ(exact::modularity(g, std::vector<std::uint32_t>{0, 0, 0, 1, 1, 1}), 6.0 / 7.0 - 0.5);
  EXPECT_DOUBLE_EQ(exact::modularity(g, std::vector<std::uint32_t>(6, 3)), 0.0);
  EXPECT_DOUBLE_EQ(exact::modularity(csr_graph(2, {}), std::vector<std::uint32_t>{0, 1}), 0.0);
}

TEST(CommunitiesTest, ARelationshipPaysAtBothEndsAndNobodySendsARow) {
  for (const double total : {1.0, 4.0}) {
    const communities_result r = find_once(planted_groups(100, 10.0, 5.0, 1), {nats(total)});
    EXPECT_NEAR(r.run.spent.spent().nats(), total, 1e-7);
    EXPECT_NEAR(r.run.spent.relationship_dp().nats(), 2.0 * total, 1e-7);
    EXPECT_TRUE(r.run.flaws.empty());
    EXPECT_EQ(r.run.rounds.size(), 3U + r.plan.refinements);
    for (const presence& round : r.run.rounds) EXPECT_NE(round.round, rounds::edges);
  }
}

TEST(CommunitiesTest, RefusesWhatIsNoPlan) {
  const csr_graph g = test::complete_graph(5);
  EXPECT_THROW(find_once(g, {nats(1.0), 1}), invalid_parameter);
  EXPECT_THROW(find_once(g, {nats(1.0), 65}), invalid_parameter);
  EXPECT_THROW(find_once(csr_graph(0, {}), {nats(1.0)}), bad_graph_input);
}

TEST(CommunitiesTest, PlantedGroupsAreFound) {
  const csr_graph g = planted_groups(1200, 45.0, 15.0, 1);
  std::vector<std::uint32_t> truth;
  for (vertex_id u = 0; u < g.vertex_count(); ++u) truth.push_back(test::planted_group(u));
  const double best = exact::modularity(g, truth);
  ASSERT_GT(best, 0.45);
  for (const double total : {2.0, 8.0}) {
    const communities_result r = find_once(g, {nats(total)});
    EXPECT_TRUE(r.are_found()) << total;
    EXPECT_GT(exact::modularity(g, r.groups.of), 0.95 * best) << total;
    EXPECT_LT(r.by_chance, 0.2) << total;
    EXPECT_EQ(r.groups.names.size(), 4U) << total;
  }
  // Where the counts tell noise alone, nothing is claimed.
  EXPECT_GT(least_excess(plan_communities({nats(0.1)}), 1200), 300.0);
  EXPECT_FALSE(find_once(g, {nats(0.1)}).are_found());
}

/// Graphs without groups, sparse and with hubs, 10 seeds each at three budgets: of 60 runs that
/// claim some with a chance of 5% at most more than 8 do so once in 300.
TEST(CommunitiesTest, RandomGraphsHaveNone) {
  unsigned claimed = 0;
  for (const double total : {0.5, 2.0, 8.0})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      claimed += find_once(generate_erdos_renyi(400, 2400, seed), {nats(total)}, seed).are_found() ? 1U : 0U;
      claimed +=
          find_once(generate_holme_kim(400, 6, 0.0, seed), {nats(total)}, seed + 100).are_found() ? 1U : 0U;
    }
  EXPECT_LE(claimed, 8U);
}

/// Of 40 runs at each budget with 95% below 33 once in 1000.
TEST(CommunitiesTest, ModularityIsMeasuredAfterGroupsStand) {
  const csr_graph g = generate_affiliation(400, 4000, 3);
  for (const double total : {0.5, 2.0, 8.0}) {
    unsigned covered = 0;
    double bias = 0.0, variance = 0.0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const communities_result r = find_once(g, {nats(total)}, seed);
      const double off = r.modularity.value - exact::modularity(g, r.groups.of);
      bias += off / 40.0;
      variance += std::pow(r.modularity.standard_error, 2) / 40.0;
      covered += std::abs(off) <= r.modularity.half_width() ? 1U : 0U;
    }
    EXPECT_GE(covered, 33U) << total;
    EXPECT_LT(std::abs(bias), 3.5 * std::sqrt(variance / 40.0)) << total;
  }
}

TEST(CommunitiesTest, TheSameForEveryThreadCount) {
  const csr_graph g = planted_groups(1000, 30.0, 10.0, 2);
  const thread_limit one(1);
  const communities_result alone = find_once(g, {nats(2.0)});
  const thread_limit many(5);
  const communities_result together = find_once(g, {nats(2.0)});
  EXPECT_EQ(alone.groups.of, together.groups.of);
  EXPECT_EQ(alone.by_chance, together.by_chance);
  EXPECT_EQ(alone.modularity.value, together.modularity.value);
}

TEST(CommunitiesTest, TinyGraphsHaveGroupsToo) {
  for (const csr_graph& g : {csr_graph(1, {}), csr_graph(5, {}), test::complete_graph(2)}) {
    const communities_result r = find_once(g, {nats(64.0)});
    EXPECT_EQ(r.groups.of.size(), g.vertex_count());
    EXPECT_TRUE(std::isfinite(r.by_chance));
    EXPECT_FALSE(r.are_found());
  }
}

test::played play_communities(session& s) {
  communities_result r = find_communities(s, {nats(2.0)});
  std::vector<double> numbers(r.groups.of.begin(), r.groups.of.end());
  numbers.insert(numbers.end(), {r.modularity.value, r.modularity.standard_error, r.by_chance,
                                 r.edges.within().value, r.edges.between().standard_error});
  return {std::move(numbers), std::move(r.run)};
}

TEST(CommunitiesTest, UsersOneByOneAnswerAsAllTogether) {
  test::expect_same_user_by_user(planted_groups(60, 12.0, 4.0, 3), nats(2.0), {7}, play_communities,
                                 simulated_community_tasks(), private_tasks());
}

TEST(CommunitiesTest, SoTheyDoWhereSomeAreLost) {
  test::losses lost = test::nobody_lost(60);
  for (std::uint32_t round = 0; round < 5; ++round)
    lost = test::lose_at_random(std::move(lost), 0.1, round, round);
  test::expect_same_with_losses(planted_groups(60, 12.0, 4.0, 3), lost, nats(2.0), {7}, play_communities,
                                simulated_community_tasks(), private_tasks());
}

// --- k-means

std::vector<std::size_t> clusters_of(const point_rows& at, std::size_t groups, std::uint64_t key = 1) {
  public_coins coins(release_key{key}, stream_tag::communities, 0);
  return k_means(at, Eigen::VectorXd::Ones(at.rows()), groups, 10, coins);
}

/// Three heaps far apart, 300 points.
point_rows three_heaps() {
  point_rows at(300, 2);
  for (Eigen::Index i = 0; i < 300; ++i)
    at.row(i) << 100.0 * static_cast<double>(i % 3) + 0.01 * static_cast<double>(i),
        -static_cast<double>(i % 3);
  return at;
}

TEST(KMeansTest, HeapsFarApartAreFound) {
  const point_rows at = three_heaps();
  for (std::uint64_t key = 0; key < 20; ++key) {
    const std::vector<std::size_t> found = clusters_of(at, 3, key);
    EXPECT_EQ(std::set<std::size_t>(found.begin(), found.end()).size(), 3U);
    for (std::size_t i = 3; i < found.size(); ++i) ASSERT_EQ(found[i], found[i % 3]);
  }
}

TEST(KMeansTest, MoreCentresThanPointsLeaveSomeWithoutPoints) {
  const point_rows at = three_heaps().topRows(2);
  const std::vector<std::size_t> found = clusters_of(at, 5);
  EXPECT_NE(found[0], found[1]);
  const point_rows same = point_rows::Zero(4, 3);
  EXPECT_EQ(clusters_of(same, 2), std::vector<std::size_t>(4, clusters_of(same, 2).front()));
}

TEST(KMeansTest, TheSameForEveryThreadCount) {
  const point_rows at = three_heaps();
  const thread_limit one(1);
  const auto alone = clusters_of(at, 7);
  const thread_limit many(6);
  EXPECT_EQ(alone, clusters_of(at, 7));
}

}  // namespace
}  // namespace edgeldp
