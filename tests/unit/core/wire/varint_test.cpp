// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/varint.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

constexpr int128 largest_integer = static_cast<int128>(~uint128{0} >> 1);

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

int128 read_all(const std::vector<std::byte>& bytes, int128 limit = largest_integer) {
  std::size_t position = 0;
  const int128 value = read_integer(bytes, position, limit);
  EXPECT_EQ(position, bytes.size());
  return value;
}

TEST(VarintTest, WritesKnownBytes) {
  EXPECT_EQ(integer_message(0), bytes_of({0}));
  EXPECT_EQ(integer_message(-1), bytes_of({1}));
  EXPECT_EQ(integer_message(1), bytes_of({2}));
  EXPECT_EQ(integer_message(63), bytes_of({126}));
  EXPECT_EQ(integer_message(-64), bytes_of({127}));
  EXPECT_EQ(integer_message(64), bytes_of({0x80, 1}));
  EXPECT_EQ(integer_message(largest_integer).size(), 19U);
}

TEST(VarintTest, IntegersComeBackAtEveryMagnitude) {
  for (unsigned shift = 0; shift < 127; ++shift) {
    for (const int128 near : {int128{-1}, int128{0}, int128{1}}) {
      const int128 value = (static_cast<int128>(1) << shift) + (shift == 0 ? 0 : near);
      EXPECT_TRUE(read_all(integer_message(value)) == value) << shift;
      EXPECT_TRUE(read_all(integer_message(-value)) == -value) << shift;
    }
  }
  EXPECT_TRUE(read_all(integer_message(largest_integer)) == largest_integer);
}

TEST(VarintTest, ReadsOneAfterAnother) {
  std::vector<std::byte> bytes;
  for (int value = -200; value <= 200; ++value) append_integer(bytes, value);
  std::size_t position = 0;
  for (int value = -200; value <= 200; ++value) EXPECT_TRUE(read_integer(bytes, position, 200) == value);
  EXPECT_EQ(position, bytes.size());
}

TEST(VarintTest, RefusesValuesOutsideTheLimit) {
  EXPECT_TRUE(read_all(integer_message(100), 100) == 100);
  EXPECT_TRUE(read_all(integer_message(-100), 100) == -100);
  EXPECT_THROW(read_all(integer_message(101), 100), format_error);
  EXPECT_THROW(read_all(integer_message(-101), 100), format_error);
  EXPECT_THROW(read_all(integer_message(-largest_integer - 1)), format_error);
}

TEST(VarintTest, RefusesTruncatedOverlongAndOversizedIntegers) {
  EXPECT_THROW(read_all({}), format_error);
  EXPECT_THROW(read_all(bytes_of({0x80})), format_error);
  EXPECT_THROW(read_all(bytes_of({0x80, 0x00})), format_error);
  EXPECT_THROW(read_all(bytes_of({0x82, 0x80, 0x00})), format_error);
  EXPECT_THROW(read_all(std::vector<std::byte>(19, std::byte{0xff})), format_error);
  std::vector<std::byte> wide(18, std::byte{0xff});
  wide.push_back(std::byte{0x04});
  EXPECT_THROW(read_all(wide), format_error);
}

TEST(VarintTest, NamesTheOffsetFromItsBase) {
  const auto bytes = bytes_of({2, 0x80});
  std::size_t position = 1;
  try {
    read_integer(bytes, position, 10, 1000);
    FAIL() << "accepted";
  } catch (const format_error& e) {
    EXPECT_EQ(e.offset(), 1001U);
  }
}

}  // namespace
}  // namespace edgeldp
