// SPDX-License-Identifier: MIT
#include "collect/task/web_address.hpp"

#include <gtest/gtest.h>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::test {

namespace {

using collect::host_and_port;
using collect::parse_host_and_port;
using collect::parse_web_address;
using collect::web_address;

TEST(WebAddressTest, PartsOfAnAddress) {
  EXPECT_EQ(parse_web_address("http://example.org"), (web_address{false, {"example.org", 80}, ""}));
  EXPECT_EQ(parse_web_address("https://example.org/"), (web_address{true, {"example.org", 443}, ""}));
  EXPECT_EQ(parse_web_address("http://127.0.0.1:8080/a/b//"),
            (web_address{false, {"127.0.0.1", 8080}, "/a/b"}));
  EXPECT_EQ(parse_web_address("https://[::1]:9/x"), (web_address{true, {"::1", 9}, "/x"}));
  EXPECT_EQ(parse_web_address("http://[::1]"), (web_address{false, {"::1", 80}, ""}));
  EXPECT_EQ(parse_web_address("HTTP://a:8"), parse_web_address("http://a:8"));
  EXPECT_EQ(parse_web_address("Https://a"), parse_web_address("https://a"));
}

TEST(WebAddressTest, OriginsAreWhatBrowsersWrite) {
  EXPECT_EQ(parse_web_address("HTTPS://Pages.Example.org/a").origin(), "https://pages.example.org");
  EXPECT_EQ(parse_web_address("https://pages.example.org:8443").origin(), "https://pages.example.org:8443");
  EXPECT_EQ(parse_web_address("https://a:80").origin(), "https://a:80");
  EXPECT_EQ(parse_web_address("http://a:80").origin(), "http://a");
  EXPECT_EQ(parse_web_address("http://[::1]:9").origin(), "http://[::1]:9");
}

TEST(WebAddressTest, OtherTextsAreRefused) {
  for (const char* text : {"",
                           "votes/public",
                           "ftp://example.org",
                           "http://",
                           "http:///x",
                           "http://:80",
                           "http://a:0",
                           "http://a:65536",
                           "http://a:-1",
                           "http://a:8x",
                           "http://a:",
                           "http://me@example.org",
                           "http://me:secret@example.org",
                           "http://a/?x",
                           "http://a/#x",
                           "http://a b",
                           "http://a\r\nHost: b",
                           "http://[::1",
                           "http://[]",
                           "http://::1/",
                           "http://\xC3\xA9.org"})
    EXPECT_THROW(parse_web_address(text), invalid_parameter) << text;
  EXPECT_FALSE(collect::is_web_address("./http://a"));
  EXPECT_TRUE(collect::is_web_address("https://a"));
}

TEST(WebAddressTest, AnAddressWithoutItsBeginning) {
  for (const char* text : {"127.0.0.1:8080", "localhost:80", "votes.example.org:443/a", "[::1]:8080"})
    EXPECT_TRUE(collect::lacks_scheme(text)) << text;
  for (const char* text : {"votes/public", "votes", "http://a:8", "c:", "a:b", "./a:8080", ""})
    EXPECT_FALSE(collect::lacks_scheme(text)) << text;
  EXPECT_EQ(collect::scheme_is_missing("a:80"),
            "a:80: http:// is missing: write http://a:80, or https://a:80");
}

TEST(WebAddressTest, HostsAndPorts) {
  EXPECT_EQ(parse_host_and_port("127.0.0.1:0"), (host_and_port{"127.0.0.1", 0}));
  EXPECT_EQ(parse_host_and_port("[::]:65535"), (host_and_port{"::", 65535}));
  for (const char* text : {"", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "a:99999", "::1:80", "[::1]80"})
    EXPECT_THROW(parse_host_and_port(text), invalid_parameter) << text;
  for (const char* text : {"127.0.0.1:8080", "[::1]:80", "localhost:1"})
    EXPECT_EQ(parse_host_and_port(text).text(), text);
}

}  // namespace

}  // namespace edgeldp::test
