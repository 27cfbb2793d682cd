// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/tradeoff.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

TEST(TradeoffTest, FrontHoldsWhatNothingBeats) {
  const std::vector<tradeoff_point> points = {{1, 9}, {2, 9}, {2, 4}, {3, 5}, {4, 1}, {4, 1}, {5, 0.5}};
  const auto front = unbeaten(std::span<const tradeoff_point>(points), beats);
  EXPECT_EQ(front, (std::vector<bool>{true, false, true, false, true, true, true}));
}

// Error = 1000 / cost is a straight line in logarithms: interpolation is exact, whatever the order
// given.
TEST(TradeoffTest, InterpolatesPowerLawsExactly) {
  const tradeoff_curve curve({{100, 10}, {1, 1000}, {10, 100}});
  for (const double cost : {1.0, 1.7, 10.0, 31.4, 99.9, 100.0}) {
    EXPECT_NEAR(curve.error_within(cost).value(), 1000 / cost, 1e-9 * 1000 / cost) << cost;
    EXPECT_NEAR(curve.cost_to_reach(1000 / cost).value(), cost, 1e-9 * cost) << cost;
  }
  EXPECT_EQ(curve.cheapest(), (tradeoff_point{1, 1000}));
}

TEST(TradeoffTest, AssumesNothingBeyondTheEnds) {
  const tradeoff_curve curve({{10, 100}, {1000, 1}});
  EXPECT_FALSE(curve.error_within(9.9).has_value());
  EXPECT_FALSE(curve.cost_to_reach(0.99).has_value());
  EXPECT_EQ(curve.cost_to_reach(1e6).value(), 10.0);
  EXPECT_EQ(curve.error_within(1e6).value(), 1.0);
}

// Measured curves are not monotone: a dearer setting that is worse is never needed.
TEST(TradeoffTest, DearerAndWorseSettingsAreLeftOut) {
  const tradeoff_curve curve({{1, 100}, {10, 10}, {100, 40}, {1000, 5}});
  EXPECT_EQ(curve.error_within(100).value(), 10.0);
  EXPECT_EQ(curve.error_within(300).value(), 10.0);
  EXPECT_NEAR(curve.cost_to_reach(20).value(), std::pow(10.0, std::log10(100.0 / 20.0)), 1e-9);
  EXPECT_EQ(curve.cost_to_reach(5).value(), 1000.0);
  EXPECT_GT(curve.cost_to_reach(9).value(), 100.0);
}

TEST(TradeoffTest, PointsOfOneCostAndSinglePoints) {
  const tradeoff_curve same({{10, 5}, {10, 50}, {20, 1}});
  EXPECT_EQ(same.cost_to_reach(5).value(), 10.0);
  EXPECT_EQ(same.error_within(10).value(), 5.0);
  const tradeoff_curve one({{10, 5}});
  EXPECT_EQ(one.cost_to_reach(5).value(), 10.0);
  EXPECT_FALSE(one.cost_to_reach(4.9).has_value());
  EXPECT_EQ(one.error_within(11).value(), 5.0);
}

TEST(TradeoffTest, RefusesWhatHasNoLogarithm) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THROW(tradeoff_curve({}), invalid_parameter);
  for (const double bad : {0.0, -1.0, infinity, std::nan("")}) {
    EXPECT_THROW(tradeoff_curve({{1, 1}, {bad, 1}}), invalid_parameter);
    EXPECT_THROW(tradeoff_curve({{1, bad}}), invalid_parameter);
  }
}

}  // namespace
}  // namespace edgeldp
