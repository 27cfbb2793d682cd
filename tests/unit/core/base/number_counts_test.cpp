// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/number_counts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp {
namespace {

using entries = std::vector<number_counts::entry>;

TEST(NumberCountsTest, NumbersComeInOrderWithHowOftenTheyOccur) {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  number_counts counts;
  EXPECT_TRUE(counts.sorted().empty());
  for (const std::int64_t x : {std::int64_t{3}, std::int64_t{-1}, std::int64_t{3}, least}) counts.add(x);
  counts.add(7, 5);
  EXPECT_EQ(counts.sorted(), (entries{{least, 1}, {-1, 1}, {3, 2}, {7, 5}}));
  number_counts others;
  others.add(3);
  others.add(8);
  counts.add(others);
  EXPECT_EQ(counts.sorted(), (entries{{least, 1}, {-1, 1}, {3, 3}, {7, 5}, {8, 1}}));
}

/// More numbers than one thread counts in a go.
TEST(NumberCountsTest, CountsTheSameWithEveryNumberOfThreads) {
  std::mt19937_64 coins(1);
  std::vector<std::int64_t> numbers(1'000'000);
  std::map<std::int64_t, std::uint64_t> truth;
  for (std::int64_t& x : numbers) ++truth[x = static_cast<std::int64_t>(coins() % 1000) - 500];
  entries expected;
  for (const auto& [number, times] : truth) expected.push_back({number, times});
  for (const unsigned threads : {1U, 2U, 5U}) {
    const thread_limit limit(threads);
    EXPECT_EQ(number_counts(numbers).sorted(), expected) << threads;
  }
  EXPECT_TRUE(number_counts(std::vector<std::int64_t>()).sorted().empty());
}

}  // namespace
}  // namespace edgeldp
