// SPDX-License-Identifier: MIT
// Core numbers by rounds of the h-index: the oracle against the definition, what rounds cost, users
// one by one, users who are lost, and what is nearly without noise.
#include "edgeldp/graph/questions/cores/cores.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/cores/cores_simulation.hpp"
#include "edgeldp/graph/questions/cores/exact.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "support/budgets.hpp"
#include "support/graphs.hpp"
#include "support/losing_population.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

using test::nats;

/// By the definition: for each k, what is left when whoever knows fewer than k others is taken
/// away.
std::vector<std::uint64_t> by_definition(const csr_graph& g) {
  const std::uint64_t n = g.vertex_count();
  std::vector<std::uint64_t> core(n);
  for (std::uint64_t k = 1; k <= n; ++k) {
    std::vector<bool> is_left(n, true);
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (std::uint64_t v = 0; v < n; ++v) {
        if (!is_left[v]) continue;
        const auto known = g.neighbors(static_cast<vertex_id>(v));
        const auto left = std::ranges::count_if(known, [&](vertex_id u) { return is_left[u]; });
        if (static_cast<std::uint64_t>(left) < k) is_left[v] = false, is_new = true;
      }
    }
    for (std::uint64_t v = 0; v < n; ++v)
      if (is_left[v]) core[v] = k;
  }
  return core;
}

core_result play(const csr_graph& g, double total, std::optional<unsigned> rounds = 3,
                 std::uint64_t seed = 1) {
  return estimate_cores(g, {nats(total), rounds}, release_key{1}, coin_source::simulated(seed));
}

TEST(ExactCoresTest, AreThoseOfTheDefinition) {
  for (const csr_graph& g : {test::complete_graph(5), test::star_graph(6), generate_affiliation(60, 300, 1),
                             generate_holme_kim(80, 3, 0.5, 2), csr_graph(4, {})}) {
    const std::vector<std::uint64_t> cores = exact::core_numbers(g);
    EXPECT_EQ(cores, by_definition(g));
    EXPECT_EQ(*std::ranges::max_element(cores), exact::degeneracy(g));
  }
}

TEST(ExactCoresTest, DensityCountsEdgesAmongMembers) {
  const csr_graph g = generate_affiliation(60, 300, 1);
  std::vector<vertex_id> members;
  for (vertex_id v = 0; v < 60; v += 2) members.push_back(v);
  std::uint64_t edges = 0;
  for (const vertex_id v : members)
    for (const vertex_id u : g.neighbors(v)) edges += u < v && u % 2 == 0 ? 1U : 0U;
  ASSERT_GT(edges, 0U);
  EXPECT_EQ(exact::density(g, members), static_cast<double>(edges) / 30.0);
  EXPECT_EQ(exact::density(g, {}), 0.0);
}

TEST(CoresTest, BudgetsAreSharesOfTheTotal) {
  for (const unsigned rounds : {1U, 2U, 3U, 8U}) {
    const core_plan plan = plan_cores(nats(1.0), rounds);
    ASSERT_EQ(plan.steps.size(), rounds);
    std::uint64_t sum = plan.degree.units() + plan.density.units();
    for (const epsilon step : plan.steps) sum += step.units();
    EXPECT_LE(sum, nats(1.0).units());
    EXPECT_NEAR(static_cast<double>(sum), static_cast<double>(nats(1.0).units()), 16.0);
  }
  EXPECT_THROW(plan_cores(nats(1.0), 0), invalid_parameter);
  EXPECT_THROW(plan_cores(nats(1.0), 9), invalid_parameter);
}

TEST(CoresTest, MoreRoundsAreWorthwhileWhereContactsHaveHighDegrees) {
  std::vector<std::int64_t> degrees(100, 40);
  const released_degrees known{degrees, nats(64.0)};
  EXPECT_EQ(plan_core_rounds(nats(0.5), known), 2U);
  EXPECT_EQ(plan_core_rounds(nats(1.0), known), 3U);
  EXPECT_EQ(plan_core_rounds(nats(4.0), known), 4U);
  const released_degrees nothing{std::vector<std::int64_t>(100), nats(64.0)};
  EXPECT_EQ(plan_core_rounds(nats(64.0), nothing), 2U);
  EXPECT_EQ(play(generate_affiliation(300, 2000, 4), 16.0, std::nullopt).plan.steps.size(), 4U);
}

TEST(CoresTest, ARelationshipPaysAtBothEnds) {
  const core_result r = play(generate_affiliation(60, 300, 1), 2.0);
  EXPECT_NEAR(r.run.spent.spent().nats(), 2.0, 1e-8);
  EXPECT_NEAR(r.run.spent.relationship_dp().nats(), 4.0, 1e-8);
  EXPECT_TRUE(r.run.flaws.empty());
  EXPECT_EQ(r.sent.size(), 4U);
}

TEST(CoresTest, NearlyWithoutNoiseTheyAreTheCoreNumbers) {
  const csr_graph g = generate_affiliation(300, 2000, 4);
  const std::vector<std::uint64_t> truth = exact::core_numbers(g);
  const core_result r = play(g, 64.0, 5);
  double off = 0.0;
  for (std::size_t u = 0; u < truth.size(); ++u) {
    EXPECT_GE(r.cores[u] + 1.0, static_cast<double>(truth[u])) << "rounds only fall to it";
    off += std::abs(r.cores[u] - static_cast<double>(truth[u]));
  }
  EXPECT_LT(off / static_cast<double>(truth.size()), 0.1);
  EXPECT_LT(r.error_of_a_user, 1.0) << "what is not finished is allowed for";
  EXPECT_LT(r.unfinished, 0.2);
  for (const core_size& size : r.sizes) {
    const auto users = std::ranges::count_if(truth, [&](std::uint64_t core) { return core >= size.k; });
    EXPECT_NEAR(size.users, static_cast<double>(users), 6.0) << size.k;
    EXPECT_GE(size.at_most, static_cast<double>(users)) << size.k;
  }
}

TEST(CoresTest, ASetIsAsDenseAsItSaysAndTheDegeneracyLiesBetweenTheBounds) {
  const csr_graph g = generate_affiliation(300, 2000, 4);
  const auto degeneracy = static_cast<double>(exact::degeneracy(g));
  for (const double total : {1.0, 4.0, 64.0}) {
    const core_result r = play(g, total, std::nullopt, 7);
    const estimate& density = r.dense.density;
    EXPECT_LE(std::abs(density.value - exact::density(g, r.dense.members)), density.half_width()) << total;
    EXPECT_LE(std::abs(r.degeneracy.value - degeneracy), r.degeneracy.half_width()) << total;
    EXPECT_NEAR(r.degeneracy.low(), std::ceil(std::max(0.0, density.low())), 1e-9);
    EXPECT_LE(r.degeneracy.bias_bound, r.degeneracy.half_width());
  }
  const core_result clear = play(g, 64.0, std::nullopt, 7);
  const double all = static_cast<double>(g.edge_count()) / static_cast<double>(g.vertex_count());
  EXPECT_GT(clear.dense.density.value, all) << "what is found is denser than everybody";
  EXPECT_LT(clear.degeneracy.high(), 2.0 * degeneracy);
}

TEST(CoresTest, TinyGraphsHaveCoresToo) {
  for (const csr_graph& g : {csr_graph(1, {}), csr_graph(5, {}), test::complete_graph(2)}) {
    const core_result r = play(g, 64.0);
    EXPECT_EQ(r.cores.size(), g.vertex_count());
    EXPECT_EQ(r.cores.front(), g.edge_count() > 0 ? 1.0 : 0.0);
    EXPECT_FALSE(r.dense.members.empty());
  }
  EXPECT_THROW(play(csr_graph(0, {}), 1.0), bad_graph_input);
}

test::played play_cores(session& s) {
  core_result r = estimate_cores(s, {nats(2.0), 3});
  std::vector<double> numbers = r.cores;
  numbers.insert(numbers.end(), {r.error_of_a_user, r.dense.density.value, r.dense.density.standard_error,
                                 r.degeneracy.value, r.degeneracy.bias_bound, r.unfinished});
  for (const core_size& size : r.sizes) numbers.insert(numbers.end(), {size.users, size.at_most});
  return {std::move(numbers), std::move(r.run)};
}

TEST(CoresTest, UsersOneByOneAnswerAsAllTogether) {
  test::expect_same_user_by_user(generate_affiliation(60, 300, 3), nats(2.0), {7}, play_cores,
                                 simulated_core_tasks(), private_tasks());
}

TEST(CoresTest, SoTheyDoWhereSomeAreLost) {
  test::losses lost = test::nobody_lost(60);
  for (std::uint32_t round = 0; round < 5; ++round)
    lost = test::lose_at_random(std::move(lost), 0.1, round, round);
  test::expect_same_with_losses(generate_affiliation(60, 300, 3), lost, nats(2.0), {7}, play_cores,
                                simulated_core_tasks(), private_tasks());
}

}  // namespace
}  // namespace edgeldp
