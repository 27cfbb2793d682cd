// SPDX-License-Identifier: MIT
#include "io/consent.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace edgeldp::test {

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

struct budget_words {
  double loss;
  std::string factor, likely, extent;
};

const budget_words all[] = {
    {0.5, "1.65", "1.6%", ""},
    {1.0, "2.72", "2.7%", ""},
    {2.0, "7.39", "6.9%", ""},
    {4.0, "54.6", "36%", "A lot can be learned about it."},
    {8.0, "2 980", "97%", "Nearly everything can be learned about it."},
    {16.0, "8 890 000", "99.999%", "Nearly everything can be learned about it."},
};

TEST(ConsentTest, BeliefsFollowFromOdds) {
  for (const budget_words& w : all) {
    for (const double prior : {0.001, 0.01, 0.5}) {
      const long double odds = prior / (1.0L - prior) * std::exp(static_cast<long double>(w.loss));
      EXPECT_NEAR(cli::largest_belief(prior, w.loss), static_cast<double>(odds / (1.0L + odds)), 1e-14);
    }
  }
  EXPECT_DOUBLE_EQ(cli::largest_belief(0.01, 0.0), 0.01);
  EXPECT_DOUBLE_EQ(cli::largest_belief(0.01, 1e6), 1.0);
}

TEST(ConsentTest, SentencesAreMadeFromTheNumber) {
  for (const budget_words& w : all) {
    const std::string said = "by a factor of at most " + w.factor;
    const std::string believed =
        "who thought it 1% likely before may think it at most " + w.likely + " likely after";
    for (const std::string& text :
         {cli::contact_text(w.loss), cli::own_messages_text(w.loss), cli::attributes_text(w.loss)}) {
      EXPECT_THAT(text, AllOf(HasSubstr(said), HasSubstr(believed), HasSubstr(w.extent)));
      if (w.extent.empty()) {
        EXPECT_THAT(text, Not(HasSubstr("can be learned")));
      }
    }
    EXPECT_EQ(cli::extent_text(w.loss), w.extent);
  }
  EXPECT_EQ(cli::extent_text(3.999), "");
  EXPECT_EQ(cli::extent_text(7.999), "A lot can be learned about it.");
}

TEST(ConsentTest, TenContactsLoseTenTimesAsMuch) {
  EXPECT_THAT(cli::ten_contacts_text(0.1), AllOf(HasSubstr("epsilon 1,"), HasSubstr("at most 2.72;")));
  EXPECT_THAT(cli::ten_contacts_text(1.0), HasSubstr("Nearly everything can be learned"));
}

TEST(ConsentTest, ALikelihoodIsNeverRoundedToCertainty) {
  EXPECT_EQ(cli::likelihood_text(0.01), "1%");
  EXPECT_EQ(cli::likelihood_text(0.9949), "99%");
  EXPECT_EQ(cli::likelihood_text(0.9951), "99.5%");
  EXPECT_EQ(cli::likelihood_text(0.99999), "99.999%");
  for (const double loss : {20.0, 30.0, 64.0, 1000.0})
    EXPECT_THAT(cli::belief_text(loss), AllOf(HasSubstr("99.9"), Not(HasSubstr("100"))));
  EXPECT_EQ(cli::factor_text(40.0), "e^40");
}

}  // namespace

}  // namespace edgeldp::test
