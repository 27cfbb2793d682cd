// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/rising_numbers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace edgeldp {
namespace {

using number_list = std::vector<std::uint32_t>;

void expect_holds(const number_list& truth, std::uint64_t limit) {
  const rising_numbers held(truth, limit);
  ASSERT_EQ(held.size(), truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) ASSERT_EQ(held.at(i), truth[i]) << i;
  for (const std::size_t first : {std::size_t{0}, truth.size() / 3, truth.size()}) {
    std::size_t next = first;
    held.for_each(first, truth.size(), [&](std::size_t index, std::uint32_t number) {
      ASSERT_EQ(index, next++);
      ASSERT_EQ(number, truth[index]);
    });
    EXPECT_EQ(next, truth.size());
  }
  EXPECT_EQ(held, rising_numbers(truth, limit));
}

/// Each number below the limit with a chance.
number_list some_below(std::uint64_t limit, double chance, std::uint64_t seed) {
  std::mt19937_64 coins(seed);
  std::bernoulli_distribution is_in(chance);
  number_list some;
  for (std::uint64_t x = 0; x < limit; ++x)
    if (is_in(coins)) some.push_back(static_cast<std::uint32_t>(x));
  return some;
}

TEST(RisingNumbersTest, HoldsWhatItWasGiven) {
  constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  constexpr std::uint64_t any = std::uint64_t{most} + 1;
  expect_holds({}, 0);
  expect_holds({}, 17);
  expect_holds({0}, 1);
  expect_holds({most}, any);
  expect_holds({0, most}, any);
  expect_holds({0, 1, 2, most - 1, most}, any);
  for (const double chance : {0.001, 0.1, 0.5, 0.9, 1.0})
    for (const std::uint64_t limit : {63U, 64U, 65U, 1000U, 20000U})
      expect_holds(some_below(limit, chance, limit), limit);
}

/// Hubs at the front and nobody for long: ones and zeros of the gaps lie apart.
TEST(RisingNumbersTest, HoldsNumbersThatCluster) {
  number_list clustered(5000);
  std::iota(clustered.begin(), clustered.end(), 0U);
  for (std::uint32_t i = 0; i < 300; ++i) clustered.push_back(4'000'000'000U + 7 * i);
  expect_holds(clustered, std::uint64_t{1} << 32);
}

TEST(RisingNumbersTest, OtherNumbersAreNotEqual) {
  const number_list some = some_below(1000, 0.3, 1);
  number_list fewer = some, other = some;
  fewer.pop_back();
  other.back() = 999;
  ASSERT_NE(some.back(), 999U);
  EXPECT_NE(rising_numbers(some, 1000), rising_numbers(fewer, 1000));
  EXPECT_NE(rising_numbers(some, 1000), rising_numbers(other, 1000));
}

}  // namespace
}  // namespace edgeldp
