// SPDX-License-Identifier: MIT
#include "collect/verbs/invitation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::test {

namespace {

using cli::invitation_link;
using cli::qr_drawing;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(InvitationTest, WhatIsSecretStandsBehindTheFragment) {
  EXPECT_EQ(invitation_link("https://a.example/take-part.html", "ann", "0123"),
            "https://a.example/take-part.html#name=ann&token=0123");
  EXPECT_EQ(invitation_link("https://a.example/", "Zo\xc3\xab & co+1%", "0123"),
            "https://a.example/#name=Zo%C3%AB%20%26%20co%2B1%25&token=0123");
}

TEST(InvitationTest, ADrawingHasTheThreeSquaresOfEachCode) {
  // The least code has 21 modules, and 4 of white around them.
  const std::string drawing = qr_drawing("a");
  EXPECT_THAT(drawing, HasSubstr("viewBox=\"0 0 29 29\""));
  EXPECT_THAT(drawing, HasSubstr("M4 4h7v1h-7z"));
  EXPECT_THAT(drawing, HasSubstr("M18 4h7v1h-7z"));
  EXPECT_THAT(drawing, HasSubstr("M4 24h7v1h-7z"));
  EXPECT_EQ(drawing, qr_drawing("a"));
  EXPECT_NE(drawing, qr_drawing("b"));
  EXPECT_THROW(qr_drawing(std::string(3000, 'x')), invalid_parameter);
}

TEST(InvitationTest, NamesAndTitlesAreNoMarkup) {
  collect::task t;
  t.title = "<b>who</b>";
  t.method = "degrees";
  t.total = epsilon::from_nats(1.0);
  const std::vector<cli::invitation> one{{"<i>ann</i>", "https://a.example/#x&y"}};
  const std::string page = cli::invitations_page(t, one);
  EXPECT_THAT(page, HasSubstr("&lt;b&gt;who&lt;/b&gt;"));
  EXPECT_THAT(page, HasSubstr("&lt;i&gt;ann&lt;/i&gt;"));
  EXPECT_THAT(page, HasSubstr("https://a.example/#x&amp;y"));
  EXPECT_THAT(page, Not(HasSubstr("<i>")));
}

}  // namespace

}  // namespace edgeldp::test
