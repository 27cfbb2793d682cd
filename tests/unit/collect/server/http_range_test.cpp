// SPDX-License-Identifier: MIT
#include "collect/server/http_range.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace edgeldp::test {

namespace {

using collect::asked_range;
using collect::parse_range;
using enum collect::asked_range::kind;

TEST(HttpRangeTest, OneRangeIsServed) {
  EXPECT_EQ(parse_range("bytes=0-", 10), (asked_range{part, 0, 10}));
  EXPECT_EQ(parse_range("bytes=4-", 10), (asked_range{part, 4, 6}));
  EXPECT_EQ(parse_range("bytes=4-4", 10), (asked_range{part, 4, 1}));
  EXPECT_EQ(parse_range("bytes=9-9", 10), (asked_range{part, 9, 1}));
  EXPECT_EQ(parse_range("bytes=4-99", 10), (asked_range{part, 4, 6}));
  EXPECT_EQ(parse_range("bytes=4-99999999999999999999999999", 10), (asked_range{part, 4, 6}));
  EXPECT_EQ(parse_range("bytes=004-05", 10), (asked_range{part, 4, 2}));
  EXPECT_EQ(parse_range("bytes=18446744073709551613-", UINT64_MAX), (asked_range{part, UINT64_MAX - 2, 2}));
}

TEST(HttpRangeTest, BehindTheEndThereIsNone) {
  EXPECT_EQ(parse_range("bytes=10-", 10).what, unsatisfiable);
  EXPECT_EQ(parse_range("bytes=10-12", 10).what, unsatisfiable);
  EXPECT_EQ(parse_range("bytes=0-", 0).what, unsatisfiable);
  EXPECT_EQ(parse_range("bytes=99999999999999999999999999-", 10).what, unsatisfiable);
}

TEST(HttpRangeTest, WhatIsNoneIsIgnored) {
  for (const char* header : {"", "bytes", "bytes=", "bytes=-", "bytes=-5", "bytes=5", "bytes=a-", "bytes=1-b",
                             "bytes=5-4", "bytes=1-2,4-5", "bytes= 1-2", "bytes=1-2 ", "bytes=+1-2",
                             "bytes=1--2", "bytes=0x1-2", "Bytes=1-2", "chars=1-2", "1-2"})
    EXPECT_EQ(parse_range(header, 10), (asked_range{whole, 0, 10})) << header;
}

}  // namespace

}  // namespace edgeldp::test
