// SPDX-License-Identifier: MIT
#include "edgeldp/core/privacy/ledger.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include <cstdint>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

constexpr std::uint64_t nat = epsilon::units_per_nat;

TEST(LedgerTest, RefusesZeroTotal) {
  EXPECT_THROW(ledger{epsilon()}, invalid_parameter);
}

TEST(LedgerTest, RefusesZeroShare) {
  ledger l(epsilon::from_nats(1.0));
  EXPECT_THROW(l.spend(rounds::edges, epsilon()), invalid_parameter);
  EXPECT_TRUE(l.entries().empty());
}

TEST(LedgerTest, RefusesOneUnitTooMuch) {
  ledger l(epsilon::from_units(nat));
  l.spend(rounds::degree, epsilon::from_units(nat / 10));
  const epsilon left = l.remaining();
  EXPECT_THROW(l.spend(rounds::edges, epsilon::from_units(left.units() + 1)), invalid_parameter);
  EXPECT_EQ(l.remaining(), left) << "a refused share must not be booked";
  l.spend(rounds::edges, left);
  EXPECT_TRUE(l.remaining().is_zero());
  EXPECT_THROW(l.spend(rounds::count, epsilon::from_units(1)), invalid_parameter);
}

TEST(LedgerTest, RefusesARoundTwice) {
  ledger l(epsilon::from_nats(1.0));
  l.spend(rounds::edges, epsilon::from_nats(0.25));
  EXPECT_THROW(l.spend(rounds::edges, epsilon::from_nats(0.25)), invalid_parameter);
}

TEST(LedgerTest, AddsSharesExactly) {
  // 0.1 + 0.72 + 0.18 is not 1 in doubles; in units the shares and the rest add up to the total.
  ledger l(epsilon::from_nats(1.0));
  std::uint64_t sum = 0;
  for (const auto& [round, nats] :
       {std::pair{rounds::degree, 0.1}, {rounds::edges, 0.72}, {rounds::count, 0.18}}) {
    l.spend(round, epsilon::from_nats(nats));
    sum += epsilon::from_nats(nats).units();
  }
  EXPECT_EQ(l.edge_ldp().units(), sum);
  EXPECT_EQ(l.edge_ldp().units() + l.remaining().units(), l.total().units());
}

TEST(LedgerTest, DoublesRoundsOfBothEndpointsForRelationshipDp) {
  ledger l(epsilon::from_units(100));
  l.spend(rounds::degree, epsilon::from_units(10), edge_use::both_endpoints);
  l.spend(rounds::size, epsilon::from_units(5));
  l.spend(rounds::edges, epsilon::from_units(60));
  l.spend(rounds::count, epsilon::from_units(25), edge_use::one_endpoint);
  EXPECT_EQ(l.edge_ldp().units(), 100U);
  EXPECT_EQ(l.relationship_dp().units(), 2 * 10U + 5 + 60 + 25);
}

TEST(LedgerTest, ReportsWhatARoundSpent) {
  ledger l(epsilon::from_nats(1.0));
  l.spend("own round", epsilon::from_nats(0.5), edge_use::both_endpoints);
  EXPECT_EQ(l.spent("own round"), epsilon::from_nats(0.5));
  EXPECT_TRUE(l.spent(rounds::edges).is_zero());
  ASSERT_EQ(l.entries().size(), 1U);
  EXPECT_EQ(l.entries()[0].round, "own round");
  EXPECT_EQ(l.entries()[0].use, edge_use::both_endpoints);
}

TEST(LedgerTest, AttributesCostNoEdge) {
  ledger l(epsilon::from_units(100));
  l.spend(rounds::attributes, epsilon::from_units(70), edge_use::none);
  l.spend(rounds::count, epsilon::from_units(20), edge_use::both_endpoints);
  EXPECT_EQ(l.spent().units(), 90U) << "attributes and a bit change together";
  EXPECT_EQ(l.edge_ldp().units(), 20U);
  EXPECT_EQ(l.relationship_dp().units(), 40U);
  EXPECT_EQ(l.remaining().units(), 10U);
  EXPECT_THROW(l.spend(rounds::edges, epsilon::from_units(11)), invalid_parameter);
}

TEST(LedgerTest, IsPrintedAsItIsRead) {
  ledger l(epsilon::from_nats(1.5));
  std::ostringstream none, some;
  none << l;
  EXPECT_EQ(none.str(), "0 of 1.5");
  l.spend("degree", epsilon::from_nats(0.25), edge_use::both_endpoints);
  l.spend("edges", epsilon::from_nats(0.5));
  some << l;
  EXPECT_EQ(some.str(), "degree 0.25, edges 0.5; 0.75 of 1.5");
}

}  // namespace
}  // namespace edgeldp
