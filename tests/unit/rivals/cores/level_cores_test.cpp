// SPDX-License-Identifier: MIT
// Core numbers by levels: what they are a function of, what they cost, and users one by one.
#include "edgeldp/rivals/cores/level_cores.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "edge_orient/levels.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "edgeldp/rivals/cores/level_cores_simulation.hpp"
#include "edgeldp/rivals/triangles/edge_orient_user.hpp"
#include "support/budgets.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

using test::nats;

TEST(LevelCoresTest, ArePowersOfTheGrowthByGroupsOfLevels) {
  // 7115 users: ceil(21.9) / 4 = 5.5 levels a group.
  EXPECT_EQ(level_rules::core_number(7115, 0), 2.5);
  EXPECT_EQ(level_rules::core_number(7115, 9), 2.5);
  EXPECT_EQ(level_rules::core_number(7115, 10), 2.5 * 1.5);
  EXPECT_NEAR(level_rules::core_number(7115, 60), 2.5 * std::pow(1.5, 10.0), 1e-9);
}

TEST(LevelCoresTest, AUserPaysHalfOfWhatARelationshipPays) {
  const level_cores_result r = estimate_cores(generate_affiliation(60, 300, 1), {nats(2.0)}, release_key{1},
                                              coin_source::simulated(1));
  EXPECT_EQ(r.cores.size(), 60U);
  EXPECT_GT(r.rounds, 10U);
  EXPECT_LE(r.run.spent.spent().nats(), 1.0 + 1e-8);
  EXPECT_GT(r.run.spent.spent().nats(), 0.9);
  EXPECT_LE(r.run.spent.relationship_dp().nats(), 2.0 + 1e-8);
  EXPECT_GT(std::set<double>(r.cores.begin(), r.cores.end()).size(), 1U);
  EXPECT_THROW(estimate_cores(csr_graph(0, {}), {nats(2.0)}, release_key{1}, coin_source::simulated(1)),
               bad_graph_input);
}

TEST(LevelCoresTest, UsersOneByOneAnswerAsAllTogether) {
  const auto play = [](session& s) -> test::played {
    level_cores_result r = estimate_cores(s, {nats(2.0)});
    return {std::move(r.cores), std::move(r.run)};
  };
  std::vector<user_task> tasks(private_tasks().begin(), private_tasks().end());
  tasks.insert(tasks.end(), level_tasks().begin(), level_tasks().end());
  test::expect_same_user_by_user(generate_affiliation(60, 300, 3), nats(2.0), {7}, play,
                                 simulated_level_tasks(), tasks);
}

}  // namespace
}  // namespace edgeldp
