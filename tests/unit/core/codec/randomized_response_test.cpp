// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/randomized_response.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

TEST(RandomizedResponseTest, RejectsBadArguments) {
  const epsilon one = epsilon::from_nats(1.0);
  EXPECT_THROW(randomized_response::for_budget(epsilon()), invalid_parameter);
  EXPECT_THROW(randomized_response::for_budget(epsilon::from_nats(25.1)), invalid_parameter);
  for (const std::uint32_t alphabet : {0U, 1U, 257U}) {
    EXPECT_THROW(randomized_response::for_budget(one, alphabet), invalid_parameter);
    EXPECT_THROW(randomized_response::from_threshold(1, alphabet), invalid_parameter);
  }
}

TEST(RandomizedResponseTest, KeepsTheTrueValueTheLikeliest) {
  for (const std::uint32_t alphabet : {2U, 3U, 7U, 256U}) {
    const std::uint64_t largest = (randomized_response::resolution - 1) / alphabet;
    EXPECT_GT(randomized_response::from_threshold(largest, alphabet).loss_nats(), 0.0);
    EXPECT_THROW(randomized_response::from_threshold(largest + 1, alphabet), invalid_parameter);
    EXPECT_THROW(randomized_response::from_threshold(0, alphabet), invalid_parameter);
  }
}

TEST(RandomizedResponseTest, LossComesFromTheThreshold) {
  const auto rr = randomized_response::from_threshold(randomized_response::resolution / 4, 3);
  EXPECT_DOUBLE_EQ(rr.loss_nats(), std::log(2.0));
  EXPECT_EQ(rr.other_probability(), 0.25);
  EXPECT_EQ(rr.same_probability(), 0.5);
}

// A budget that no threshold of this alphabet can meet must be refused, not exceeded.
TEST(RandomizedResponseTest, TinyBudgetsAreMetOrRefused) {
  for (const std::uint32_t alphabet : {2U, 3U, 200U, 255U, 256U}) {
    for (std::uint64_t units = 1; units < 4096; units += units < 300 ? 1 : 37) {
      const epsilon budget = epsilon::from_units(units);
      try {
        EXPECT_LE(randomized_response::for_budget(budget, alphabet).loss_nats(), budget.nats())
            << alphabet << ", " << units;
      } catch (const invalid_parameter&) {
        EXPECT_GT(alphabet, 100U) << units << " units can be met";
      }
    }
  }
}

TEST(RandomizedResponseTest, LawIsTheThreshold) {
  const auto rr = randomized_response::for_budget(epsilon::from_nats(0.72));
  EXPECT_EQ(rr.law().p0, static_cast<double>(rr.threshold()) * 0x1.0p-40);
  EXPECT_EQ(rr.law().p1, 1.0 - rr.law().p0);
  const double q = rr.law().p0;
  EXPECT_NEAR(rr.law().non_edge_variance(), q * (1 - q) / ((1 - 2 * q) * (1 - 2 * q)), 1e-12);
  EXPECT_NEAR(rr.law().edge_variance(), rr.law().non_edge_variance(), 1e-12);
}

TEST(RandomizedResponseTest, OffsetsHaveExactlyThresholdManyIntegersEach) {
  for (const std::uint32_t alphabet : {2U, 3U, 5U, 256U}) {
    const auto rr = randomized_response::for_budget(epsilon::from_nats(0.5), alphabet);
    const std::uint64_t t = rr.threshold();
    for (std::uint32_t v = 1; v < alphabet; ++v) {
      EXPECT_EQ(rr.offset_of((v - 1) * t), v);
      EXPECT_EQ(rr.offset_of(v * t - 1), v);
    }
    EXPECT_EQ(rr.offset_of((alphabet - 1) * t), 0U);
    EXPECT_EQ(rr.offset_of(randomized_response::resolution - 1), 0U);
  }
}

TEST(RandomizedResponseTest, BytesAgreeWithTheFortyBitReference) {
  std::vector<randomized_response> all;
  for (const std::uint32_t alphabet : {2U, 3U, 11U, 256U})
    for (const double nats : {0.01, 0.7, 6.0, 20.0})
      all.push_back(randomized_response::for_budget(epsilon::from_nats(nats), alphabet));
  all.push_back(randomized_response::from_threshold(std::uint64_t{64} << 32));  // no tie at all
  for (const auto& rr : all) {
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
      const std::uint64_t low = std::uint64_t{byte} << 32, high = low | 0xffffffff;
      bool constant = rr.offset_of(low) == rr.offset_of(high);
      for (std::uint64_t u = low; constant && u < high; u += 0x00ffffff)
        constant = rr.offset_of(u) == rr.offset_of(low);
      EXPECT_EQ(rr.offset_of_byte(byte), constant ? rr.offset_of(low) : randomized_response::tie) << byte;
    }
  }
}

}  // namespace
}  // namespace edgeldp
