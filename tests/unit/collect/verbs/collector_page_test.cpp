// SPDX-License-Identifier: MIT
#include "collect/verbs/collector_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "collect/collector/collection.hpp"
#include "collect/verbs/collector_answers.hpp"

namespace edgeldp::test {

namespace {

using cli::collector_page;
using cli::record;
using collect::collection_status;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::int64_t now = 1767225600;  // 2026-01-01 00:00

collect::task some_task(const std::string& title = "Friends") {
  collect::task t;
  t.title = title;
  t.method = "triangles";
  t.total = epsilon::from_nats(1.0);
  t.people = 12000;
  t.rounds = collect::rounds_of(t.method, t.total, t.variant(), {3600, 60, 6});
  return t;
}

collection_status status_in(collection_status::stage at) {
  collection_status s;
  s.at = at;
  s.people = 12000;
  s.joined = 5000;
  s.round = at == collection_status::stage::joining ? "join" : "edges";
  s.asked = 4900;
  s.answered = 1234;
  s.opened = now - 10;
  s.closes = now + 3 * 3600 + 5 * 60;
  s.message_bytes = 470000;
  if (at != collection_status::stage::joining) s.rounds = {{"degree", 5000, 4900}, {"edges", 4900, 1234}};
  if (at == collection_status::stage::over) {
    s.rounds.push_back({"count", 1800, 1700});
    s.rounds.push_back({"count", 3000, 2900});
  }
  return s;
}

std::string page_of(const collect::task& t, const collection_status& s, const record& result = nullptr) {
  return collector_page(t, cli::status_record(s, t, "0123abcd"), result, now);
}

record some_result() {
  return record::parse(R"({"numbers":[{"statistic":"triangles","estimate":45012.3,"standard_error":900.5,
    "interval":[43200.0,46800.0],"confidence":0.95,"judgement":"usable"}],
    "spent":{"epsilon":1.0,"edge_ldp":0.9,"relationship_dp":1.2},
    "rounds":[{"round":"degree","asked":5000,"answered":4900}],"upload_bytes":30000,"download_bytes":900000})");
}

/// Names of opened elements that have ends, in a document without any trick.
void expect_balanced(const std::string& html) {
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != html.npos; at = html.find('<', at + 1)) {
    const std::size_t end = html.find_first_of(" >/\n", at + 1);
    const std::size_t close = html.find('>', at);
    const std::string name = html.substr(at + 1, end - at - 1);
    if (html[at + 1] == '!' || name == "meta" || name == "br" || html[close - 1] == '/') continue;
    if (html[at + 1] != '/') {
      open.push_back(name);
      continue;
    }
    const std::string closed = html.substr(at + 2, close - at - 2);
    ASSERT_FALSE(open.empty());
    EXPECT_EQ(open.back(), closed);
    open.pop_back();
  }
  EXPECT_TRUE(open.empty());
}

TEST(CollectorPageTest, WhileItRunsItSaysHowFarItIs) {
  const std::string joining = page_of(some_task(), status_in(collection_status::stage::joining));
  EXPECT_THAT(joining,
              AllOf(HasSubstr("<html lang=\"en\">"), HasSubstr("http-equiv=\"refresh\""),
                    HasSubstr("<title>Friends</title>"), HasSubstr("1 234 of 4 900 people have joined."),
                    HasSubstr("3 h 5 min"), HasSubstr("2026-01-01 03:05 UTC")));
  const std::string asking = page_of(some_task(), status_in(collection_status::stage::asking));
  EXPECT_THAT(asking,
              AllOf(HasSubstr("Round 'edges': 1 234 of 4 900"), HasSubstr("<td>5 000</td><td>4 900</td>"),
                    HasSubstr("470 kB"), Not(HasSubstr("Result"))));
  expect_balanced(joining);
  expect_balanced(asking);
}

TEST(CollectorPageTest, AtTheEndItShowsTheResult) {
  const std::string page = page_of(some_task(), status_in(collection_status::stage::over), some_result());
  EXPECT_THAT(page,
              AllOf(Not(HasSubstr("refresh")), HasSubstr("between 43 200 and 46 800"), HasSubstr("95%"),
                    HasSubstr("role=\"img\" aria-label=\"triangles: 45 010, from 43 200 to 46 800\""),
                    HasSubstr("<td>5 000</td><td>4 900</td>"), HasSubstr("<td>4 800</td><td>4 600</td>")))
      << "both groups that counted";
  expect_balanced(page);
}

TEST(CollectorPageTest, ItSaysHowToTakePartAsLongAsThatHelps) {
  EXPECT_THAT(
      page_of(some_task(), status_in(collection_status::stage::joining)),
      AllOf(HasSubstr("How to take part"), HasSubstr("edgeldp client join"), HasSubstr("--task 0123abcd")));
  EXPECT_THAT(page_of(some_task(), status_in(collection_status::stage::asking)),
              AllOf(HasSubstr("Nobody can join any more"), Not(HasSubstr("edgeldp client join"))));
  EXPECT_THAT(page_of(some_task(), status_in(collection_status::stage::over), some_result()),
              Not(HasSubstr("How to take part")));
}

TEST(CollectorPageTest, WhatIsExpectedStandsBeforeAnybodyIsAsked) {
  const collect::task t = some_task();
  record status = cli::status_record(status_in(collection_status::stage::joining), t, "0123abcd");
  EXPECT_THAT(collector_page(t, status, nullptr, now), Not(HasSubstr("Expected beforehand")));
  cli::add_predicted(status, {12000, 20.0, {{"triangles", 0.12, judgement::usable}}});
  const std::string page = collector_page(t, status, nullptr, now);
  EXPECT_THAT(page, AllOf(HasSubstr("Expected beforehand"), HasSubstr("all 12 000 people"),
                          HasSubstr("20 contacts"), HasSubstr("triangles, 12% of the number (usable)")));
  expect_balanced(page);
}

// Times of rounds are those of announcements, which are public; the page has none of anything else.
TEST(CollectorPageTest, ItsHistoryKnowsRoundsAndNothingFiner) {
  collection_status s = status_in(collection_status::stage::asking);
  s.created = now - 7200;
  s.rounds[0].opened = now - 3600;
  s.rounds[1].opened = now - 600;
  const auto history = [&] {
    const std::string page = page_of(some_task(), s);
    const std::size_t at = page.find("<h2>History</h2>");
    return page.substr(at, page.find("<h2>", at + 1) - at);
  };
  const std::string while_it_is_open = history();
  EXPECT_THAT(while_it_is_open,
              AllOf(HasSubstr("<td>join</td><td><span class=\"when\">2025-12-31</span> 22:00</td><td><span "
                              "class=\"when\">2025-12-31</span> 23:00</td><td>5 000</td>"),
                    HasSubstr("23:50</td><td></td><td></td>")));
  ++s.rounds[1].answered;
  ++s.answered;
  EXPECT_EQ(history(), while_it_is_open) << "one more answer, and the history says when";
}

TEST(CollectorPageTest, AFailureAndASimulationAreNamed) {
  collection_status s = status_in(collection_status::stage::failed);
  s.failure = "fewer than two people joined";
  collect::task t = some_task();
  t.is_simulated = true;
  const std::string page = page_of(t, s);
  EXPECT_THAT(page, AllOf(HasSubstr("fewer than two people joined"), HasSubstr("nothing is private"),
                          Not(HasSubstr("refresh"))));
  expect_balanced(page);
}

TEST(CollectorPageTest, ALostNumberIsNeitherQuotedNorDrawn) {
  record result = some_result();
  result["numbers"][0].update(
      {{"estimate", -4.83}, {"interval", {-110.2, 101.4}}, {"judgement", "not_usable"}, {"at_most", 101.4}});
  for (const double estimate : {-4.83, -48.3}) {
    result["numbers"][0]["estimate"] = estimate;
    const std::string page = page_of(some_task(), status_in(collection_status::stage::over), result);
    EXPECT_THAT(page, AllOf(HasSubstr("not usable"), HasSubstr("at most 101"), HasSubstr("class=\"lost\""),
                            Not(HasSubstr("About")), Not(HasSubstr("-110")), Not(HasSubstr("-4")),
                            Not(HasSubstr("class=\"bar\"")), Not(HasSubstr("class=\"dot\""))));
    expect_balanced(page);
  }
  result["numbers"][0]["interval"] = nullptr;
  EXPECT_THAT(page_of(some_task(), status_in(collection_status::stage::over), result),
              AllOf(HasSubstr("not usable"), Not(HasSubstr("About")), Not(HasSubstr("<svg"))));
}

TEST(CollectorPageTest, ItSaysOfWhomTheNumbersAre) {
  record result = some_result();
  result.update({{"method", "triangles"}, {"nodes", 12}, {"present", 12}, {"lost_in_count", 0}});
  const auto page = [&] { return page_of(some_task(), status_in(collection_status::stage::over), result); };
  EXPECT_THAT(page(), Not(HasSubstr("class=\"warn\"")));
  result["present"] = 6;
  EXPECT_THAT(page(), AllOf(HasSubstr("class=\"warn\""), HasSubstr("12 joined, 6 answered: "),
                            HasSubstr("not the numbers among all 12")));
  expect_balanced(page());
}

TEST(CollectorPageTest, WhoeverIsInvitedIsToldFirstWhatIsPublic) {
  const std::string page = page_of(some_task(), status_in(collection_status::stage::joining));
  EXPECT_THAT(
      page.substr(0, page.find("How to take part")),
      AllOf(HasSubstr("names of all who are invited are public"), HasSubstr("Taking part is up to you"),
            HasSubstr("edgeldp client leave"), HasSubstr("until the operator deletes them"),
            HasSubstr("this page knows the title above, and no more")));
  EXPECT_THAT(page, HasSubstr("A triangle is a group of three people"));
  EXPECT_THAT(page_of(some_task(), status_in(collection_status::stage::over), some_result()),
              Not(HasSubstr("Before you take part")));
}

TEST(CollectorPageTest, SmallNumbersHaveTheirDigits) {
  record result = some_result();
  result["numbers"][0].update({{"estimate", 0.61234}, {"interval", {0.5511, 0.6733}}});
  const std::string page = page_of(some_task(), status_in(collection_status::stage::over), result);
  EXPECT_THAT(page, AllOf(HasSubstr("About 0.612"), HasSubstr("between 0.551 and 0.673")));
}

TEST(CollectorPageTest, NumbersWithoutAnIntervalHaveNoFigure) {
  record result = some_result();
  result["numbers"][0]["interval"] = nullptr;
  const std::string page = page_of(some_task(), status_in(collection_status::stage::over), result);
  EXPECT_THAT(page, AllOf(HasSubstr("About 45 010"), Not(HasSubstr("<svg"))));
}

TEST(CollectorPageTest, TextsAreEscapedAndNothingIsFetched) {
  const std::string title = "</title><script>alert(1)</script>\"'&\xff";
  record result = some_result();
  result["numbers"][0]["statistic"] = title;
  collection_status s = status_in(collection_status::stage::failed);
  s.failure = title;
  for (const std::string& page :
       {page_of(some_task(title), s, result),
        page_of(some_task(title), status_in(collection_status::stage::over), result)}) {
    EXPECT_THAT(
        page, AllOf(Not(HasSubstr("<script")), HasSubstr("&lt;script&gt;alert(1)"), Not(HasSubstr("\xff"))));
    EXPECT_THAT(page, AllOf(Not(HasSubstr("http:")), Not(HasSubstr("https:")), Not(HasSubstr("url(")),
                            Not(HasSubstr("<link")), Not(HasSubstr("<img")), Not(HasSubstr("src="))));
    expect_balanced(page);
  }
}

TEST(CollectorPageTest, SaysThatPeopleMaySpendLessAndHowManyDo) {
  collect::task t = some_task();
  EXPECT_THAT(page_of(t, status_in(collection_status::stage::joining)),
              Not(AnyOf(HasSubstr("may spend less"), HasSubstr("a quarter"))));
  t.method = "degrees";
  t.version = collect::choosing_version;
  t.rounds = collect::rounds_of(t.method, t.total, t.variant(), {3600, 60, 6});
  collection_status s = status_in(collection_status::stage::joining);
  s.chosen = {s.joined, 0, 0};
  EXPECT_THAT(page_of(t, s),
              AllOf(HasSubstr("may spend less: a half of that, epsilon 0.5, or a quarter, 0.25"),
                    HasSubstr("everybody can read"), Not(HasSubstr("a half of it"))));
  s.chosen = {4000, 700, 300};
  EXPECT_THAT(page_of(t, s), HasSubstr("a half of it, 300 a quarter"));
  EXPECT_EQ(cli::status_record(s, t, "0123abcd").at("parts"),
            (record{{"whole", 4000}, {"half", 700}, {"quarter", 300}}));
}

}  // namespace

}  // namespace edgeldp::test
