// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/sparse_array.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace edgeldp {
namespace {

TEST(SparseArrayTest, IsZeroUntilItIsSet) {
  sparse_array<std::uint64_t> numbers;
  EXPECT_EQ(numbers.at(0), 0U);
  EXPECT_EQ(numbers.at(std::uint64_t{1} << 60), 0U);
  for (const std::uint64_t index : {0U, 63U, 64U, 1000U}) numbers[index] = index + 1;
  numbers[std::uint64_t{1} << 60] += 5;
  for (const std::uint64_t index : {0U, 63U, 64U, 1000U}) EXPECT_EQ(numbers.at(index), index + 1);
  EXPECT_EQ(numbers.at(std::uint64_t{1} << 60), 5U);
  for (const std::uint64_t index : {1U, 62U, 65U, 999U, 1001U}) EXPECT_EQ(numbers.at(index), 0U);
}

TEST(SparseArrayTest, ReadersAndWritersGoAnywhere) {
  sparse_array<std::uint64_t> numbers;
  sparse_array<std::uint64_t>::writer write(numbers);
  const std::array<std::uint64_t, 8> places = {
      70, 3, 71, 1000, 64, std::uint64_t{1} << 60, 5, ~std::uint64_t{0}};
  for (const std::uint64_t index : places) write[index] = index ^ 1;
  sparse_array<std::uint64_t>::reader read(numbers);
  for (const std::uint64_t index : places) {
    EXPECT_EQ(numbers.at(index), index ^ 1);
    EXPECT_EQ(read.at(index), index ^ 1);
    EXPECT_EQ(read.at(index ^ 0x800), 0U) << "a page that is not there";
    EXPECT_EQ(read.at(index), index ^ 1);
  }
}

TEST(SparseArrayTest, CopiesAreApart) {
  sparse_array<std::uint64_t> numbers;
  numbers[7] = 1;
  sparse_array<std::uint64_t> copy = numbers;
  copy[7] = 2;
  EXPECT_EQ(numbers.at(7), 1U);
  EXPECT_EQ(copy.at(7), 2U);
}

}  // namespace
}  // namespace edgeldp
