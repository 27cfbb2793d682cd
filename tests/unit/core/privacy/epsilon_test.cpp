// SPDX-License-Identifier: MIT
#include "edgeldp/core/privacy/epsilon.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

TEST(EpsilonTest, UnsetIsZero) {
  EXPECT_TRUE(epsilon().is_zero());
  EXPECT_EQ(epsilon().nats(), 0.0);
}

TEST(EpsilonTest, RejectsZero) {
  EXPECT_THROW(epsilon::from_nats(0.0), invalid_parameter);
}
TEST(EpsilonTest, RejectsNegative) {
  EXPECT_THROW(epsilon::from_nats(-1.0), invalid_parameter);
}
TEST(EpsilonTest, RejectsNan) {
  EXPECT_THROW(epsilon::from_nats(std::numeric_limits<double>::quiet_NaN()), invalid_parameter);
}
TEST(EpsilonTest, RejectsInfinity) {
  EXPECT_THROW(epsilon::from_nats(std::numeric_limits<double>::infinity()), invalid_parameter);
  EXPECT_THROW(epsilon::from_nats(-std::numeric_limits<double>::infinity()), invalid_parameter);
}

TEST(EpsilonTest, AcceptsUpToSixtyFourNats) {
  EXPECT_EQ(epsilon::from_nats(64.0).units(), 64 * epsilon::units_per_nat);
  EXPECT_THROW(epsilon::from_nats(std::nextafter(64.0, 65.0)), invalid_parameter);
  EXPECT_THROW(epsilon::from_units(epsilon::largest_units + 1), invalid_parameter);
}

TEST(EpsilonTest, RefusesWhatWouldRoundToNothing) {
  EXPECT_EQ(epsilon::from_nats(0x1.0p-32).units(), 1U);
  EXPECT_THROW(epsilon::from_nats(0x1.0p-33), invalid_parameter);
}

TEST(EpsilonTest, RoundsDownToAUnit) {
  EXPECT_EQ(epsilon::from_nats(1.0).units(), epsilon::units_per_nat);
  EXPECT_EQ(epsilon::from_nats(1.0 + 0x1.8p-32).units(), epsilon::units_per_nat + 1);
  for (const double nats : {0.1, 0.18, 0.72, 1.0 / 3.0, 63.9999})
    EXPECT_LE(epsilon::from_nats(nats).nats(), nats);
}

TEST(EpsilonTest, NamesTheParameterInItsMessage) {
  try {
    epsilon::from_nats(-0.5, "edges");
    FAIL() << "accepted";
  } catch (const invalid_parameter& e) {
    EXPECT_NE(std::string(e.what()).find("edges"), std::string::npos);
    EXPECT_NE(std::string(e.what()).find("-0.5"), std::string::npos);
  }
}

TEST(EpsilonTest, OrdersByAmount) {
  EXPECT_LT(epsilon::from_units(1), epsilon::from_units(2));
  EXPECT_EQ(epsilon::from_nats(0.5), epsilon::from_units(epsilon::units_per_nat / 2));
}

}  // namespace
}  // namespace edgeldp
