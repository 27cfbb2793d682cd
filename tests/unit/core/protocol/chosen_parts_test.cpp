// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/chosen_parts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/account.hpp"
#include "support/budgets.hpp"

namespace edgeldp {
namespace {

using test::nats;
using enum chosen_part;

TEST(ChosenPartsTest, PartsOfRoundsAddUpToNoMoreThanThePartOfTheirSum) {
  EXPECT_EQ(part_of(nats(1.0), whole), nats(1.0));
  EXPECT_EQ(part_of(nats(1.0), half), nats(0.5));
  EXPECT_EQ(part_of(nats(1.0), quarter), nats(0.25));
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const epsilon a = epsilon::from_units(random() >> 28), b = epsilon::from_units(random() >> 28);
    for (const chosen_part part : all_parts)
      EXPECT_LE(part_of(a, part).units() + part_of(b, part).units(),
                part_of(epsilon::from_units(a.units() + b.units()), part).units());
  }
}

TEST(ChosenPartsTest, AreOfEachUser) {
  const chosen_parts chosen({whole, quarter, half, quarter});
  EXPECT_FALSE(chosen.are_all_whole());
  EXPECT_EQ(chosen.of(0), whole);
  EXPECT_EQ(chosen.of(3), quarter);
  EXPECT_EQ(chosen.counts(roster::everybody(4)), (part_counts{1, 1, 2}));
  EXPECT_EQ(chosen.counts(roster::of({1, 3}, 4)), (part_counts{0, 0, 2}));
}

TEST(ChosenPartsTest, WhereAllSpendAllNothingIsSaidOfAnybody) {
  EXPECT_EQ(chosen_parts({whole, whole}), chosen_parts());
  EXPECT_EQ(chosen_parts().counts(roster::everybody(9)), (part_counts{9, 0, 0}));
  const auto charges = charges_by_part(nats(1.0), {}, roster::everybody(9));
  ASSERT_EQ(charges.size(), 1U);
  EXPECT_EQ(charges.front(), (charge{nats(1.0), roster::everybody(9)}));
}

TEST(ChosenPartsTest, EachPartPaysItself) {
  const auto charges =
      charges_by_part(nats(1.0), chosen_parts({whole, quarter, half, quarter}), roster::everybody(4));
  const std::vector<charge> expected{
      {nats(1.0), roster::of({0}, 4)}, {nats(0.5), roster::of({2}, 4)}, {nats(0.25), roster::of({1, 3}, 4)}};
  EXPECT_EQ(charges, expected);
  EXPECT_TRUE(asked_by(charges).is_everybody());
  const auto alike = charges_by_part(nats(1.0), chosen_parts({half, half}), roster::everybody(2));
  ASSERT_EQ(alike.size(), 1U);
  EXPECT_TRUE(alike.front().who.is_everybody());
  EXPECT_EQ(alike.front().each, nats(0.5));
}

TEST(ChosenPartsTest, APartOfNothingIsRefused) {
  const chosen_parts chosen({whole, quarter});
  EXPECT_THROW(charges_by_part(epsilon::from_units(3), chosen, roster::everybody(2)), invalid_parameter);
  EXPECT_EQ(charges_by_part(epsilon::from_units(4), chosen, roster::everybody(2))[1].each.units(), 1U);
}

/// What everybody loses by its own part, and a relationship by the sum of those of both its ends.
TEST(ChosenPartsTest, ARelationshipLosesWhatBothEndsSpend) {
  const auto loss = [](std::vector<chosen_part> of_users) {
    const std::uint64_t n = of_users.size();
    account paid(nats(1.0), n);
    paid.spend({rounds::degree, edge_use::both_endpoints},
               charges_by_part(nats(1.0), chosen_parts(std::move(of_users)), roster::everybody(n)),
               endpoint::unknown, 0);
    return std::pair(paid.edge_ldp(), paid.relationship_dp());
  };
  EXPECT_EQ(loss({quarter, quarter}), std::pair(nats(0.25), nats(0.5)));
  EXPECT_EQ(loss({quarter, half}), std::pair(nats(0.5), nats(0.75)));
  EXPECT_EQ(loss({quarter, whole, half}), std::pair(nats(1.0), nats(1.5))) << "of one who spends all";
  EXPECT_EQ(loss({quarter, whole, whole}), std::pair(nats(1.0), nats(2.0)));
}

}  // namespace
}  // namespace edgeldp
