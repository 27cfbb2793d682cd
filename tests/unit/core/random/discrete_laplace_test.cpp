// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/discrete_laplace.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

TEST(DiscreteLaplaceTest, RejectsBadArguments) {
  const epsilon one = epsilon::from_nats(1.0);
  EXPECT_THROW(discrete_laplace(0, one), invalid_parameter);
  EXPECT_THROW(discrete_laplace((uint128{1} << 76) + 1, one), invalid_parameter);
  EXPECT_THROW(discrete_laplace(1, epsilon()), invalid_parameter);
  EXPECT_NO_THROW(discrete_laplace(uint128{1} << 76, epsilon::from_units(1)));
}

TEST(DiscreteLaplaceTest, ReplaysFromItsSeed) {
  const discrete_laplace noise(5, epsilon::from_nats(0.5));
  simulation_randomness a(1, 1, 1), b(1, 1, 1);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(noise(a) == noise(b));
}

// The definition of the variance, summed term by term.
TEST(DiscreteLaplaceTest, VarianceMatchesItsSeries) {
  for (const auto& [sensitivity, nats] : {std::pair{1, 1.0}, {1, 10.0}, {7, 0.5}, {100, 2.0}}) {
    const double a = std::exp(-nats / sensitivity);
    double sum = 0.0, weight = 1.0;
    for (int x = 1; x < 20000; ++x) {
      const double p = std::pow(a, x);
      weight += 2.0 * p;
      sum += 2.0 * p * x * x;
    }
    const double variance =
        discrete_laplace(static_cast<uint128>(sensitivity), epsilon::from_nats(nats)).variance();
    EXPECT_NEAR(variance / (sum / weight), 1.0, 1e-7) << sensitivity << ", " << nats;
  }
}

TEST(DiscreteLaplaceTest, VarianceTendsToTheContinuousOne) {
  const double scale = 0x1.0p60 / 0.25;
  EXPECT_NEAR(discrete_laplace(uint128{1} << 60, epsilon::from_nats(0.25)).variance() / (2.0 * scale * scale),
              1.0, 1e-9);
}

}  // namespace
}  // namespace edgeldp
