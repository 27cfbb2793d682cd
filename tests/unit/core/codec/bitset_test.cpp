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

TEST(BitsetTest, CountsWhatRowsShareOnEveryTarget) {
  std::mt19937_64 random(4);
  constexpr std::size_t stride = 301;
  for (const std::size_t words : {0U, 1U, 3U, 4U, 8U, 9U, 300U})
    for (const std::size_t rows : {0U, 1U, 3U, 4U, 9U}) {
      const std::vector<std::uint64_t> all = random_bits(rows * stride + 1, random),
                                       bits = random_bits(words, random);
      std::vector<std::uint32_t> expected(rows);
      for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t i = 0; i < words; ++i)
          expected[r] += static_cast<std::uint32_t>(std::popcount(all[r * stride + i] & bits[i]));
      test::for_each_vector_target([&](const char* target) {
        std::vector<std::uint32_t> counts(rows, 9);
        count_common_with_rows(all.data(), stride, bits, counts);
        EXPECT_EQ(counts, expected) << target << ", " << rows << " of " << words;
      });
    }
}

TEST(BitsetTest, SumsSelectedNumbersInPartsOnEveryTarget) {
  std::mt19937_64 random(5);
  for (const std::size_t words : {1U, 5U, 16U})
    for (const std::size_t width : {0U, 1U, 2U, 3U, 4U, 5U})
      for (const std::size_t part : {1U, 4U, 16U}) {
        const std::vector<std::uint64_t> bits = random_bits(words, random);
        std::vector<std::uint8_t> bytes(64 * words * width + 1);
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
        std::vector<std::uint64_t> expected((words + part - 1) / part);
        for (std::size_t x = 0; x < 64 * words; ++x) {
          if ((bits[x / 64] >> (x % 64) & 1) == 0) continue;
          for (std::size_t b = 0; b < width; ++b)
            expected[x / 64 / part] += std::uint64_t{bytes[64 * (x / 64 * width + b) + x % 64]} << (8 * b);
        }
        test::for_each_vector_target([&](const char* target) {
          std::vector<std::uint64_t> sums(expected.size(), 9);
          sum_selected_in_parts(bits, bytes, width, part, sums);
          EXPECT_EQ(sums, expected) << target << ", " << words << " words, " << width << " bytes";
        });
      }
}

}  // namespace
}  // namespace edgeldp
