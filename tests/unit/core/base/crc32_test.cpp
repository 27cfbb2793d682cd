// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/crc32.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace edgeldp {
namespace {

TEST(Crc32Test, IsThatOfTheStandard) {
  EXPECT_EQ(crc32(""), 0U);
  EXPECT_EQ(crc32(std::span<const std::byte>()), 0U);
  EXPECT_EQ(crc32("123456789"), 0xcbf43926U);  // the check value that catalogues of CRCs name
  EXPECT_EQ(crc32("The quick brown fox jumps over the lazy dog"), 0x414fa339U);
}

/// Bit by bit, by the polynomial of the standard.
std::uint32_t crc32_by_bits(std::span<const std::byte> bytes) {
  std::uint32_t remainder = ~0U;
  for (const std::byte byte : bytes) {
    remainder ^= std::to_integer<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) remainder = remainder >> 1 ^ ((remainder & 1) != 0 ? 0xedb88320U : 0);
  }
  return ~remainder;
}

TEST(Crc32Test, IsTheRemainderOfEveryLengthAndOfPartsOneBehindTheOther) {
  std::mt19937 random(1);
  std::vector<std::byte> bytes;
  for (int length = 0; length < 300; ++length) {
    const std::uint32_t whole = crc32_by_bits(bytes);
    ASSERT_EQ(crc32(bytes), whole) << length;
    const std::size_t cut = random() % (bytes.size() + 1);
    const auto all = std::span<const std::byte>(bytes);
    ASSERT_EQ(crc32(all.subspan(cut), crc32(all.first(cut))), whole) << length << " cut at " << cut;
    bytes.push_back(static_cast<std::byte>(random()));
  }
}

}  // namespace
}  // namespace edgeldp
