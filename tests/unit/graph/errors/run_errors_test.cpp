// SPDX-License-Identifier: MIT
#include "edgeldp/graph/errors/run_errors.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace edgeldp {
namespace {

TEST(RunErrorsTest, FiguresOfThreeRuns) {
  run_errors errors(100.0);
  for (const double value : {103.0, 96.0, 100.0}) errors.add(value);
  EXPECT_EQ(errors.runs(), 3U);
  EXPECT_NEAR(errors.mean(), 299.0 / 3.0, 1e-12);
  EXPECT_NEAR(errors.rmse(), std::sqrt(25.0 / 3.0), 1e-12);
  EXPECT_NEAR(errors.root_sum_squared(), 5.0, 1e-12);
  EXPECT_NEAR(errors.mean_absolute(), 7.0 / 3.0, 1e-12);
  EXPECT_NEAR(errors.spread(), std::sqrt((25.0 - 1.0 / 3.0) / 2.0), 1e-12);
}

TEST(RunErrorsTest, OneRunHasNoSpread) {
  run_errors errors(7.0);
  errors.add(4.0);
  EXPECT_EQ(errors.rmse(), 3.0);
  EXPECT_EQ(errors.spread(), 0.0);
  EXPECT_EQ(errors.mean(), 4.0);
}

// A bias is part of the l2 error and no part of the spread.
TEST(RunErrorsTest, BiasIsErrorWithoutSpread) {
  run_errors errors(0.0);
  for (int i = 0; i < 5; ++i) errors.add(2.0);
  EXPECT_EQ(errors.rmse(), 2.0);
  EXPECT_EQ(errors.spread(), 0.0);
}

}  // namespace
}  // namespace edgeldp
