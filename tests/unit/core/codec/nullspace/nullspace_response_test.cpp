// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/nullspace/response.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

template <class F>
void expect_refused(F&& f, const std::string& value, const std::string& range) {
  try {
    f();
    ADD_FAILURE() << value << " was accepted";
  } catch (const invalid_parameter& e) {
    EXPECT_NE(std::string(e.what()).find(value), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find(range), std::string::npos) << e.what();
  }
}

TEST(NullspaceResponseTest, RejectsBadArgumentsWithValuesAndRanges) {
  const epsilon one = epsilon::from_nats(1.0);
  const char* const fields = "must be one of 2, 3, 4, 5, 7, 8, 11, 13, 16";
  expect_refused([] { nullspace_response::for_budget(epsilon()); }, "budget = 0", "(0, 25] nats");
  expect_refused([] { nullspace_response::for_budget(epsilon(), 4); }, "budget = 0", "(0, 25] nats");
  expect_refused([] { nullspace_response::for_budget(epsilon::from_nats(25.5)); }, "budget = 25.5",
                 "(0, 25] nats");
  for (const unsigned q : {0U, 1U, 6U, 9U, 12U, 17U, 32U}) {
    const std::string value = "field order = " + std::to_string(q);
    expect_refused([&] { nullspace_response::for_budget(one, q); }, value, fields);
    expect_refused([&] { nullspace_response::from_threshold(1, q); }, value, fields);
  }
  for (const std::uint64_t threshold :
       {std::uint64_t{0}, nullspace_response::resolution, ~std::uint64_t{0}}) {
    expect_refused([&] { nullspace_response::from_threshold(threshold, 4); },
                   "drop threshold = " + std::to_string(threshold), "[1, 2^40 - 1]");
  }
}

TEST(NullspaceResponseTest, LossComesFromTheThreshold) {
  EXPECT_DOUBLE_EQ(nullspace_response::from_threshold(nullspace_response::resolution / 4, 4).loss_nats(),
                   std::log(4.0));
  EXPECT_DOUBLE_EQ(nullspace_response::from_threshold(nullspace_response::resolution / 2, 16).loss_nats(),
                   std::log(8.5));
  EXPECT_DOUBLE_EQ(nullspace_response::from_threshold(1, 2).loss_nats(), 40.0 * std::log(2.0));
  // Nearly everything dropped: a loss that a careless logarithm would round to 0.
  EXPECT_NEAR(nullspace_response::from_threshold(nullspace_response::resolution - 1, 16).loss_nats(),
              15.0 * 0x1.0p-40, 1e-22);
  EXPECT_NEAR(nullspace_response::from_threshold(nullspace_response::resolution - 1, 2).loss_nats(),
              0x1.0p-40, 1e-22);
}

TEST(NullspaceResponseTest, LawAndLatticeAreThoseOfTheThresholdAndTheField) {
  for (const unsigned q : nullspace_response::field_orders) {
    const auto response = nullspace_response::from_threshold(nullspace_response::resolution / 8 * 3, q);
    EXPECT_EQ(response.drop_probability(), 0.375);
    EXPECT_EQ(response.field_order(), q);
    EXPECT_EQ(response.law().p0, 1.0 / q);
    EXPECT_DOUBLE_EQ(response.law().p1, 0.625 + 0.375 / q);
    EXPECT_EQ(response.lattice().scale, q);
    EXPECT_EQ(response.lattice().offset, 1U);
    // An edge's mean on the lattice, q p1 - 1, is the divisor.
    EXPECT_NEAR(response.lattice().divisor(response.law()), q * response.law().p1 - 1.0, 1e-14);
    EXPECT_NEAR(response.law().non_edge_variance(), 1.0 / (0.625 * 0.625 * (q - 1)), 1e-13);
  }
}

// At q = exp(e) + 1: decoded bits are plain randomized response.
TEST(NullspaceResponseTest, IsExactlyRandomizedResponseWhereAFieldFitsTheBudget) {
  for (const unsigned q : {3U, 4U, 5U, 7U, 8U, 11U, 13U, 16U}) {
    const epsilon budget = epsilon::from_nats(std::log(q - 1.0));
    const auto response = nullspace_response::for_budget(budget);
    EXPECT_EQ(response.field_order(), q);
    EXPECT_NEAR(response.drop_probability(), 1.0 / (q - 1), 1e-9);
    EXPECT_NEAR(response.law().p1, (q - 1.0) / q, 1e-9);
    EXPECT_EQ(response.law().p0, 1.0 / q);
  }
}

TEST(NullspaceResponseTest, TakesTheFieldWithTheLeastVariance) {
  for (double nats = 0.01; nats < 25.0; nats *= 1.05) {
    double least = std::numeric_limits<double>::infinity();
    unsigned best = 0;
    for (const unsigned q : {2U, 3U, 4U, 5U, 7U, 8U, 11U, 13U, 16U}) {
      const double r = std::max(std::exp(-nats), (q - std::exp(nats)) / (q - 1.0));
      const double variance = 1.0 / ((1.0 - r) * (1.0 - r) * (q - 1.0));
      if (variance < least) {
        least = variance;
        best = q;
      }
    }
    const auto chosen = nullspace_response::for_budget(epsilon::from_nats(nats));
    EXPECT_EQ(chosen.field_order(), best) << nats;
    EXPECT_NEAR(chosen.law().non_edge_variance() / least, 1.0, 1e-6) << nats;
  }
}

TEST(NullspaceResponseTest, MoreBudgetNeverDropsMore) {
  for (const unsigned q : nullspace_response::field_orders) {
    std::uint64_t last = nullspace_response::resolution;
    for (double nats = 1e-6; nats <= 25.0; nats *= 1.3) {
      const auto response = nullspace_response::for_budget(epsilon::from_nats(nats), q);
      EXPECT_LT(response.drop_threshold(), last) << nats << " nats, GF(" << q << ")";
      EXPECT_LE(response.loss_nats(), nats) << nats << " nats, GF(" << q << ")";
      last = response.drop_threshold();
    }
  }
}

// The least budget is 2^-32 nat, 17 steps of the threshold at q = 16: each one can be met.
TEST(NullspaceResponseTest, TinyBudgetsAreMet) {
  for (const unsigned q : nullspace_response::field_orders) {
    for (std::uint64_t units = 1; units < 4096; units += units < 300 ? 1 : 37) {
      const epsilon budget = epsilon::from_units(units);
      EXPECT_LE(nullspace_response::for_budget(budget, q).loss_nats(), budget.nats()) << units;
    }
  }
}

}  // namespace
}  // namespace edgeldp
