// SPDX-License-Identifier: MIT
#include "edgeldp/graph/synthesis/released_statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/communities/communities_simulation.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/homophily/exact.hpp"
#include "edgeldp/graph/questions/mixing/exact.hpp"
#include "edgeldp/graph/questions/mixing/mixing_simulation.hpp"
#include "edgeldp/graph/questions/triangles/at_users_simulation.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/synthesis/released_statistics_simulation.hpp"

namespace edgeldp {
namespace {

coin_source coins_numbered(std::uint64_t seed) {
  return coin_source::simulated(seed);
}

released_statistics released_by(const csr_graph& g, double nats, std::uint64_t seed, bool with_groups) {
  triangle_sequence_options counting;
  counting.total = epsilon::from_nats(nats);
  released_degrees degrees = release_all_degrees(g, epsilon::from_nats(nats), coins_numbered(seed)).degrees;
  contact_degrees contacts = simulate_run(
      g, simulated_mixing_tasks(), epsilon::from_nats(nats), release_key{seed}, coins_numbered(seed + 3),
      [&](session& s) { return release_contact_degrees(s, degrees, epsilon::from_nats(nats)); });
  released_statistics all{
      std::move(degrees),
      std::move(contacts),
      {},
      estimate_triangle_sequence(g, counting, release_key{seed}, coins_numbered(seed + 1))};
  if (with_groups)
    all.groups =
        find_communities(g, {epsilon::from_nats(nats), 4}, release_key{seed}, coins_numbered(seed + 2));
  return all;
}

TEST(ReleasedStatistics, AreNearTheTruthAtALargeBudget) {
  const csr_graph g = generate_affiliation(800, 6000, 4);
  const wanted_graph wanted = wanted_of(released_by(g, 20.0, 1, false), release_key{7});
  ASSERT_EQ(wanted.degrees.size(), 800U);
  for (vertex_id u = 0; u < 800; ++u)
    EXPECT_NEAR(static_cast<double>(wanted.degrees[u]), static_cast<double>(g.degree(u)), 2.0);
  const double triangles = 3.0 * static_cast<double>(exact::count_triangles(g));
  EXPECT_NEAR(wanted.triangles, triangles, 0.05 * triangles);
  double sum = 0.0;
  for (const wanted_class& c : wanted.classes) sum += c.triangles;
  EXPECT_NEAR(sum, triangles, 0.25 * triangles);
  const wanted_graph truth = true_statistics(g, {}, 1);
  EXPECT_NEAR(wanted.walks, truth.walks, 0.01 * truth.walks);
  EXPECT_LT(wanted.walks_error, 0.01 * truth.walks);
  for (const wanted_class& c : wanted.classes) {
    const auto same = std::ranges::find(truth.classes, c.from, &wanted_class::from);
    ASSERT_NE(same, truth.classes.end());
    // Degrees move by 1 between classes, so that few users may be in others.
    EXPECT_NEAR(c.contact_degrees, same->contact_degrees, 0.15 * same->contact_degrees + 100.0) << c.from;
  }
  EXPECT_EQ(wanted.group_count, 1U);
}

TEST(ReleasedStatistics, DegreesSumToTheReleasedEdges) {
  const csr_graph g = generate_affiliation(500, 3000, 4);
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    const released_statistics released = released_by(g, 0.5, seed, false);
    const wanted_graph wanted = wanted_of(released, release_key{seed});
    const std::uint64_t sum = std::accumulate(wanted.degrees.begin(), wanted.degrees.end(), std::uint64_t{0});
    EXPECT_EQ(sum % 2, 0U);
    EXPECT_NEAR(static_cast<double>(sum), 2.0 * estimate_edges(released.degrees).value, 2.0);
    EXPECT_NO_THROW(synthesize_graph(wanted, release_key{seed}));
  }
}

/// Two halves that barely know each other.
csr_graph two_halves() {
  std::vector<std::pair<vertex_id, vertex_id>> edges = {{0, 400}, {1, 401}};
  const csr_graph half = generate_erdos_renyi(400, 8000, 1);
  for (vertex_id u = 0; u < 400; ++u)
    for (const vertex_id v : half.neighbors(u)) {
      edges.emplace_back(u, v);
      edges.emplace_back(u + 400, v + 400);
    }
  return {800, edges};
}

TEST(ReleasedStatistics, GroupsThatAreFoundAreKept) {
  const csr_graph g = two_halves();
  const released_statistics released = released_by(g, 4.0, 3, true);
  EXPECT_TRUE(are_groups_worth_asking(released.degrees, plan_communities({epsilon::from_nats(4.0)})));
  const wanted_graph wanted = wanted_of(released, release_key{3});
  ASSERT_EQ(wanted.group_count, 2U);
  const synthetic_graph made = synthesize_graph(wanted, release_key{3});
  EXPECT_LT(static_cast<double>(made.blocks[1]), 0.02 * static_cast<double>(made.ends));
}

/// At a budget at which the released correlation errs by 0.03 the graph has it as nearly as it was
/// released, of a graph where degrees go together and of one where they do not.
TEST(ReleasedStatistics, CorrelationsOfDegreesAreKept) {
  for (const csr_graph& g : {generate_affiliation(1500, 9000, 4), generate_holme_kim(1500, 6, 0.3, 3)}) {
    const synthesis_release released = release_statistics(g, epsilon::from_nats(8.0), 5);
    const estimate known =
        estimate_degree_assortativity(released.statistics.degrees, released.statistics.contacts);
    const synthetic_graph made = synthesize_graph(wanted_of(released.statistics, released.key), released.key);
    std::vector<double> degrees;
    const csr_graph h(made.users, made.edges);
    for (vertex_id u = 0; u < made.users; ++u) degrees.push_back(static_cast<double>(h.degree(u)));
    EXPECT_LT(known.standard_error, 0.03);
    EXPECT_NEAR(*exact::measure_numeric_mixing(h, degrees).assortativity, known.value, 0.02);
  }
}

TEST(ReleasedStatistics, AUserSpendsTheTotal) {
  const csr_graph g = generate_affiliation(300, 2000, 4);
  const epsilon total = epsilon::from_nats(2.0);
  const synthesis_release released = release_statistics(g, total, 5);
  EXPECT_EQ(released.degrees.units() + released.contacts.units() + released.groups.units() +
                released.triangles.units(),
            total.units());
  EXPECT_EQ(released.contacts.units(), share_of(total, synthesis_contact_share).units());
  EXPECT_NEAR(released.run.spent.spent().nats(), 2.0, 1e-6);
}

/// Of users whose degrees hardly differ no correlation is known, and that of chance is asked for,
/// though like degrees are joined to close triangles.
TEST(ReleasedStatistics, ChanceIsAskedForWhereDegreesAreAlike) {
  std::vector<std::pair<vertex_id, vertex_id>> ring;
  for (vertex_id u = 0; u < 300; ++u) ring.emplace_back(u, (u + 1) % 300);
  const released_statistics released = released_by({300, ring}, 0.2, 3, false);
  ASSERT_TRUE(std::isinf(estimate_degree_assortativity(released.degrees, released.contacts).standard_error));
  const wanted_graph wanted = wanted_of(released, release_key{3});
  double ends = 0.0, squares = 0.0;
  for (const std::uint64_t degree : wanted.degrees) {
    ends += static_cast<double>(degree);
    squares += static_cast<double>(degree) * static_cast<double>(degree);
  }
  EXPECT_NEAR(wanted.walks, squares * squares / ends, 1e-6 * wanted.walks);
  const synthetic_graph made = synthesize_graph(wanted, release_key{3});
  EXPECT_NEAR(made.walks.reached, wanted.walks, wanted.walks_error);
}

TEST(ReleasedStatistics, GroupsOfFewContactsAreNotAskedFor) {
  const csr_graph g = generate_erdos_renyi(2000, 4000, 1);
  const released_degrees degrees = release_all_degrees(g, epsilon::from_nats(1.0), coins_numbered(1)).degrees;
  EXPECT_FALSE(are_groups_worth_asking(degrees, plan_communities({epsilon::from_nats(0.2)})));
}

TEST(ReleasedStatistics, SmallestGraphs) {
  for (const std::uint64_t users : {1U, 2U, 3U})
    for (std::uint64_t seed = 1; seed < 10; ++seed) {
      const csr_graph g(users, {});
      const wanted_graph wanted = wanted_of(released_by(g, 1.0, seed, false), release_key{seed});
      EXPECT_EQ(synthesize_graph(wanted, release_key{seed}).users, users);
    }
}

TEST(ReleasedStatistics, OfOthersAreRefused) {
  released_statistics mixed = released_by(generate_erdos_renyi(50, 100, 1), 1.0, 1, false);
  mixed.triangles.at_users.values.pop_back();
  EXPECT_THROW(wanted_of(mixed, release_key{1}), invalid_parameter);
  mixed = released_by(generate_erdos_renyi(50, 100, 1), 1.0, 1, false);
  mixed.contacts.sums.pop_back();
  EXPECT_THROW(wanted_of(mixed, release_key{1}), invalid_parameter);
}

TEST(TrueStatistics, IsWhatTheGraphHas) {
  // A triangle with a tail, and two users in a group of their own.
  const csr_graph g(5, std::vector<std::pair<vertex_id, vertex_id>>{{0, 1}, {0, 2}, {1, 2}, {2, 3}});
  const wanted_graph wanted = true_statistics(g, std::vector<std::uint32_t>{0, 0, 0, 1, 1}, 2);
  EXPECT_EQ(wanted.degrees, (std::vector<std::uint64_t>{2, 2, 3, 1, 0}));
  EXPECT_EQ(wanted.ends, (std::vector<double>{6, 1, 1, 0}));
  EXPECT_EQ(wanted.ends_errors, std::vector<double>(4));
  EXPECT_EQ(wanted.triangles, 3.0);
  EXPECT_EQ(wanted.triangles_error, 0.0);
  ASSERT_EQ(wanted.classes.size(), 2U);
  EXPECT_EQ(wanted.classes[0].from, 2U);
  EXPECT_EQ(wanted.classes[0].triangles, 2.0);
  EXPECT_EQ(wanted.classes[1].from, 3U);
  EXPECT_EQ(wanted.classes[1].triangles, 1.0);
  EXPECT_EQ(wanted.classes[0].contact_degrees, 10.0);  // two users, each with contacts of 2 and 3
  EXPECT_EQ(wanted.classes[1].contact_degrees, 5.0);
  EXPECT_EQ(wanted.classes[0].contact_degrees_error, 0.0);
  EXPECT_EQ(wanted.walks, static_cast<double>(exact::count_walks(g)));
  EXPECT_EQ(wanted.walks_error, 0.0);
  const wanted_graph alone = true_statistics(g, {}, 1);
  EXPECT_EQ(alone.group_count, 1U);
  EXPECT_TRUE(alone.group_of.empty() && alone.ends.empty());
}

TEST(TrueStatistics, CanBeMade) {
  const csr_graph g = generate_affiliation(500, 4000, 3);
  const synthetic_graph made = synthesize_graph(true_statistics(g, {}, 1), release_key{1});
  EXPECT_EQ(made.ends, 2 * g.edge_count());
  const double triangles = 3.0 * static_cast<double>(exact::count_triangles(g));
  EXPECT_NEAR(made.triangles.reached, triangles, 0.03 * triangles);
  EXPECT_TRUE(true_statistics(csr_graph(0, {}), {}, 1).degrees.empty());
}

}  // namespace
}  // namespace edgeldp
