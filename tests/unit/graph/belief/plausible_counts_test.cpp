// SPDX-License-Identifier: MIT
#include "edgeldp/graph/belief/plausible_counts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/budgets.hpp"

namespace edgeldp {
namespace {

using test::nats;

/// The law of discrete Laplace noise, term by term.
class noise_law {
 public:
  noise_law(double sensitivity, double budget) : m_rate(budget / sensitivity) {}
  double at(std::int64_t x) const {
    const double a = std::exp(-m_rate);
    return (1.0 - a) / (1.0 + a) * std::exp(-m_rate * std::abs(static_cast<double>(x)));
  }
  /// Pr[noise > x], summed from the small terms on.
  double beyond(std::int64_t x) const {
    double sum = 0.0;
    for (std::int64_t y = x + static_cast<std::int64_t>(60.0 / m_rate) + 60; y > x; --y) sum += at(y);
    return sum;
  }

 private:
  double m_rate;
};

const std::vector<std::pair<std::uint64_t, double>> scales = {{1, 0.3}, {1, 1.0},  {1, 8.0},  {1, 25.0},
                                                              {7, 0.5}, {40, 2.0}, {500, 1.0}};

TEST(PlausibleNumberTest, ReachesToTheQuantileOfTheNoise) {
  for (const auto& [limit, budget] : scales) {
    const plausible_number range = plausible_number::count(limit, 2, nats(budget));
    const noise_law law(static_cast<double>(limit), budget);
    const auto margin = static_cast<std::int64_t>(range.margin());
    EXPECT_LE(law.beyond(margin), plausible_number::tail * (1.0 + 1e-6)) << limit << " " << budget;
    if (margin > 0) {
      EXPECT_GT(law.beyond(margin - 1), plausible_number::tail) << limit << " " << budget;
    }
    EXPECT_TRUE(range.high() == static_cast<int128>(limit) + margin);
    EXPECT_TRUE(range.low() == -range.high());
  }
}

TEST(PlausibleNumberTest, HonestMessagesAreTouchedAsOftenAsTheLawSays) {
  for (const auto& [limit, budget] : scales) {
    const plausible_number range = plausible_number::count(limit, 2, nats(budget));
    const noise_law law(static_cast<double>(limit), budget);
    const auto high = static_cast<std::int64_t>(range.high());
    const auto most = static_cast<std::int64_t>(limit);
    for (const std::int64_t truth : {-most, -most / 2, std::int64_t{0}, most / 3, most}) {
      // Above the upper end, and below the lower one: the noise is symmetric.
      const double enumerated = law.beyond(high - truth) + law.beyond(high + truth);
      EXPECT_NEAR(range.touched(truth) / enumerated, 1.0, 1e-6) << limit << " " << budget << " " << truth;
      EXPECT_LE(range.touched(truth), range.touched_at_most() * (1.0 + 1e-12));
    }
    EXPECT_LE(range.touched_at_most(), 2.0 * plausible_number::tail);
  }
  // A range that is not symmetric, as of sizes.
  const plausible_number sizes(0, 30, 1, nats(0.5));
  const noise_law law(1.0, 0.5);
  for (const std::int64_t truth : {0, 4, 30}) {
    const double enumerated = law.beyond(static_cast<std::int64_t>(sizes.high()) - truth) +
                              law.beyond(truth - static_cast<std::int64_t>(sizes.low()));
    EXPECT_NEAR(sizes.touched(truth) / enumerated, 1.0, 1e-6);
  }
  EXPECT_DOUBLE_EQ(sizes.touched(0), sizes.touched(30));
}

/// What the mean of who is at an end loses: the noise beyond the margin, step by step.
TEST(PlausibleNumberTest, ClampingMovesAnHonestMeanAsSaid) {
  for (const auto& [limit, budget] : scales) {
    const plausible_number range = plausible_number::count(limit, 2, nats(budget));
    const noise_law law(static_cast<double>(limit), budget);
    const auto margin = static_cast<std::int64_t>(range.margin());
    double lost = 0.0;
    const auto steps = static_cast<std::int64_t>(60.0 * static_cast<double>(limit) / budget) + 60;
    for (std::int64_t x = margin + steps; x > margin; --x)
      lost += static_cast<double>(x - margin) * law.at(x);
    EXPECT_NEAR(range.shift_at_most() / lost, 1.0, 1e-6) << limit << " " << budget;
  }
}

TEST(PlausibleNumberTest, KeepsItsDigitsAtAnyScale) {
  const plausible_number wide = plausible_number::count(std::uint64_t{1} << 62, 2, epsilon::from_units(1));
  EXPECT_GT(wide.touched_at_most(), 0.99 * plausible_number::tail);
  EXPECT_LE(wide.touched_at_most(), 2.0 * plausible_number::tail * (1.0 + 1e-9));
  const plausible_number sharp = plausible_number::count(1, 2, nats(64.0));
  EXPECT_TRUE(sharp.margin() == 0);
  EXPECT_NEAR(sharp.touched(1) / (std::exp(-64.0) + std::exp(-192.0)), 1.0, 1e-9);
  EXPECT_THROW(plausible_number(0, 1, 1, epsilon()), invalid_parameter);
  EXPECT_THROW(plausible_number(0, 1, 0, nats(1.0)), invalid_parameter);
  EXPECT_THROW(plausible_number(1, 0, 1, nats(1.0)), invalid_parameter);
}

TEST(PlausibleNumberTest, ClampsBothSignsAndNothingBetween) {
  const plausible_number range = plausible_number::count(3, 2, nats(1.0));
  for (int128 x = range.low(); x <= range.high(); ++x) ASSERT_TRUE(range.clamp(x) == x);
  EXPECT_TRUE(range.clamp(range.high() + 1) == range.high());
  EXPECT_TRUE(range.clamp(range.low() - 1) == range.low());
  EXPECT_TRUE(range.clamp(int128{1} << 120) == range.high());
  EXPECT_TRUE(range.clamp(-(int128{1} << 120)) == range.low());
}

TEST(PlausibilityCheckTest, DegreesSizesAndCountsHaveTheirRanges) {
  plausibility_check check(true);
  std::vector<std::int64_t> degrees{3, -1000, 1000};
  const auto margin = static_cast<std::int64_t>(plausible_number(0, 0, 1, nats(1.0)).margin());
  check.clamp_degrees(nats(1.0), degrees);
  EXPECT_EQ(degrees, (std::vector<std::int64_t>{3, -margin, 2 + margin}));
  // No more than there are before, nor than friends.
  EXPECT_EQ(check.clamp_size(0, 10, nats(1.0), 1000, nats(1.0), 1000), 10 + margin);
  EXPECT_EQ(check.clamp_size(0, 1000, nats(1.0), 5, nats(1.0), 1000), 5 + margin + margin);
  EXPECT_EQ(check.clamp_size(0, 1000, nats(1.0), -1000, nats(1.0), 1000), margin);
  EXPECT_EQ(check.clamp_size(0, 1000, nats(1.0), 500, nats(1.0), -1000), -margin);
  EXPECT_EQ(check.clamp_size(0, 1000, nats(1.0), 500, nats(1.0), 400), 400);
  EXPECT_TRUE(check.clamp_count(1, 8, 2, nats(1.0), 0.5, 1000) ==
              plausible_number::count(8, 2, nats(1.0)).high());
  EXPECT_TRUE(check.clamp_count(3, 2, 2, nats(1.0), 0.5, 1) == 1);
  const plausibility found = check.found();
  EXPECT_EQ(found.clamped, (std::vector<vertex_id>{0, 1, 2}));
  ASSERT_EQ(found.reaches.size(), 2U);
  EXPECT_DOUBLE_EQ(found.reaches[0].most,
                   static_cast<double>(plausible_number::count(8, 2, nats(1.0)).high()));  // 0.5 x twice
  EXPECT_DOUBLE_EQ(found.influence(1), found.reaches[0].most);
  EXPECT_DOUBLE_EQ(found.influence(), found.reaches[0].most + found.reaches[1].most);
  // Three degrees, five sizes with what hides of their degrees, two counts.
  const double of_one = plausible_number(0, 2, 1, nats(1.0)).touched_at_most();
  EXPECT_GT(found.touched, 8.0 * of_one);
  EXPECT_LE(found.touched, 27.0 * plausible_number::tail);
}

TEST(PlausibilityCheckTest, WhatDoesNotEnterTheEstimateHasNoReachAndLossesStretchThem) {
  plausibility_check check(true);
  EXPECT_TRUE(check.clamp_count(0, 8, 2, nats(1.0), 0.0, int128{1} << 100) < int128{1} << 20);
  check.clamp_count(1, 8, 2, nats(1.0), 2.0, 0);
  plausibility found = check.found();
  ASSERT_EQ(found.reaches.size(), 1U);
  EXPECT_EQ(found.clamped, (std::vector<vertex_id>{0}));
  const double before = found.influence(1);
  found.stretch(1.5);
  EXPECT_DOUBLE_EQ(found.influence(1), 1.5 * before);
}

TEST(PlausibilityCheckTest, ReachesAreThoseOfTheUsersWhoHaveThem) {
  plausibility_check check(true);
  for (const std::uint64_t limit : {2U, 8U, 2U, 4U, 2U}) check.clamp_count(0, limit, 5, nats(1.0), 1.0, 0);
  const plausibility found = check.found();
  ASSERT_EQ(found.reaches.size(), 3U);
  EXPECT_EQ(found.reaches[0].users, 1U);
  EXPECT_EQ(found.reaches[1].users, 1U);
  EXPECT_EQ(found.reaches[2].users, 3U);
  const double first_two = found.reaches[0].most + found.reaches[1].most, last = found.reaches[2].most;
  EXPECT_GT(found.reaches[1].most, last);
  EXPECT_DOUBLE_EQ(found.influence(2), first_two);
  EXPECT_DOUBLE_EQ(found.influence(4), first_two + 2.0 * last);
  EXPECT_DOUBLE_EQ(found.influence(100), first_two + 3.0 * last);
}

/// A list of s members whose pairs all count 1 fills the limit s - 1 of each: its sum is s (s - 1)
/// / 2, and not the limit.
TEST(PlausibleNumberTest, ACompleteListIsWithinItsRange) {
  for (std::uint64_t members = 2; members < 40; ++members) {
    const auto sum = static_cast<int128>(members * (members - 1) / 2);
    const plausible_number range = plausible_number::count(members - 1, members, nats(64.0));
    EXPECT_TRUE(range.high() - range.margin() == sum) << members;
    EXPECT_TRUE(range.contains(sum) && range.contains(-sum)) << members;
  }
}

TEST(PlausibleNumberTest, ListsAreAsLongAsTheNoiseMayHide) {
  const auto margin = static_cast<std::uint64_t>(plausible_number(0, 0, 1, nats(1.0)).margin());
  EXPECT_EQ(most_members(1000, 30, nats(1.0)), 30 + margin);
  EXPECT_EQ(most_members(10, 30, nats(1.0)), 10U) << "no more than come before";
  EXPECT_EQ(most_members(1000, -1000, nats(1.0)), 0U);
}

TEST(PlausibilityCheckTest, OffTakesEverything) {
  plausibility_check check(false);
  std::vector<std::int64_t> degrees{3, -1000, 1000};
  check.clamp_degrees(nats(1.0), degrees);
  EXPECT_EQ(degrees[2], 1000);
  EXPECT_EQ(check.clamp_size(0, 1, nats(1.0), 0, nats(1.0), 1000), 1000);
  EXPECT_TRUE(check.clamp_count(0, 1, 2, nats(1.0), 1.0, int128{1} << 100) == int128{1} << 100);
  EXPECT_TRUE(check.found().clamped.empty());
  EXPECT_EQ(check.found().touched, 0.0);
}

}  // namespace
}  // namespace edgeldp
