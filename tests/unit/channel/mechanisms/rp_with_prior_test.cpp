// SPDX-License-Identifier: MIT
#include "edgeldp/channel/mechanisms/rp_with_prior.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "edgeldp/channel/mechanisms/block.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(RPWithPrior, DensityIsThatOfTheDefinition) {
  for (const double nats : {0.1, 1.0, 4.0}) {
    const rp_with_prior law(epsilon::from_nats(nats), -1.0, 3.0, 0.5);
    const double d = law.half_width(), g = 2.0 * d + std::exp(-nats) * 4.0;
    EXPECT_NEAR(d, 0.5, 2e-6);  // half a step of 4 / 2^20
    EXPECT_NEAR(law.density(0.3, 0.5), 1.0 / g, 1e-8 / g);
    EXPECT_NEAR(law.density(0.9, 0.5), 1.0 / g, 1e-8 / g);
    EXPECT_NEAR(law.density(1.1, 0.5), std::exp(-nats) / g, 1e-8 / g);
    EXPECT_NEAR(law.density(-1.4, 3.0), std::exp(-nats) / g, 1e-8 / g);
    EXPECT_EQ(law.density(-1.6, 0.5), 0.0);
    EXPECT_EQ(law.density(3.6, 0.5), 0.0);
    for (const double outside : {-1.1, 3.1, nan})
      EXPECT_NEAR(law.density(2.0, outside), 1.0 / (2.0 * d + 4.0), 1e-12);
  }
}

TEST(RPWithPrior, LossIsTheLogOfItsIntegers) {
  for (const double nats : {0x1p-32, 1e-6, 0.5, 1.0, 8.0, 30.0, 36.0}) {
    const epsilon budget = epsilon::from_nats(nats);
    const rp_with_prior law(budget, 0.0, 1.0, 0.25, 1024);
    EXPECT_LE(law.loss(), budget.nats());
    EXPECT_GT(law.loss(), budget.nats() - 0x1p-41);
    double most = 0.0, least = 1e300;
    for (const double truth : {-0.5, 0.0, 0.25, 0.5, 1.0}) {
      most = std::max(most, law.density(0.5, truth));
      least = std::min(least, law.density(0.5, truth));
    }
    EXPECT_NEAR(std::log(most / least), law.loss(), 1e-12);
  }
  EXPECT_EQ(rp_with_prior(epsilon::from_nats(60.0), 0.0, 1.0, 0.1).loss(),
            rp_with_prior(epsilon::from_nats(36.0), 0.0, 1.0, 0.1).loss());
}

TEST(RPWithPrior, LeavesRoomForTheRoundingOfTheLog) {
  // loss() is rounded to nearest at best: equal to the budget, the exact logarithm may be above it.
  for (int i = 1; i <= 3600; ++i) {
    const epsilon budget = epsilon::from_nats(0.01 * i);
    const double loss = rp_with_prior(budget, 0.0, 1.0, 0.25, 1024).loss();
    EXPECT_LE(loss * (1.0 + 0x1p-51), budget.nats()) << i;
  }
}

TEST(RPWithPrior, CdfIntegratesDensityAndQuantileInvertsIt) {
  const rp_with_prior law(epsilon::from_nats(1.0), 0.0, 10.0, 1.5, 20);
  EXPECT_DOUBLE_EQ(law.half_width(), 1.75);  // 7 half steps; 5 are as near
  for (const double truth : {-1.0, 0.0, 2.4, 10.0}) {
    double integral = 0.0, mean = 0.0;
    const double h = 0.001;
    for (double x = -2.0 + 0.5 * h; x < 12.0; x += h) {
      integral += h * law.density(x, truth);
      mean += h * x * law.density(x, truth);
      EXPECT_NEAR(law.cdf(x + 0.5 * h, truth), integral, 2e-9 + h * 0.2);
    }
    EXPECT_NEAR(integral, 1.0, 1e-3);
    EXPECT_NEAR(law.mean(truth), mean, 1e-2);
    EXPECT_EQ(law.cdf(-5.0, truth), 0.0);
    EXPECT_EQ(law.cdf(99.0, truth), 1.0);
    for (double u = 0.0; u <= 1.0; u += 0.01) EXPECT_NEAR(law.cdf(law.quantile(u, truth), truth), u, 1e-12);
  }
}

TEST(RPWithPrior, IsTheLimitOfBlockRROnGrids) {
  // Cells of width 1 around 0 .. 8: the grid's law is the density itself.
  const epsilon budget = epsilon::from_nats(1.5);
  const rp_with_prior law(budget, 2.0, 6.0, 1.5, 4);
  const channel grid = block_channel(budget, plan_rp_with_prior(9, 2, 6, 1));
  for (Eigen::Index y = 0; y < 9; ++y)
    for (Eigen::Index o = 0; o < grid.probabilities().rows(); ++o)
      EXPECT_NEAR(law.density(1.0 + static_cast<double>(o), static_cast<double>(y)),
                  grid.probabilities()(o, y), 1e-12);
}

TEST(RPWithPrior, ReportsLieInTheirInterval) {
  const rp_with_prior law(epsilon::from_nats(0.5), 100.0, 101.0, 3.0);
  simulation_randomness coins(1, 1, 1);
  for (int i = 0; i < 2000; ++i) {
    const double report = law.sample(i % 2 == 0 ? 100.3 : nan, coins);
    EXPECT_GE(report, 97.0 - 1e-5);
    EXPECT_LE(report, 104.0 + 1e-5);
  }
}

TEST(RPWithPrior, RefusesWhatIsNoInterval) {
  const epsilon one = epsilon::from_nats(1.0);
  constexpr double inf = std::numeric_limits<double>::infinity();
  EXPECT_THROW(rp_with_prior(one, 1.0, 1.0, 0.1), invalid_parameter);
  EXPECT_THROW(rp_with_prior(one, 2.0, 1.0, 0.1), invalid_parameter);
  EXPECT_THROW(rp_with_prior(one, nan, 1.0, 0.1), invalid_parameter);
  EXPECT_THROW(rp_with_prior(one, 0.0, inf, 0.1), invalid_parameter);
  EXPECT_THROW(rp_with_prior(one, -1e308, 1e308, 0.1), invalid_parameter);
  EXPECT_THROW(rp_with_prior(one, 0.0, 1.0, 0.0), invalid_parameter);
  EXPECT_THROW(rp_with_prior(one, 0.0, 1.0, inf), invalid_parameter);
  EXPECT_THROW(rp_with_prior(one, 0.0, 1.0, 0.1, 0), invalid_parameter);
  EXPECT_THROW(rp_with_prior(one, 0.0, 1e-12, 1.0), invalid_parameter);
  EXPECT_THROW(rp_with_prior(epsilon(), 0.0, 1.0, 0.1), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
