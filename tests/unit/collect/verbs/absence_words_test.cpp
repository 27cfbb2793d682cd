// SPDX-License-Identifier: MIT
#include "collect/verbs/absence_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "collect/collector/methods.hpp"
#include "support/small_collection.hpp"

namespace edgeldp::test {

namespace {

using cli::absence_words;
using cli::record;
using cli::turnout_words;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t joined = 12;

/// At a budget that leaves hardly any noise: what a number is of shows.
const epsilon plenty = epsilon::from_nats(30.0);

/// Everybody lists everybody and joins; so many answer, and the first round is closed behind them.
record result_of(const std::string& method, std::size_t answering) {
  small_collection c([&](collect::new_collection& wanted) {
    ask_for(wanted, method);
    if (method == "homophily") wanted.attributes = {{"party", {"left", "right"}}};
    wanted.total = plenty;
    wanted.people.clear();
    for (std::size_t i = 0; i < joined; ++i) wanted.people.push_back("p" + std::to_string(10 + i));
  });
  std::vector<state_in_memory> kept(joined);
  std::vector<collect::client> clients;
  for (std::size_t i = 0; i < joined; ++i) {
    collect::folder_bulletin from = c.published();
    collect::joining_person who = c.person(c.people[i]);
    who.ceiling = plenty;
    clients.push_back(collect::client::join(kept[i], from, who));
  }
  for (collect::client& p : clients) c.say(p);
  while (clients.size() > answering) clients.pop_back();
  while (c.collector->due()) {
    const auto before = c.collector->status().index;
    for (collect::client& p : clients) {
      collect::folder_bulletin from = c.published();
      if (p.next(from).what == collect::next_step::kind::send) c.say(p);
    }
    if (c.collector->due() && c.collector->status().index == before) c.collector->close_round(c.now);
  }
  return record::parse(collect::text_of(c.published().result().value()));
}

const record& number(const record& result, std::string_view statistic) {
  const record& all = result.at("numbers");
  return *std::ranges::find_if(all, [&](const record& n) { return n.at("statistic") == statistic; });
}

double estimate_of(const record& result, std::string_view statistic) {
  return number(result, statistic).at("estimate").get<double>();
}

constexpr double among_six = 15.0, half_of_the_others = 18.0;

TEST(AbsenceWordsTest, DegreesCountHalfOfTheEdgesToWhoDidNotAnswer) {
  const record r = result_of("degrees", 6);
  EXPECT_NEAR(estimate_of(r, "edges"), among_six + half_of_the_others, 0.5);
  EXPECT_NEAR(estimate_of(r, "wedges"), 6.0 * 55.0, 1.0) << "both ends of a wedge may be anybody";
  EXPECT_EQ(r.at("present"), 6);
  EXPECT_EQ(turnout_words(r), "12 joined, 6 answered.");
  EXPECT_THAT(
      absence_words(r),
      AllOf(HasSubstr("12 joined, 6 answered: edges counts those among the 6, and half of those between "
                      "them and the 6 others, whose own degrees nobody knows."),
            HasSubstr("These are not the numbers among all 12.")));
}

TEST(AbsenceWordsTest, MixingIsOfTheNetworkAmongThoseWhoAnswered) {
  const record r = result_of("mixing", 6);
  EXPECT_NEAR(estimate_of(r, "edges within groups") + estimate_of(r, "edges between groups"), among_six, 0.5);
  EXPECT_NEAR(estimate_of(r, "walks"), 2.0 * among_six * 11.0 * 11.0, 40.0) << "ends may be anybody";
  EXPECT_EQ(r.at("present"), 6);
  EXPECT_THAT(absence_words(r),
              AllOf(HasSubstr("are of the network among the 6"), HasSubstr("not the numbers among all 12")));
}

TEST(AbsenceWordsTest, HomophilyIsOfTheNetworkAmongThoseWhoAnswered) {
  const record r = result_of("homophily", 6);
  EXPECT_NEAR(estimate_of(r, "edges within party") + estimate_of(r, "edges across party"), among_six, 0.5);
  EXPECT_EQ(r.at("present"), 6);
  EXPECT_THAT(absence_words(r), HasSubstr("all numbers are of the network among the 6"));
}

TEST(AbsenceWordsTest, CoresAreOfTheNetworkAmongThoseWhoAnswered) {
  const record r = result_of("cores", 6);
  const record& ends = number(r, "degeneracy").at("interval");
  EXPECT_LE(ends[0].get<double>(), 5.0);
  EXPECT_LT(ends[1].get<double>(), 11.0) << "of all it is 11";
  EXPECT_GE(ends[1].get<double>(), 5.0);
  EXPECT_EQ(r.at("present"), 6);
  EXPECT_THAT(absence_words(r), HasSubstr("all numbers are of the network among the 6"));
}

TEST(AbsenceWordsTest, CentralityRanksThoseWhoAnswered) {
  const record r = result_of("centrality", 6);
  std::size_t ranked = 0;
  for (const record& score : r.at("of_users").at("Katz")) ranked += score.get<double>() != 0.0 ? 1 : 0;
  EXPECT_EQ(ranked, 6U);
  EXPECT_EQ(r.at("present"), 6);
  EXPECT_THAT(absence_words(r), HasSubstr("only the 6 have a place in the order"));
}

TEST(AbsenceWordsTest, CommunitiesAreOfThoseWhoAnswered) {
  const record r = result_of("communities", 6);
  EXPECT_NEAR(estimate_of(r, "edges within groups") + estimate_of(r, "edges between groups"), among_six, 0.5);
  const record& group = r.at("of_users").at("group");
  ASSERT_EQ(group.size(), joined);
  EXPECT_FALSE(r.at("groups_found").get<bool>());
  EXPECT_EQ(std::ranges::count(group, record(0.0)), 12) << "where all know all nobody has a group";
  EXPECT_EQ(r.at("present"), 6);
  EXPECT_THAT(absence_words(r), HasSubstr("all numbers are of the network among the 6"));
}

TEST(AbsenceWordsTest, LabelsAreOfEverybodyWhoJoined) {
  const record r = result_of("labels", 6);
  EXPECT_EQ(r.at("of_users").at("likely label").size(), joined);
  EXPECT_EQ(r.at("present"), 6);
  EXPECT_THAT(
      absence_words(r),
      HasSubstr(
          "nothing is known of the contacts of the 6 others, whose labels are guessed by how common each"));
}

TEST(AbsenceWordsTest, GraphsAreMadeOfThoseWhoAnswered) {
  const record r = result_of("synthesis", 6);
  EXPECT_NEAR(estimate_of(r, "triangles"), 20.0, 1.0);
  EXPECT_NEAR(estimate_of(r, "edges"), among_six + half_of_the_others, 0.5);
  EXPECT_EQ(r.at("present"), 6);
  const std::vector<std::uint64_t> degrees = r.at("synthesis").at("degrees");
  ASSERT_EQ(degrees.size(), joined);
  EXPECT_EQ(std::ranges::count(degrees, 0U), 6) << "who released no degree has no edges";
  EXPECT_THAT(absence_words(r), AllOf(HasSubstr("triangles are those among the 6"),
                                      HasSubstr("Made-up graphs have no edges for the 6 others.")));
}

TEST(AbsenceWordsTest, TrianglesAreAmongThoseWhoAnswered) {
  const record r = result_of("triangles", 6);
  EXPECT_EQ(r.at("present"), 6);
  EXPECT_NEAR(estimate_of(r, "triangles"), 20.0, 1.0);
  EXPECT_THAT(absence_words(r), HasSubstr("all numbers are of the network among the 6"));
}

TEST(AbsenceWordsTest, WhereEverybodyAnsweredNothingIsSaid) {
  for (const char* method : {"degrees", "mixing", "homophily", "cores", "centrality", "communities", "labels",
                             "synthesis", "triangles", "triangles-sample"}) {
    const record r = result_of(method, joined);
    EXPECT_EQ(r.at("present"), joined) << method;
    EXPECT_EQ(turnout_words(r), "12 users took part.") << method;
    EXPECT_EQ(absence_words(r), "") << method;
  }
}

TEST(AbsenceWordsTest, WhoIsLostLaterIsNotCountedAsAnswering) {
  record r = {{"method", "homophily"},
              {"nodes", 12},
              {"present", 12},
              {"lost_in_count", 2},
              {"predicted_share", 0.0}};
  EXPECT_EQ(turnout_words(r), "12 joined, 10 answered.");
  EXPECT_EQ(absence_words(r), "2 users did not answer a later round, and are taken to be like the others.");
  r["predicted_share"] = 0.25;
  EXPECT_THAT(absence_words(r), HasSubstr("25% of the pairs are taken to be as the others'"));
}

}  // namespace

}  // namespace edgeldp::test
