// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/ppr/budget.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

TEST(PprAlphaTest, AcceptsTheClosedInterval) {
  EXPECT_EQ(ppr_alpha(1.3).milli(), 1300U);
  EXPECT_EQ(ppr_alpha(16.0).milli(), 16000U);
  EXPECT_EQ(ppr_alpha(2.0).value(), 2.0);
  EXPECT_EQ(ppr_alpha::from_milli(1500), ppr_alpha(1.5));
}

TEST(PprAlphaTest, RejectsWhatLiesOutside) {
  for (const double value :
       {0.0, -2.0, 1.0, 1.2999, 16.001, std::numeric_limits<double>::quiet_NaN(),
        std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()})
    EXPECT_THROW(ppr_alpha{value}, invalid_parameter) << value;
  for (const std::uint32_t milli : {0U, 1299U, 16001U, ~0U})
    EXPECT_THROW(ppr_alpha::from_milli(milli), invalid_parameter) << milli;
}

TEST(PprBudgetTest, MessageCostsTwiceAlphaTimesTheMechanism) {
  EXPECT_EQ(message_epsilon(ppr_alpha(2.0), epsilon::from_units(1000)).units(), 4000U);
  EXPECT_EQ(mechanism_epsilon(ppr_alpha(2.0), epsilon::from_units(4000)).units(), 1000U);
}

TEST(PprBudgetTest, RoundsTowardsMoreLoss) {
  EXPECT_EQ(message_epsilon(ppr_alpha::from_milli(1301), epsilon::from_units(1)).units(), 3U);    // 2.602
  EXPECT_EQ(mechanism_epsilon(ppr_alpha::from_milli(1301), epsilon::from_units(5)).units(), 1U);  // 1.92
}

TEST(PprBudgetTest, MechanismNeverOverspendsAndWastesLessThanOneUnit) {
  for (const std::uint32_t milli : {1300U, 1301U, 1777U, 2000U, 3333U, 16000U}) {
    const ppr_alpha alpha = ppr_alpha::from_milli(milli);
    for (std::uint64_t units = 1; units < epsilon::units_per_nat; units = units * 3 + 1) {
      const epsilon message = epsilon::from_units(units);
      const epsilon mechanism = mechanism_epsilon(alpha, message);
      EXPECT_LE(message_epsilon(alpha, mechanism), message) << milli << ", " << units;
      EXPECT_GT(message_epsilon(alpha, epsilon::from_units(mechanism.units() + 1)), message)
          << milli << ", " << units;
    }
  }
}

TEST(PprBudgetTest, TheCostliestMessageIsStillStated) {
  EXPECT_EQ(message_epsilon(ppr_alpha(16.0), epsilon::from_nats(64.0)).nats(), 2048.0);
}

}  // namespace
}  // namespace edgeldp
