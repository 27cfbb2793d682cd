// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/wide_numbers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp {
namespace {

TEST(WideNumbersTest, HoldsNumbersOfEveryLength) {
  constexpr int128 least = std::numeric_limits<std::int64_t>::min(),
                   most = std::numeric_limits<std::int64_t>::max();
  const std::vector<int128> truth{
      0, 1, -1, most, most + 1, least + 1, least, least - 1, int128{1} << 120, -(int128{1} << 120)};
  wide_numbers held(truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i) EXPECT_TRUE(held[i] == 0);
  for (std::size_t i = 0; i < truth.size(); ++i) held.set(i, truth[i]);
  int128 sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    EXPECT_TRUE(held[i] == truth[i]) << i;
    sum += truth[i];
  }
  EXPECT_TRUE(held.sum() == sum);
  held.set(8, 5);  // a short one where a long one was, and the other way round
  held.set(1, most + 7);
  EXPECT_TRUE(held[8] == 5);
  EXPECT_TRUE(held[1] == most + 7);
  EXPECT_EQ(held.size(), truth.size());
}

TEST(WideNumbersTest, IsSetByManyThreads) {
  constexpr std::uint64_t count = 20'000;
  wide_numbers held(count);
  const auto number = [](std::uint64_t i) { return static_cast<int128>(i) << (i % 3 == 0 ? 64 : 2); };
  const thread_limit threads(4);
  parallel_for(0, count, 64, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) held.set(i, number(i));
  });
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_TRUE(held[i] == number(i)) << i;
}

}  // namespace
}  // namespace edgeldp
