// SPDX-License-Identifier: MIT
// What synthetic graphs are made of, as results keep it: it comes back to the bit, and what is
// damaged is refused by name.
#include "results/wanted.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::test {

namespace {

using results::kept_wanted;
using results::read_wanted;
using results::record;
using ::testing::HasSubstr;

kept_wanted some_wanted() {
  kept_wanted kept{{}, release_key{0x0123456789abcdef}};
  kept.wanted.degrees = {3, 1, 0, 2};
  kept.wanted.group_of = {0, 1, 1, 0};
  kept.wanted.group_count = 2;
  kept.wanted.ends = {1.0 / 3.0, -0.25, -0.25, 1e-17};
  kept.wanted.ends_errors = {0.1, 0.2, 0.2, 0.3};
  kept.wanted.triangles = 2.0 / 7.0;
  kept.wanted.triangles_error = 1e300;
  kept.wanted.walks = 1.0 / 9.0;
  kept.wanted.walks_error = 0.7;
  kept.wanted.classes = {{2, 0.1, 1.0 / 11.0, 0.2}, {3, 5.0}};
  return kept;
}

TEST(WantedTest, ComesBackToTheBit) {
  const kept_wanted kept = some_wanted();
  const kept_wanted again = read_wanted(record::parse(written(kept).dump()));
  EXPECT_EQ(again.key.value, kept.key.value);
  EXPECT_EQ(again.wanted.degrees, kept.wanted.degrees);
  EXPECT_EQ(again.wanted.group_of, kept.wanted.group_of);
  EXPECT_EQ(again.wanted.group_count, kept.wanted.group_count);
  EXPECT_EQ(again.wanted.ends, kept.wanted.ends);
  EXPECT_EQ(again.wanted.ends_errors, kept.wanted.ends_errors);
  EXPECT_EQ(again.wanted.triangles, kept.wanted.triangles);
  EXPECT_EQ(again.wanted.triangles_error, kept.wanted.triangles_error);
  ASSERT_EQ(again.wanted.classes.size(), 2U);
  EXPECT_EQ(again.wanted.classes[1].from, 3U);
  EXPECT_EQ(again.wanted.classes[0].triangles, 0.1);
  EXPECT_EQ(again.wanted.walks, kept.wanted.walks);
  EXPECT_EQ(again.wanted.walks_error, 0.7);
  EXPECT_EQ(again.wanted.classes[0].contact_degrees, 1.0 / 11.0);
  EXPECT_EQ(again.wanted.classes[0].contact_degrees_error, 0.2);
  EXPECT_EQ(again.wanted.classes[1].contact_degrees_error, nothing_known);
}

TEST(WantedTest, WhatIsDamagedIsRefusedByName) {
  const std::pair<const char*, const char*> damages[] = {{"key", R"("0123456789abcdeg")"},
                                                         {"key", R"("0123456789abcde")"},
                                                         {"key", "7"},
                                                         {"degrees", "-1"},
                                                         {"degrees", "[1, -1]"},
                                                         {"degrees", "[1.5]"},
                                                         {"group_of", "[4294967296]"},
                                                         {"group_count", R"("two")"},
                                                         {"ends", R"(["a"])"},
                                                         {"ends_errors", "null"},
                                                         {"triangles", "null"},
                                                         {"triangles_error", R"("0")"},
                                                         {"walks", "null"},
                                                         {"walks_error", R"("0")"},
                                                         {"classes", "[1]"},
                                                         {"classes", "1"}};
  for (const auto& [key, value] : damages) {
    record damaged = written(some_wanted());
    damaged[key] = record::parse(value);
    try {
      read_wanted(damaged);
      ADD_FAILURE() << key << ": " << value;
    } catch (const format_error& e) {
      EXPECT_THAT(std::string(e.what()), HasSubstr("'" + std::string(key) + "'"));
    }
    damaged.erase(key);
    EXPECT_THROW(read_wanted(damaged), format_error) << key;
  }
  EXPECT_THROW(read_wanted(record::array()), format_error);
}

}  // namespace

}  // namespace edgeldp::test
