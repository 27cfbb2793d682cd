// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/charge.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/budgets.hpp"

namespace edgeldp {
namespace {

using test::nats;

rank_budgets three_steps() {
  return rank_budgets({{0, nats(0.5)}, {2, epsilon()}, {4, nats(0.25)}});
}

TEST(RankBudgetsTest, ABudgetHoldsUpToTheNextStep) {
  const rank_budgets price = three_steps();
  EXPECT_EQ(price.at(0), nats(0.5));
  EXPECT_EQ(price.at(1), nats(0.5));
  EXPECT_EQ(price.at(2), epsilon());
  EXPECT_EQ(price.at(3), epsilon());
  EXPECT_EQ(price.at(4), nats(0.25));
  EXPECT_EQ(price.at(4'000'000'000U), nats(0.25));
  EXPECT_EQ(price.largest(), nats(0.5));
  EXPECT_FALSE(price.is_uniform());
  EXPECT_TRUE(rank_budgets(nats(1.0)).is_uniform());
  EXPECT_EQ(rank_budgets(nats(1.0)).at(17), nats(1.0));
}

TEST(RankBudgetsTest, StepsBeginAtRank0AndIncrease) {
  EXPECT_THROW(rank_budgets(std::vector<rank_budgets::step>{}), invalid_parameter);
  EXPECT_THROW(rank_budgets({{1, nats(1.0)}}), invalid_parameter);
  EXPECT_THROW(rank_budgets({{0, nats(1.0)}, {3, nats(1.0)}, {3, nats(2.0)}}), invalid_parameter);
}

TEST(ChargeTest, UsersPayByTheirRankAndNobodyPaysZero) {
  constexpr std::array<std::uint32_t, 6> ranks = {5, 0, 3, 1, 4, 2};
  const std::vector<charge> all = charges_by_rank(three_steps(), ranks, roster::everybody(6));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0], (charge{nats(0.5), roster::of({1, 3}, 6)}));
  EXPECT_EQ(all[1], (charge{nats(0.25), roster::of({0, 4}, 6)}));
  const std::vector<charge> some = charges_by_rank(three_steps(), ranks, roster::of({4, 5}, 6));
  ASSERT_EQ(some.size(), 1U);
  EXPECT_EQ(some[0], (charge{nats(0.25), roster::of({4}, 6)}));
  const std::vector<charge> alike = charges_by_rank(nats(1.0), ranks, roster::everybody(6));
  ASSERT_EQ(alike.size(), 1U);
  EXPECT_TRUE(alike[0].who.is_everybody());
  EXPECT_THROW(charges_by_rank(nats(1.0), ranks, roster::everybody(5)), invalid_parameter);
}

TEST(ChargeTest, EverybodyWhoPaysIsAskedOnce) {
  const charge first{nats(1.0), roster::of({3, 1}, 4)}, second{nats(2.0), roster::of({2}, 4)},
      third{nats(2.0), roster::of({0}, 4)};
  EXPECT_EQ(asked_by(std::array{first}), first.who) << "in the order of the roster";
  EXPECT_EQ(asked_by(std::array{first, second}), roster::of({1, 2, 3}, 4));
  EXPECT_TRUE(asked_by(std::array{first, second, third}).is_everybody());
  EXPECT_THROW(asked_by({}), invalid_parameter);
  EXPECT_THROW(asked_by(std::array{first, first}), invalid_parameter);
  EXPECT_THROW(asked_by(std::array{first, charge{nats(1.0), roster::of({0}, 5)}}), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
