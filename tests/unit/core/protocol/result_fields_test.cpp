// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/result_fields.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace edgeldp {
namespace {

TEST(ResultFieldsTest, HaveOneMeaningEach) {
  std::set<std::string_view> names;
  for (const result_field& f : result_fields()) {
    EXPECT_TRUE(names.insert(f.name).second) << f.name;
    EXPECT_TRUE(f.meaning.ends_with('.')) << f.name;
    EXPECT_EQ(find_result_field(f.name), &f) << f.name;
  }
}

TEST(ResultFieldsTest, AreFoundUnderAnyNameOfTheInputs) {
  ASSERT_NE(find_result_field("values.7.estimate"), nullptr);
  EXPECT_EQ(find_result_field("values.7.estimate")->name, "values.*.estimate");
  EXPECT_EQ(find_result_field("split.count")->name, "split.count");
  EXPECT_EQ(find_result_field("split.age")->name, "split.*");
  EXPECT_EQ(find_result_field("estimat"), nullptr);
  EXPECT_EQ(find_result_field("estimate.more"), nullptr);
  EXPECT_EQ(find_result_field("values.7"), find_result_field("values.*"));
  EXPECT_EQ(find_result_field(""), nullptr);
}

}  // namespace
}  // namespace edgeldp
