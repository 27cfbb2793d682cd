// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/line_fields.hpp"

#include <gmock/gmock.h>

#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::vector<std::string> fields_of(std::string_view line, std::string_view separators) {
  std::vector<std::string> fields;
  for (bool is_last = false; !is_last;) {
    line_field field = take_field(line, separators);
    fields.push_back(std::move(field.text));
    is_last = field.is_last;
  }
  EXPECT_TRUE(line.empty());
  return fields;
}

using name_list = std::vector<std::string>;

TEST(LineFields, AnySeparatorEndsAField) {
  EXPECT_EQ(fields_of("a;b\tc,d", ",;\t"), (name_list{"a", "b", "c", "d"}));
  EXPECT_EQ(fields_of("a;b,c", ","), (name_list{"a;b", "c"}));
  EXPECT_EQ(fields_of("", ","), (name_list{""}));
  EXPECT_EQ(fields_of(",a,", ","), (name_list{"", "a", ""}));
}

TEST(LineFields, BlanksAroundAFieldDoNotCount) {
  EXPECT_EQ(fields_of("  a b ,\tc\r", ","), (name_list{"a b", "c"}));
  EXPECT_EQ(fields_of(" a\t b \r", "\t"), (name_list{"a", "b"}));
  EXPECT_EQ(fields_of("\t", "\t"), (name_list{"", ""}));
}

TEST(LineFields, QuotesHoldSeparatorsBlanksAndQuotes) {
  EXPECT_EQ(fields_of(R"( "a, b" ,"say ""hi""","")", ","), (name_list{"a, b", R"(say "hi")", ""}));
  EXPECT_EQ(fields_of(R"(5" disk,b)", ","), (name_list{R"(5" disk)", "b"}));
}

TEST(LineFields, ALineOfBlanksOfAnyKindIsBlank) {
  for (const char* line : {"", " \t\r", "\xe2\x80\x8c", " \xc2\xa0\xe2\x80\x8b \r", "\xef\xbb\xbf"})
    EXPECT_TRUE(is_comment_line(line)) << line;
  for (const char* line : {"a", "\xc3\xa9", "\xe2\x80\x8c a"}) EXPECT_FALSE(is_comment_line(line)) << line;
}

TEST(LineFields, RefusesOpenQuotesAndTextBehindThem) {
  EXPECT_THAT([] { fields_of(R"(a,"b)", ","); },
              ThrowsMessage<invalid_parameter>(HasSubstr("quote that is not closed")));
  EXPECT_THAT([] { fields_of(R"("b""",c,"x"")", ","); },
              ThrowsMessage<invalid_parameter>(HasSubstr("closed")));
  EXPECT_THAT([] { fields_of(R"("a"b,c)", ","); },
              ThrowsMessage<invalid_parameter>(HasSubstr("text behind a closing quote")));
}

}  // namespace
}  // namespace edgeldp
