// SPDX-License-Identifier: MIT
#include "collect/verbs/record_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "collect/verbs/record_facts.hpp"

namespace edgeldp::test {

namespace {

using cli::record_facts;
using collect::collection_status;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::int64_t day = 86400, made = 1767225600;  // 2026-01-01 00:00

record_facts facts_of(const std::string& method, double nats, const study::task_variant& variant = {}) {
  record_facts f;
  f.task.method = method;
  f.task.total = epsilon::from_nats(nats);
  f.task.people = 100;
  f.task.relationship_permille = variant.relationship;
  f.task.max_download_bytes = variant.download_bytes;
  f.task.rounds = collect::rounds_of(method, f.task.total, f.task.variant(), {7 * day, day, 6});
  f.status.people = 100;
  f.status.created = made;
  f.joining_closes = made + 7 * day;
  return f;
}

std::string together(const std::vector<std::string>& all) {
  return fmt::format("{}", fmt::join(all, " "));
}

TEST(RecordWordsTest, TheDayOfPublicationFollowsTheTimesOfTheTask) {
  record_facts f = facts_of("triangles", 1.0);
  EXPECT_EQ(cli::publication_of(f).day, "2026-01-12");  // a week and four days
  EXPECT_TRUE(cli::publication_of(f).is_expected);
  f.joining_closes += 3 * day;
  EXPECT_EQ(cli::publication_of(f).day, "2026-01-15");
  f.status.at = collection_status::stage::asking;
  f.status.rounds = {{"degree", 90, 80, made + day, made + 2 * day, 0}};
  EXPECT_EQ(cli::publication_of(f).day, "2026-01-06");  // three rounds are left
  f.status.rounds = {{"count", 90, 80, made + day, made + 2 * day, made + day + 60}};
  f.status.at = collection_status::stage::over;
  f.result =
      cli::record::parse(R"({"numbers":[],"spent":{"epsilon":1.0,"relationship_dp":1.0},"epsilon":1.0})");
  EXPECT_EQ(cli::publication_of(f).day, "2026-01-02");
  EXPECT_FALSE(cli::publication_of(f).is_expected);
}

TEST(RecordWordsTest, RoundsAddUpWhoeverIsAsked) {
  record_facts f = facts_of("mixing", 1.0);
  f.status.rounds = {{"degree", 100, 99}, {"count", 40, 30}, {"count", 50, 50}};
  const auto rounds = cli::rounds_of(f);
  ASSERT_EQ(rounds.size(), 3U);
  EXPECT_EQ(rounds[1].name, "count");
  EXPECT_EQ(rounds[1].asked, 90.0);
  EXPECT_EQ(rounds[2].answered, 80.0);
  EXPECT_NE(rounds[1].law, rounds[2].law);
  for (const auto& r : rounds) EXPECT_LE(r.most, 1.0);
}

TEST(RecordWordsTest, WhatIsWeakerInTheFirstVersionIsSaid) {
  record_facts f = facts_of("triangles", 1.0);
  EXPECT_THAT(together(cli::security_words(f)),
              AllOf(HasSubstr("ChaCha20"), HasSubstr("before it looks at its list, up to 6 s after")));
  f.task.version = collect::first_version;
  EXPECT_THAT(together(cli::security_words(f)),
              AllOf(Not(HasSubstr("ChaCha20")), HasSubstr("may answer a second time with other noise"),
                    HasSubstr("answers go out when they are ready")));
  f.task.is_simulated = true;
  EXPECT_THAT(together(cli::security_words(f)), HasSubstr("replayed from a seed, which protects nobody"));
}

TEST(RecordWordsTest, BothNumbersAreThoseOfTheTask) {
  EXPECT_THAT(cli::parameters_words(facts_of("degrees", 1.0)),
              AllOf(HasSubstr("Epsilon 1 bounds"), HasSubstr("both its ends together, it is 2.")));
  EXPECT_THAT(cli::parameters_words(facts_of("triangles", 2.0, {1500, 0})), HasSubstr("it is 3."));
  const record_facts sampled = facts_of("triangles", 1.0, {study::usual_relationship, 5000});
  EXPECT_THAT(cli::parameters_words(sampled), HasSubstr("it is 1.1."));
  EXPECT_THAT(together(cli::composition_words(sampled)), HasSubstr("give each person a role"));
  EXPECT_THAT(together(cli::sent_words(sampled)), HasSubstr("some of the rounds"));
  EXPECT_THAT(cli::release_words(sampled), Not(HasSubstr("noisy rows stay published")));
}

TEST(RecordWordsTest, WhatCannotBeUsedShouldNotBeAsked) {
  record_facts f = facts_of("triangles", 1.0);
  EXPECT_EQ(cli::expected_words(f), "");
  f.expected = collect::collection_prediction{100, 20.0, {{"triangles", 3.0, judgement::not_usable}}};
  EXPECT_THAT(cli::expected_words(f),
              AllOf(HasSubstr("300% of the number"), HasSubstr("nobody should be asked")));
  f.expected->numbers = {{"triangles", 0.1, judgement::usable}};
  EXPECT_THAT(cli::expected_words(f), Not(HasSubstr("nobody should be asked")));
}

TEST(RecordWordsTest, WhatWasExpectedStaysInTheRecordAfterTheEnd) {
  record_facts f = facts_of("triangles", 8.0);
  f.expected = collect::collection_prediction{100, 20.0, {{"triangles", 18.83, judgement::not_usable}}};
  f.confirmed = "epsilon 8 is above 4 (confirmed by --yes)";
  f.status.at = collection_status::stage::over;
  f.result = cli::record::parse(
      R"({"numbers":[],"spent":{"epsilon":8.0,"relationship_dp":8.1},"epsilon":8.0,"nodes":12,"present":6,
          "lost_in_count":0,"method":"triangles"})");
  EXPECT_THAT(cli::expected_words(f), AllOf(HasSubstr("Expected beforehand"),
                                            HasSubstr("1 883% of the number"), HasSubstr("of no use")));
  EXPECT_THAT(cli::confirmed_words(f), HasSubstr("epsilon 8 is above 4 (confirmed by --yes)"));
  EXPECT_THAT(cli::reasons_words(f),
              AllOf(HasSubstr("Expected beforehand"), HasSubstr("confirmed by --yes")));
  EXPECT_THAT(cli::description_words(f), HasSubstr("Caution: 12 joined, 6 answered: "));
}

TEST(RecordWordsTest, NoisyDegreesStandBesideNamesOnlyWhereLaterRoundsNeedThem) {
  EXPECT_THAT(together(cli::unprotected_words(facts_of("degrees", 1.0))),
              AllOf(HasSubstr("the operator gets the number with noise, under the name"),
                    HasSubstr("without names"), Not(HasSubstr("beside the name"))));
  EXPECT_THAT(together(cli::kept_words(facts_of("degrees", 1.0))),
              AllOf(Not(HasSubstr("noisy numbers")), HasSubstr("remain personal data"),
                    HasSubstr("they are not anonymous")));
  EXPECT_THAT(together(cli::unprotected_words(facts_of("centrality", 1.0))), HasSubstr("beside the name"));
}

TEST(RecordWordsTest, WhatTheResultSaysOfEachPersonIsSaidBefore) {
  EXPECT_THAT(
      cli::asking_words(facts_of("communities", 1.0)),
      HasSubstr(
          "The result says of each person who answers, beside the name, which group that person "
          "is in; groups that are tried on the way are published, too, even where none are found in the "
          "end."));
  EXPECT_THAT(cli::asking_words(facts_of("synthesis", 1.0)),
              AllOf(HasSubstr("which group that person is in, where groups show; groups that are tried"),
                    HasSubstr("Anybody can make networks of made-up people from these numbers")));
  EXPECT_THAT(cli::asking_words(facts_of("cores", 1.0)), HasSubstr("how deep that person sits"));
  EXPECT_THAT(cli::asking_words(facts_of("triangles", 1.0)), Not(HasSubstr("of each person")));
}

TEST(RecordWordsTest, ThatLabelsAreInferredIsSaid) {
  record_facts f = facts_of("labels", 1.0);
  f.task.labels = {{"blue", "red"}, 20, std::string(64, 'a')};
  EXPECT_THAT(
      cli::asking_words(f),
      AllOf(HasSubstr("of each person who joins, beside the name, which label that person is likely to have"),
            HasSubstr("It is inferred: 20 of the 100 people have a public label ('blue', 'red')"),
            HasSubstr("does not forbid the guess")));
  EXPECT_THAT(together(cli::unprotected_words(f)), HasSubstr("What a person's contacts say of it together."));
  EXPECT_THAT(together(cli::kept_words(f)), HasSubstr("names, public labels, the likely ones"));
  EXPECT_THAT(cli::release_words(f), HasSubstr("Likely labels, on which the second round builds"));
  EXPECT_THAT(together(cli::unknown_words(f)), HasSubstr("know that it is published here"));
  EXPECT_THAT(cli::asking_words(facts_of("communities", 1.0)), Not(HasSubstr("inferred")));
}

TEST(RecordWordsTest, CeilingsOfRoundsAreNotASum) {
  EXPECT_THAT(together(cli::composition_words(facts_of("triangles", 2.0))),
              AllOf(HasSubstr("no more than 2."),
                    HasSubstr("alternatives, and do not add up: 'degree' 0.04, 'size' 1.96")));
  EXPECT_THAT(
      together(cli::composition_words(facts_of("degrees", 2.0))),
      AllOf(HasSubstr("At most a person pays 2, in the one round 'degree'."), Not(HasSubstr("add up: "))));
}

}  // namespace

}  // namespace edgeldp::test
