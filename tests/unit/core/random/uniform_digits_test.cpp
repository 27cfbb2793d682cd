// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/uniform_digits.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {
namespace {

TEST(UniformDigitsTest, KeepsEveryDigitOfEveryNumber) {
  simulation_randomness coins(3, 1, 1);
  uniform_digits digits(coins);
  std::vector<std::uint64_t> first, second, third;
  for (int i = 0; i < 1000; ++i) {
    first.push_back(digits.next());
    if (i % 7 == 0) second.push_back(digits.further(1));
  }
  digits.rewind();
  for (int i = 0; i < 1500; ++i) {
    const std::uint64_t digit = digits.next();
    if (i < 1000) {
      ASSERT_EQ(digit, first[static_cast<std::size_t>(i)]);
    }
    third.push_back(digits.further(2));
    if (i < 1000 && i % 7 == 0) {
      ASSERT_EQ(digits.further(1), second[static_cast<std::size_t>(i / 7)]);
    }
  }
  digits.rewind();
  for (const std::uint64_t digit : third) {
    digits.next();
    ASSERT_EQ(digits.further(2), digit);
  }
}

TEST(UniformDigitsTest, DrawsEachDigitOnceAndFreshOnesAfterARestart) {
  simulation_randomness coins(4, 1, 1), same(4, 1, 1);
  uniform_digits digits(coins);
  std::set<std::uint64_t> seen, drawn;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 700; ++i) {
      seen.insert(digits.next());
      seen.insert(digits.further(3));
      seen.insert(digits.further(1));
      seen.insert(digits.further(2));
    }
    digits.restart();
  }
  for (int i = 0; i < 3 * 700 * 4; ++i) drawn.insert(same());
  EXPECT_EQ(seen, drawn);
}

}  // namespace
}  // namespace edgeldp
