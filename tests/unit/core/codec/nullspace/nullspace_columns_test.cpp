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

constexpr std::uint64_t two_to_32 = std::uint64_t{1} << 32;
constexpr std::int64_t largest_size = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least_size = std::numeric_limits<std::int64_t>::min();

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

constexpr std::uint64_t many_positions = std::uint64_t{1} << 40;

TEST(ColumnsForProvidedTest, AddsWhatWindowsNeed) {
  static_assert(columns_for_provided(0, 1) == 0);
  EXPECT_EQ(columns_for_provided(64, 64), 64U);  // no window: the row is dense
  EXPECT_EQ(columns_for_provided(65, many_positions), 67U);
  EXPECT_EQ(columns_for_provided(69, many_positions), 71U);
  EXPECT_EQ(columns_for_provided(70, many_positions), 73U);
  EXPECT_EQ(columns_for_provided(300, many_positions), 348U);
  EXPECT_EQ(columns_for_provided(1000, many_positions), 1153U);
  EXPECT_EQ(columns_for_provided(1000, 5000), 1153U);
  EXPECT_EQ(columns_for_provided(1000, 2500), 1154U + 200);  // twice a fifth of all positions
  for (const std::uint64_t positions : {100U, 1000U, 4000U})
    for (std::uint64_t kept = 0; kept < 2000; ++kept)
      EXPECT_LT(columns_for_provided(kept, positions), columns_for_provided(kept + 1, positions));
}

constexpr row_coding plain_rows = row_coding::plain, compact_rows = row_coding::compact;

TEST(ColumnsUnderTest, ProvidesForTheRateOfThePossibleEntriesRoundedUp) {
  const auto plain_columns = [](std::int64_t released) {
    return columns_under({two_to_32 / 4 * 3, 5, plain_rows}, released, 100, 1000);
  };
  EXPECT_EQ(plain_columns(7), columns_for_kept(9));
  EXPECT_EQ(plain_columns(8), columns_for_kept(10));  // 9.75
  EXPECT_EQ(plain_columns(-4), columns_for_kept(1));  // 0.75
  EXPECT_EQ(plain_columns(-5), columns_for_kept(0));
  EXPECT_EQ(plain_columns(-1000), columns_for_kept(0));
  EXPECT_EQ(columns_under({1, 0, plain_rows}, 1, 100, 1000), columns_for_kept(1));
  const auto compact_columns = [](std::int64_t released) {
    return columns_under({two_to_32 / 4 * 3, 5, compact_rows}, released, 1000, 1000);
  };
  EXPECT_EQ(compact_columns(27), 24U);
  EXPECT_EQ(compact_columns(28), 25U);  // 24.75
  EXPECT_EQ(compact_columns(7), 16U);
  EXPECT_EQ(compact_columns(-5), 16U);
  EXPECT_EQ(compact_columns(395), columns_for_provided(300, 1000));
  EXPECT_GT(compact_columns(395), columns_for_provided(300, many_positions));
}

TEST(ColumnsUnderTest, ProvidesForTheRankAtMost) {
  for (const row_coding coding : {plain_rows, compact_rows}) {
    const column_plan plan{two_to_32, 50, coding};
    EXPECT_EQ(columns_under(plan, 1000, 0, 5000), 0U);
    EXPECT_EQ(columns_under(plan, -1000, 0, 5000), 0U);
  }
  for (const std::uint64_t rank : {1U, 2U, 63U, 1031U}) {
    EXPECT_EQ(columns_under({two_to_32, 50, plain_rows}, 1000, rank, many_positions), columns_for_kept(rank));
    EXPECT_EQ(columns_under({two_to_32, 50, plain_rows}, largest_size, rank, many_positions),
              columns_for_kept(rank));
    // Eighteen columns are left where every possible entry is kept.
    EXPECT_EQ(columns_under({two_to_32, 50}, 1000, rank, many_positions),
              columns_for_provided(rank + 18, many_positions));
    EXPECT_EQ(columns_under({two_to_32, 50}, largest_size, rank, many_positions),
              columns_for_provided(rank + 18, many_positions));
  }
  EXPECT_EQ(columns_under({two_to_32, 50}, 1000, 1033, many_positions),
            columns_for_provided(1050, many_positions));
  EXPECT_EQ(columns_under({two_to_32, 50, plain_rows}, 1000, 1051, many_positions), columns_for_kept(1050));
}

TEST(ColumnsUnderTest, GrowsWithEveryArgument) {
  const std::uint64_t rates[] = {0, 1, two_to_32 / 7, two_to_32 / 2, two_to_32};
  const std::uint64_t slacks[] = {0, 1, 17, 1000, two_to_32};
  const std::int64_t numbers[] = {-5000, -17, -1, 0, 1, 3, 40, 5000, std::int64_t{1} << 48};
  const std::uint64_t ranks[] = {0, 1, 2, 50, 4000, two_to_32 - 1};
  for (std::size_t a = 0; a + 1 < 5; ++a)
    for (std::size_t b = 0; b + 1 < 5; ++b)
      for (std::size_t c = 0; c + 1 < 9; ++c)
        for (std::size_t d = 0; d + 1 < 6; ++d) {
          for (const row_coding coding : {plain_rows, compact_rows}) {
            const auto columns = [&](std::size_t i, std::size_t j, std::size_t k, std::size_t l) {
              return columns_under({rates[i], slacks[j], coding}, numbers[k], ranks[l], two_to_32);
            };
            const std::uint64_t m = columns(a, b, c, d);
            EXPECT_LE(m, columns(a + 1, b, c, d));
            EXPECT_LE(m, columns(a, b + 1, c, d));
            EXPECT_LE(m, columns(a, b, c + 1, d));
            EXPECT_LE(m, columns(a, b, c, d + 1));
          }
        }
}

TEST(ColumnsUnderTest, HugeNumbersDoNotOverflow) {
  constexpr std::uint64_t all = ~std::uint64_t{0}, everybody = two_to_32 - 1;
  static_assert(columns_for_kept(3'700'000'000) < two_to_32, "columns are numbered by 32 bits");
  static_assert(columns_for_provided(2'100'000'000, 2'100'000'000) < two_to_32);
  for (const row_coding coding : {plain_rows, compact_rows}) {
    const std::uint64_t most = coding == plain_rows ? columns_for_kept(3'700'000'000)
                                                    : columns_for_provided(2'100'000'000, everybody);
    const std::uint64_t fewest = coding == plain_rows ? columns_for_kept(0) : 16;
    const auto columns = [&](std::uint64_t rate, std::uint64_t slack, std::int64_t released,
                             std::uint64_t rank) {
      return columns_under({rate, slack, coding}, released, rank, everybody);
    };
    EXPECT_EQ(columns(two_to_32, two_to_32, std::int64_t{1} << 48, everybody), most);
    for (const std::uint64_t rate : {two_to_32, all}) {
      for (const std::uint64_t slack : {std::uint64_t{0}, two_to_32, all}) {
        EXPECT_EQ(columns(rate, slack, largest_size, everybody), most);
        EXPECT_EQ(columns(rate, slack, largest_size, all), most);
      }
      EXPECT_EQ(columns(rate, two_to_32, least_size, all), fewest);
      EXPECT_EQ(columns(rate, all, least_size, all), most);
    }
  }
  EXPECT_EQ(columns_under({1, all, plain_rows}, largest_size, all, everybody),
            columns_for_kept(3'700'000'000));
}

/// The mean of min(1, 2^(B - K)) over noise and drops of a true size s, B = Binomial(s, keep) kept
/// rows and K provided for, summed up. The user's rank is the least that it can be.
double spanned(double keep, double e, const column_plan& plan, std::uint64_t size) {
  const double a = std::exp(-e), s = static_cast<double>(size);
  const auto reach = static_cast<std::int64_t>(40.0 / e + 2.0);
  double sum = 0.0;
  for (std::int64_t noise = -reach; noise <= reach; ++noise) {
    const double mass = (1.0 - a) / (1.0 + a) * std::exp(-e * std::abs(static_cast<double>(noise)));
    const auto provided = static_cast<double>(
        provided_under(plan, static_cast<std::int64_t>(size) + noise, std::max<std::uint64_t>(size, 1)));
    for (std::uint64_t kept = 0; kept <= size; ++kept) {
      const auto b = static_cast<double>(kept);
      sum += mass * std::min(1.0, std::exp2(b - provided)) *
             std::exp(std::lgamma(s + 1.0) - std::lgamma(b + 1.0) - std::lgamma(s - b + 1.0) +
                      b * std::log(keep) + (s - b) * std::log1p(-keep));
    }
  }
  return sum;
}

TEST(PlanColumnsTest, KeepsThePromiseAndWastesLittle) {
  const std::vector<std::vector<std::int64_t>> releases = {
      {0}, {-30, 2, 5, 9}, std::vector<std::int64_t>(100, 40), {3, 3, 3, 3, 3, 300}};
  for (const double e : {0.1, 0.25, 1.0, 3.0, 10.0}) {
    for (const double keep : {0.01, 0.2, 0.5, 2.0 / 3.0, 0.9, 0.9999}) {
      for (const auto& released : releases) {
        const column_plan plan = plan_columns(keep, epsilon::from_nats(e), released);
        ASSERT_GE(plan.kept_rate, 1U);
        ASSERT_LE(plan.kept_rate, two_to_32);
        ASSERT_GE(std::ldexp(static_cast<double>(plan.kept_rate), -32), keep);
        const auto top =
            static_cast<std::uint64_t>(std::max<std::int64_t>(0, *std::ranges::max_element(released)));
        double most = 0.0;
        for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, top / 10, top / 2, top})
          most = std::max(most, spanned(keep, e, plan, size));
        EXPECT_LE(most, 1e-4) << e << " " << keep;
        if (e < 1.0 && keep * static_cast<double>(top) > 16.0) {  // else sixteen columns are enough
          EXPECT_GE(most, 1e-5) << e << " " << keep;
        }
      }
    }
  }
}

// At the rank of one user, where 18 columns more are all there is.
TEST(PlanColumnsTest, KeepsThePromiseAtLowRanks) {
  for (const double keep : {0.5, 0.9, 0.9999}) {
    const column_plan plan = plan_columns(keep, epsilon::from_nats(0.01), std::vector<std::int64_t>{3, 1, 1});
    EXPECT_LE(spanned(keep, 0.01, plan, 1), 1e-4) << keep;
  }
}

TEST(PlanColumnsTest, NeedsFewerColumnsThanSpareOnesBesideSlack) {
  // wiki-Vote's sizes are about these; sizes at 0.14, edges at 0.6 (2 of 5 are kept).
  std::vector<std::int64_t> released;
  for (std::int64_t i = 1; i < 500; ++i) released.push_back(300 / i + i % 20);
  const column_plan plan = plan_columns(0.4, epsilon::from_nats(0.14), released);
  std::uint64_t columns = 0, with_spare = 0;
  for (const std::int64_t size : released) {
    columns += columns_under(plan, size, 7000, 7000);
    with_spare += columns_under({plan.kept_rate, plan.size_slack, plain_rows}, size, 7000, 7000);
  }
  EXPECT_LT(static_cast<double>(columns), 0.7 * static_cast<double>(with_spare));
}

// Of so many entries the spread of what is kept is a ten-thousandth: a plan needs hardly more.
TEST(PlanColumnsTest, ManyEntriesTakeHardlyMoreThanIsKept) {
  const double e = 0.25, keep = 2.0 / 3.0;
  const column_plan plan =
      plan_columns(keep, epsilon::from_nats(e), std::vector<std::int64_t>{1'000'000'000});
  const auto provided = static_cast<double>(provided_under(plan, 1'000'000'000, two_to_32));
  EXPECT_GT(provided, keep * 1e9 + 4.0 * std::sqrt(keep * (1.0 - keep) * 1e9));
  EXPECT_LT(provided, 1.002 * keep * 1e9);
  for (const std::uint64_t size : {100U, 1000U, 5000U}) EXPECT_LE(spanned(keep, e, plan, size), 1e-4);
}

TEST(PlanColumnsTest, TinyBudgetsAndHugeNumbersGiveAPlanThatALayoutTakes) {
  for (const std::uint64_t units :
       {std::uint64_t{1}, std::uint64_t{1000}, two_to_32 / 1000, 64 * two_to_32}) {
    for (const double keep : {0x1.0p-40, 1e-6, 0.5, 1.0 - 0x1.0p-40}) {
      for (const std::int64_t number : {-(std::int64_t{1} << 48), std::int64_t{0}, std::int64_t{1} << 48}) {
        const column_plan plan =
            plan_columns(keep, epsilon::from_units(units), std::vector<std::int64_t>{number, 3});
        EXPECT_TRUE(plan.kept_rate >= 1 && plan.kept_rate <= two_to_32)
            << units << " " << keep << " " << number;
        EXPECT_LE(plan.size_slack, two_to_32);
      }
    }
  }
}

}  // namespace
}  // namespace edgeldp
