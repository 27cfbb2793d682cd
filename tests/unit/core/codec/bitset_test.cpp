// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/bitset.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

#include "support/selection.hpp"
#include "support/simd_targets.hpp"

namespace edgeldp {
namespace {

std::vector<std::uint64_t> random_bits(std::size_t words, std::mt19937_64& random) {
  std::vector<std::uint64_t> bits(words);
  for (std::uint64_t& word : bits) word = random();
  return bits;
}

TEST(BitsetTest, CountsAndSelectsPositionsAsOneByOneOnEveryTarget) {
  std::mt19937_64 random(1);
  for (const std::size_t words : {1U, 2U, 7U, 100U}) {
    const std::vector<std::uint64_t> bits = random_bits(words, random);
    for (const std::size_t count :
         {0U, 1U, 3U, 8U, 15U, 16U, 17U, 49U, 60U, 63U, 64U, 65U, 127U, 128U, 1000U}) {
      std::vector<std::uint32_t> positions(count);
      for (std::uint32_t& p : positions) p = static_cast<std::uint32_t>(random() % (64 * words));
      std::uint64_t expected = 0;
      for (const std::uint32_t p : positions) expected += (bits[p >> 6] >> (p & 63)) & 1;
      test::for_each_vector_target([&](const char* target) {
        EXPECT_EQ(count_selected(bits, positions), expected) << target << ", " << count << " of " << words;
        std::vector<std::uint64_t> selected((count + 63) / 64, ~std::uint64_t{0});
        select_bits(bits, positions, selected);
        EXPECT_EQ(selected,
                  test::select_one_by_one(
                      positions, [&](std::uint32_t p) { return ((bits[p >> 6] >> (p & 63)) & 1) != 0; }))
            << target;
      });
    }
  }
}

TEST(BitsetTest, CountsRepeatedPositionsAsOftenAsTheyAreListed) {
  const std::vector<std::uint64_t> bits = {2, std::uint64_t{1} << 63};
  EXPECT_EQ(count_selected(bits, std::vector<std::uint32_t>{1, 1, 0, 127, 127, 127, 126}), 5U);
}

TEST(BitsetTest, CountsTheIntersectionOnEveryTarget) {
  std::mt19937_64 random(2);
  for (const std::size_t words : {0U, 1U, 3U, 4U, 8U, 9U, 257U}) {
    const std::vector<std::uint64_t> a = random_bits(words, random), b = random_bits(words, random);
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < words; ++i)
      expected += static_cast<std::uint64_t>(std::popcount(a[i] & b[i]));
    test::for_each_vector_target(
        [&](const char* target) { EXPECT_EQ(count_common(a, b), expected) << target << ", " << words; });
  }
}

}  // namespace
}  // namespace edgeldp
