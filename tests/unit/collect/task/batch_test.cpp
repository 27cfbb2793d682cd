// SPDX-License-Identifier: MIT
#include "collect/task/batch.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::test {

namespace {

using collect::read_batch;
using collect::write_batch;

byte_string bytes(std::initializer_list<int> values) {
  byte_string all;
  for (const int v : values) all.push_back(static_cast<std::byte>(v));
  return all;
}

TEST(BatchTest, MessagesComeBackInTheirOrder) {
  const std::vector<byte_string> messages = {bytes({1, 2, 3}), {}, byte_string(300, std::byte{7})};
  const byte_string batch = write_batch(messages);
  EXPECT_EQ(byte_string(batch.begin(), batch.begin() + 7), bytes({3, 0, 0, 0, 1, 2, 3}));
  const auto read = read_batch(batch);
  ASSERT_EQ(read.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(std::ranges::equal(read[i], messages[i])) << i;
  EXPECT_TRUE(read_batch({}).empty());
}

TEST(BatchTest, WhatIsCutIsRefused) {
  const byte_string batch = write_batch(std::vector<byte_string>{bytes({1, 2, 3}), bytes({4})});
  for (std::size_t size = 1; size < batch.size(); ++size) {
    if (size == 7) continue;  // the first message alone
    EXPECT_THROW(read_batch(std::span(batch).first(size)), format_error) << size;
  }
  EXPECT_THROW(read_batch(bytes({255, 255, 255, 255, 1})), format_error);
}

TEST(BatchTest, BoundsAreKept) {
  EXPECT_EQ(read_batch(write_batch(std::vector<byte_string>(collect::most_in_batch))).size(),
            collect::most_in_batch);
  EXPECT_THROW(read_batch(write_batch(std::vector<byte_string>(collect::most_in_batch + 1))), format_error);
  EXPECT_EQ(read_batch(write_batch(std::vector<byte_string>{byte_string(collect::longest_batch - 4)})).size(),
            1U);
  EXPECT_THROW(read_batch(write_batch(std::vector<byte_string>{byte_string(collect::longest_batch - 3)})),
               format_error);
}

}  // namespace

}  // namespace edgeldp::test
