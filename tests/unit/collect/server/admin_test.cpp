// SPDX-License-Identifier: MIT
#include "collect/server/admin.hpp"

#include <gtest/gtest.h>

#include <string>

#include "edgeldp/core/base/error.hpp"
#include "support/small_collection.hpp"

namespace edgeldp::test {

namespace {

using collect::admin_access;
using claims = admin_access::claims;

TEST(AdminTest, OnlyItsOwnPageIsFromHere) {
  const admin_access access(8123);
  for (const char* host : {"127.0.0.1:8123", "localhost:8123", "[::1]:8123"}) {
    const std::string own = std::string("http://") + host;
    EXPECT_TRUE(access.is_from_here({{host}, {}, {}})) << host;
    EXPECT_TRUE(access.is_from_here({{host}, {own}, {}})) << host;
    EXPECT_FALSE(access.is_from_here({{host}, {"http://evil.example"}, {}}));
    EXPECT_FALSE(access.is_from_here({{host}, {"null"}, {}}));
    EXPECT_FALSE(access.is_from_here({{host}, {""}, {}}));
    EXPECT_FALSE(access.is_from_here({{host}, {own + "0"}, {}}));
    EXPECT_FALSE(access.is_from_here({{host}, {std::string("https://") + host}, {}}));
    EXPECT_FALSE(access.is_from_here({{host}, {own, "http://evil.example"}, {}}));
    EXPECT_FALSE(access.is_from_here({{host, host}, {}, {}}));
  }
  // Both are names of this desk, and yet two origins.
  EXPECT_FALSE(access.is_from_here({{"127.0.0.1:8123"}, {"http://localhost:8123"}, {}}));
  for (const char* host :
       {"", "127.0.0.1", "127.0.0.1:8124", "evil.example:8123", "localhost.evil.example:8123",
        "127.0.0.1:8123.evil.example", "LOCALHOST:8123 ", "0.0.0.0:8123"})
    EXPECT_FALSE(access.is_from_here({{host}, {}, {}})) << host;
  EXPECT_FALSE(access.is_from_here({{}, {}, {}}));
}

TEST(AdminTest, OnlyTheTokenIsAllowed) {
  const admin_access access(1), another(1);
  EXPECT_EQ(access.token().size(), 32U);
  EXPECT_NE(access.token(), another.token());
  const std::string right = "Bearer " + access.token();
  EXPECT_TRUE(access.is_allowed({{}, {}, {right}}));
  std::string wrong = right;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  for (const std::string& given :
       {wrong, right + " ", right + "0", right.substr(0, right.size() - 1), access.token(),
        "Basic " + access.token(), std::string("Bearer "), std::string()})
    EXPECT_FALSE(access.is_allowed({{}, {}, {given}})) << given;
  EXPECT_FALSE(access.is_allowed({{}, {}, {}}));
  EXPECT_FALSE(access.is_allowed({{}, {}, {right, right}}));
}

TEST(AdminTest, RequestsAreWhatTheyShouldBeOrRefused) {
  using collect::read_admin_request;
  EXPECT_EQ(read_admin_request(R"({"round":"degree 0"})", false).round, "degree 0");
  EXPECT_EQ(read_admin_request(R"({"round":"degree 0","seconds":60})", true).seconds, 60U);
  for (const char* json :
       {"", "{}", "[]", R"({"round":1})", R"({"round":"a","seconds":1})", R"({"round":"a","round":)"})
    EXPECT_THROW(read_admin_request(json, false), format_error) << json;
  for (const char* json : {R"({"round":"a"})", R"({"round":"a","seconds":-1})",
                           R"({"round":"a","seconds":1.5})", R"({"round":"a","seconds":0})",
                           R"({"round":"a","seconds":"1"})", R"({"round":"a","seconds":1,"more":1})"})
    EXPECT_THROW(read_admin_request(json, true), format_error) << json;
}

TEST(AdminTest, AClickThatComesTooLateDoesNothing) {
  small_collection c;
  everybody all(c);
  const std::string joining = open_round_name(c.collector->status());
  all.say();
  const std::string degree = open_round_name(c.collector->status());
  EXPECT_NE(joining, degree);
  EXPECT_NE(act_on(*c.collector, {joining, 0}, c.now), "");
  EXPECT_NE(act_on(*c.collector, {joining, 60}, c.now), "");
  EXPECT_EQ(open_round_name(c.collector->status()), degree);
  EXPECT_EQ(act_on(*c.collector, {degree, 60}, c.now), "");
  EXPECT_EQ(c.collector->status().closes, c.now + 160);
  all.clients.pop_back();
  all.say();
  EXPECT_EQ(act_on(*c.collector, {degree, 0}, c.now), "");
  EXPECT_NE(open_round_name(c.collector->status()), degree);
}

}  // namespace

}  // namespace edgeldp::test
