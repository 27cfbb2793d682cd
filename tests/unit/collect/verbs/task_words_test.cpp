// SPDX-License-Identifier: MIT
#include "collect/verbs/task_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "collect/collector/collection.hpp"
#include "collect/verbs/collect_verbs.hpp"
#include "collect/verbs/collector_answers.hpp"
#include "collect/verbs/collector_page.hpp"
#include "io/page.hpp"

namespace edgeldp::test {

namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

collect::task task_of(const std::string& method, double nats) {
  collect::task t;
  t.method = method;
  t.total = epsilon::from_nats(nats);
  t.people = 100;
  t.rounds = collect::rounds_of(method, t.total, t.variant(), {60, 60, 6});
  return t;
}

TEST(TaskWordsTest, ARelationshipLosesByBothEnds) {
  for (const double nats : {0.5, 1.0, 4.0, 16.0}) {
    EXPECT_NEAR(task_of("triangles", nats).most_of_relationship().nats(), 1.02 * nats, 1e-8);
    EXPECT_NEAR(task_of("cycles-4", nats).most_of_relationship().nats(), 1.02 * nats, 1e-8);
    collect::task t = task_of("triangles", nats);
    t.relationship_permille = 1500;
    EXPECT_NEAR(t.most_of_relationship().nats(), 1.5 * nats, 1e-8);
    EXPECT_NEAR(task_of("degrees", nats).most_of_relationship().nats(), 2.0 * nats, 1e-8);
    EXPECT_NEAR(task_of("homophily", nats).most_of_relationship().nats(), 2.0 * nats, 1e-8);
  }
}

/// 1% in odds, times the factor: by a formula of its own.
std::string likely_after(double loss) {
  const double odds = std::exp(loss) / 99.0, chance = odds / (1.0 + odds);
  return chance < 0.995 ? cli::percent(chance) : "99.99";  // begins so
}

TEST(TaskWordsTest, ThePageSaysWhatEachBudgetMeans) {
  for (const char* method : {"triangles", "degrees"}) {
    for (const double nats : {0.5, 1.0, 2.0, 4.0, 8.0, 16.0}) {
      const collect::task t = task_of(method, nats);
      collect::collection_status s;
      s.at = collect::collection_status::stage::joining;
      s.people = 100;
      s.opened = s.closes = 1767225600;
      const std::string page = cli::collector_page(t, cli::status_record(s, t, "0123"), nullptr, 1767225600);
      const double both = (std::string(method) == "degrees" ? 2.0 : 1.02) * nats;
      EXPECT_THAT(page, AllOf(HasSubstr("may think it at most " + likely_after(nats)),
                              HasSubstr("may think it at most " + likely_after(both))))
          << method << " " << nats;
      EXPECT_THAT(page, nats >= 8.0
                            ? testing::Matcher<std::string>(HasSubstr("Nearly everything can be learned"))
                            : testing::Matcher<std::string>(Not(HasSubstr("anybody can tell"))));
      EXPECT_EQ(page.find("Nearly everything") != page.npos, both >= 8.0) << method << " " << nats;
      EXPECT_EQ(page.find("can be learned about it") != page.npos, both >= 4.0) << method << " " << nats;
      EXPECT_THAT(page, AllOf(Not(HasSubstr("obody")), Not(HasSubstr("is safe"))));
    }
  }
}

TEST(TaskWordsTest, ASeriesSaysItsUnitAndBothSums) {
  collect::task t = task_of("degrees", 2.0);
  EXPECT_EQ(cli::series_words(t), "");
  EXPECT_EQ(cli::lost_in_series_words(t), "");
  t.series.first = std::string(64, 'a');
  t.series.date = 3;
  t.series.before = epsilon::from_nats(4.0);
  EXPECT_THAT(cli::series_words(t),
              AllOf(HasSubstr("This is date 3"), HasSubstr("It is a whole collection")));
  EXPECT_THAT(cli::lost_in_series_words(t), HasSubstr("has lost epsilon 6 after this one by plain addition: "
                                                      "of one contact, from that person's messages alone, "));
  t.series.budgets = {2, epsilon::from_nats(0.5), epsilon::from_nats(1.5)};
  EXPECT_THAT(
      cli::series_words(t),
      AllOf(HasSubstr("All dates together cost epsilon 2, however many there are"),
            HasSubstr("comes or goes at most twice"), HasSubstr("whether or not that is still true")));
  EXPECT_THAT(cli::lost_in_series_words(t), AllOf(HasSubstr("epsilon 4.75 after this one by plain addition"),
                                                  HasSubstr("and 2 of one contact")));
  EXPECT_THAT(cli::estimated_words(t), HasSubstr("since the date before"));
}

TEST(TaskWordsTest, TheHelpOfTheClientHasTheRightNumbers) {
  std::string help;
  for (const cli::verb_row& row : cli::collect_verbs())
    if (std::string(row.name) == "client") help = row.help;
  ASSERT_FALSE(help.empty());
  for (const double nats : {1.0, 2.0, 4.0}) EXPECT_THAT(help, HasSubstr(likely_after(nats))) << nats;
  EXPECT_THAT(help, AllOf(HasSubstr("from 8 on nearly everything"), Not(HasSubstr("obody"))));
}

}  // namespace

}  // namespace edgeldp::test
