// SPDX-License-Identifier: MIT
// That rows really have enough columns: statistical/nullspace_law_statistical_test.cpp.
#include "edgeldp/core/codec/nullspace/columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace edgeldp {
namespace {

constexpr std::uint64_t one = std::uint64_t{1} << 32;
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

TEST(ColumnsForKeptTest, AddsATenthAndEighteenOrThreeTwentiethsAndThree) {
  static_assert(columns_for_kept(0) == 18);
  EXPECT_EQ(columns_for_kept(1), 20U);
  EXPECT_EQ(columns_for_kept(10), 29U);
  EXPECT_EQ(columns_for_kept(11), 31U);
  EXPECT_EQ(columns_for_kept(300), 348U);
  EXPECT_EQ(columns_for_kept(301), 350U);
  EXPECT_EQ(columns_for_kept(340), 394U);
  EXPECT_EQ(columns_for_kept(341), 396U);  // 3 + 341 + 51.15
  EXPECT_EQ(columns_for_kept(1000), 1153U);
  for (std::uint64_t kept = 0; kept < 2000; ++kept)
    EXPECT_LT(columns_for_kept(kept), columns_for_kept(kept + 1));
}

TEST(ColumnsUnderTest, ProvidesForTheRateOfThePossibleEntriesRoundedUp) {
  const column_plan plan{one / 4 * 3, 5};
  EXPECT_EQ(columns_under(plan, 7, 100), columns_for_kept(9));
  EXPECT_EQ(columns_under(plan, 8, 100), columns_for_kept(10));  // 9.75
  EXPECT_EQ(columns_under(plan, -4, 100), columns_for_kept(1));  // 0.75
  EXPECT_EQ(columns_under(plan, -5, 100), columns_for_kept(0));
  EXPECT_EQ(columns_under(plan, -1000, 100), columns_for_kept(0));
  EXPECT_EQ(columns_under({1, 0}, 1, 100), columns_for_kept(1));
}

TEST(ColumnsUnderTest, NeverProvidesForMoreThanTheRank) {
  const column_plan plan{one, 50};
  EXPECT_EQ(columns_under(plan, 1000, 0), 0U);
  EXPECT_EQ(columns_under(plan, -1000, 0), 0U);
  for (const std::uint64_t rank : {1U, 2U, 63U, 1049U}) {
    EXPECT_EQ(columns_under(plan, 1000, rank), columns_for_kept(rank));
    EXPECT_EQ(columns_under(plan, largest, rank), columns_for_kept(rank));
  }
  EXPECT_EQ(columns_under(plan, 1000, 1050), columns_for_kept(1050));
  EXPECT_EQ(columns_under(plan, 1000, 1051), columns_for_kept(1050));
}

TEST(ColumnsUnderTest, GrowsWithEveryArgument) {
  const std::uint64_t rates[] = {0, 1, one / 7, one / 2, one};
  const std::uint64_t slacks[] = {0, 1, 17, 1000, one};
  const std::int64_t numbers[] = {-5000, -17, -1, 0, 1, 3, 40, 5000, std::int64_t{1} << 48};
  const std::uint64_t ranks[] = {0, 1, 2, 50, 4000, one - 1};
  for (std::size_t a = 0; a + 1 < 5; ++a)
    for (std::size_t b = 0; b + 1 < 5; ++b)
      for (std::size_t c = 0; c + 1 < 9; ++c)
        for (std::size_t d = 0; d + 1 < 6; ++d) {
          const std::uint64_t m = columns_under({rates[a], slacks[b]}, numbers[c], ranks[d]);
          EXPECT_LE(m, columns_under({rates[a + 1], slacks[b]}, numbers[c], ranks[d]));
          EXPECT_LE(m, columns_under({rates[a], slacks[b + 1]}, numbers[c], ranks[d]));
          EXPECT_LE(m, columns_under({rates[a], slacks[b]}, numbers[c + 1], ranks[d]));
          EXPECT_LE(m, columns_under({rates[a], slacks[b]}, numbers[c], ranks[d + 1]));
        }
}

TEST(ColumnsUnderTest, HugeNumbersDoNotOverflow) {
  constexpr std::uint64_t most = columns_for_kept(3'700'000'000);
  static_assert(most < one, "columns are numbered by 32 bits");
  constexpr std::uint64_t all = ~std::uint64_t{0};
  EXPECT_EQ(columns_under({one, one}, std::int64_t{1} << 48, one - 1), most);
  for (const std::uint64_t rate : {one, all}) {
    for (const std::uint64_t slack : {std::uint64_t{0}, one, all}) {
      EXPECT_EQ(columns_under({rate, slack}, largest, one - 1), most);
      EXPECT_EQ(columns_under({rate, slack}, largest, all), most);
    }
    EXPECT_EQ(columns_under({rate, one}, least, all), columns_for_kept(0));
    EXPECT_EQ(columns_under({rate, all}, least, all), most);
  }
  EXPECT_EQ(columns_under({1, all}, largest, all), most);  // 3 * 2^31, lowered
}

/// The bound on Pr[Binomial(size, keep) > g (size + noise + slack)] that the page derives.
double hidden_bound(double keep, double e, const column_plan& plan, double size) {
  const double g = std::ldexp(static_cast<double>(plan.kept_rate), -32);
  const double growth = std::log1p(keep * std::expm1(e / g)) - e;
  return std::exp(-e * static_cast<double>(plan.size_slack) + size * growth) / (1.0 + std::exp(-e));
}

double columns_of(double g, double slack, const std::vector<std::int64_t>& released) {
  double sum = 0.0;
  for (const std::int64_t size : released) sum += g * std::max(0.0, static_cast<double>(size) + slack);
  return sum;
}

TEST(PlanColumnsTest, KeepsTheBoundAtLeastCost) {
  const std::vector<std::vector<std::int64_t>> releases = {
      {0}, {-30, 2, 5, 9}, std::vector<std::int64_t>(100, 40), {3, 3, 3, 3, 3, 900}, {100000, 80000}};
  for (const double e : {0.05, 0.1, 0.25, 0.5, 1.0, 3.0, 10.0}) {
    for (const double keep : {0.01, 0.2, 0.5, 2.0 / 3.0, 0.9, 0.999}) {
      for (const auto& released : releases) {
        const column_plan plan = plan_columns(keep, epsilon::from_nats(e), released);
        ASSERT_GE(plan.kept_rate, 1U);
        ASSERT_LE(plan.kept_rate, one);
        ASSERT_GE(std::ldexp(static_cast<double>(plan.kept_rate), -32), keep);
        const double noise = -std::log(8e-5 * (1.0 + std::exp(-e))) / e;
        const double plausible = static_cast<double>(*std::ranges::max_element(released)) + noise;
        for (const double share : {0.0, 0.1, 0.5, 1.0})
          EXPECT_LE(hidden_bound(keep, e, plan, std::max(0.0, share * plausible)), 8e-5 * (1.0 + 1e-6))
              << e << " " << keep;
        // The end of the trade at which any size is covered by the noise's own slack.
        const double last = e / std::log1p(std::expm1(e) / keep);
        const double g = std::ldexp(static_cast<double>(plan.kept_rate), -32);
        EXPECT_LE(columns_of(g, static_cast<double>(plan.size_slack), released),
                  columns_of(last, std::ceil(noise) + 1.0, released) * (1.0 + 1e-6) + 1e-6)
            << e << " " << keep;
        EXPECT_GE(static_cast<double>(plan.size_slack), std::floor(noise));
      }
    }
  }
}

// So large that binomial spread costs more slack than a larger rate: the plan takes the page's
// formulas.
TEST(PlanColumnsTest, ManyEntriesTakeTheRateThatCoversEverySize) {
  const double e = 0.5, keep = 2.0 / 3.0;
  const column_plan plan =
      plan_columns(keep, epsilon::from_nats(e), std::vector<std::int64_t>{1'000'000'000});
  EXPECT_NEAR(std::ldexp(static_cast<double>(plan.kept_rate), -32),
              e / std::log(1.0 + (std::exp(e) - 1.0) / keep), 1e-9);
  EXPECT_NEAR(static_cast<double>(plan.size_slack), -std::log(8e-5 * (1.0 + std::exp(-e))) / e, 2.0);
}

TEST(PlanColumnsTest, TinyBudgetsAndHugeNumbersGiveAPlanThatALayoutTakes) {
  for (const std::uint64_t units : {std::uint64_t{1}, std::uint64_t{1000}, one / 1000, 64 * one}) {
    for (const double keep : {0x1.0p-40, 1e-6, 0.5, 1.0 - 0x1.0p-40}) {
      for (const std::int64_t number : {-(std::int64_t{1} << 48), std::int64_t{0}, std::int64_t{1} << 48}) {
        const column_plan plan =
            plan_columns(keep, epsilon::from_units(units), std::vector<std::int64_t>{number, 3});
        EXPECT_TRUE(plan.kept_rate >= 1 && plan.kept_rate <= one) << units << " " << keep << " " << number;
        EXPECT_LE(plan.size_slack, one);
      }
    }
  }
}

}  // namespace
}  // namespace edgeldp
