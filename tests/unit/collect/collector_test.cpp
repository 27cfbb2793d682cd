// SPDX-License-Identifier: MIT
// The operator's side for programs of other people: the same collection as our program's, by bytes.
#include "edgeldp/collector/collector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "collect/collector/collection.hpp"
#include "collect/task/files.hpp"
#include "edgeldp/client/participant.hpp"
#include "edgeldp/core/base/error.hpp"
#include "support/test_folder.hpp"

namespace edgeldp::test {

namespace {

using namespace std::chrono_literals;

constexpr std::int64_t start = 1767225600;

class CollectorTest : public ::testing::Test {
 protected:
  collection_plan plan(const std::string& method = "triangles") const {
    std::vector<collected_label> labels;
    if (method == "labels") labels = {{people[0], "blue"}, {people[1], "red"}, {people[2], "red"}};
    return {.title = "A test",
            .method = method,
            .epsilon = 4.0,
            .people = people,
            .labels = labels,
            .join_time = 100s,
            .round_time = 100s,
            .average_degree = 5.0,
            .seed = 3};
  }
  std::filesystem::path home() const { return scratch.path() / "home"; }
  std::vector<participant> join_all(const collector& c) const {
    std::vector<participant> all;
    for (const std::string& name : people)
      all.push_back(
          participant::join({.name = name, .token = c.token_of(name), .contacts = people, .seed = 7}));
    return all;
  }
  /// Until it waits, is over or has ended. Returns what the collector said last.
  std::optional<collector::reply> go_on(participant& me, collector& c) const {
    using enum participant::request;
    std::optional<collector::reply> said;
    for (;;) switch (me.next()) {
        case fetch:
          if (const auto file = c.published(me.path()))
            me.give(file->bytes);
          else
            me.give(std::nullopt);
          break;
        case keep:
          me.kept();
          break;
        case answer:
          me.answer(now);
          break;
        case send:
          said = c.take(me.bytes());
          me.said(said->problem);
          break;
        case wait:
          me.look();
          return said;
        case account:
        case enter:
          ADD_FAILURE() << "it has no account";
          return said;
        case over:
        case ended:
          return said;
      }
  }
  void play(collector& c, std::vector<participant>& all) {
    while (c.due()) {
      for (participant& me : all) go_on(me, c);
      c.advance(++now);
    }
  }

  std::vector<std::string> people = {"ann", "bob", "cem", "dee", "eva", "fay"};
  std::int64_t now = start;
  test_folder scratch;
};

TEST_F(CollectorTest, SixPeopleGetTheResultOfTheProgram) {
  collector::create(home(), plan(), now);
  collector c(home(), now);
  std::vector<participant> all = join_all(c);
  EXPECT_FALSE(c.result().has_value());
  EXPECT_TRUE(c.numbers().empty());
  play(c, all);
  const collector_state s = c.state();
  EXPECT_EQ(s.at, collector_stage::over);
  ASSERT_EQ(s.rounds.size(), 5U);
  for (const collector_round& r : s.rounds) {
    EXPECT_EQ(r.answered, r.asked) << r.name;
    EXPECT_FALSE(r.is_open);
  }
  const auto result = nlohmann::json::parse(c.result().value());
  EXPECT_EQ(result["task"], c.id());
  ASSERT_EQ(c.numbers().size(), 1U);
  EXPECT_EQ(c.numbers()[0].statistic, "triangles");
  EXPECT_EQ(c.numbers()[0].estimate, result["numbers"][0]["estimate"].get<double>());
  EXPECT_LT(c.numbers()[0].low, c.numbers()[0].high);
  // What everybody reads is what the operator has.
  const auto file = c.published("result.json").value();
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()), *c.result());
  EXPECT_EQ(file.type, "application/json");
  EXPECT_TRUE(c.published("task.json")->is_immutable);
  for (const char* path : {"private/secret", "../private/secret", "/task.json", "task.json/", ""})
    EXPECT_FALSE(c.published(path).has_value()) << path;
}

TEST_F(CollectorTest, WhatWasRemovedIsPublishedAgain) {
  collector::create(home(), plan("degrees"), now);
  std::optional<collector> c(std::in_place, home(), now);
  std::vector<participant> all = join_all(*c);
  play(*c, all);
  const std::string result = c->result().value();
  EXPECT_NE(result.find("\"sorted_degrees\": [\n    "), result.npos);
  EXPECT_EQ(nlohmann::ordered_json::parse(result).dump(2) + "\n", result) << "lists stand as JSON has them";
  c.reset();
  std::filesystem::remove(home() / "public" / "result.json");
  std::filesystem::remove_all(home() / "public" / "objects");
  std::filesystem::create_directory(home() / "public" / "objects");
  c.emplace(home(), now);
  EXPECT_EQ(c->result(), result);
  EXPECT_FALSE(std::filesystem::is_empty(home() / "public" / "objects")) << "who joined";
}

TEST_F(CollectorTest, ItGoesOnFromItsFolder) {
  collector::create(home(), plan("degrees"), now);
  std::optional<collector> c(std::in_place, home(), now);
  std::vector<participant> all = join_all(*c);
  for (participant& me : all) go_on(me, *c);
  c->advance(++now);
  const std::string id = c->id(), token = c->token_of("ann");
  c.reset();
  c.emplace(home(), now);
  EXPECT_EQ(c->id(), id);
  EXPECT_EQ(c->token_of("ann"), token);
  EXPECT_EQ(c->state().rounds.back().name, "degree");
  EXPECT_TRUE(c->state().rounds.back().is_open);
  play(*c, all);
  EXPECT_EQ(c->state().at, collector_stage::over);
}

TEST_F(CollectorTest, WhateverIsSentIsAnswered) {
  collector::create(home(), plan(), now);
  collector c(home(), now);
  const std::vector<std::vector<std::byte>> messages = {
      {}, std::vector<std::byte>(100), std::vector<std::byte>(c.longest_message() + 1)};
  const std::vector<collector::reply> said = c.take(messages);
  ASSERT_EQ(said.size(), 3U);
  EXPECT_EQ(said[0].status, 400);
  EXPECT_EQ(said[0].problem, "malformed");
  EXPECT_EQ(nlohmann::json::parse(said[0].body)["title"], "malformed");
  EXPECT_EQ(said[2].status, 413);
  EXPECT_EQ(said[2].problem, "too-large");
}

TEST_F(CollectorTest, TheOperatorSeesWhoIsWaitedForAndNoAnswer) {
  collector::create(home(), plan("degrees"), now);
  collector c(home(), now);
  std::vector<participant> all = join_all(c);
  for (std::size_t i = 0; i < 5; ++i) go_on(all[i], c);
  std::vector<collector_person> seen = c.people();
  ASSERT_EQ(seen.size(), people.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].name, people[i]);
    EXPECT_EQ(seen[i].has_joined, i < 5);
    EXPECT_EQ(seen[i].is_waited_for, i == 5);
    EXPECT_EQ(seen[i].asked, 0U);
  }
  c.close_round(now += 90);
  go_on(all[0], c);
  go_on(all[2], c);
  seen = c.people();
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].asked, i < 5 ? 1U : 0U);
    EXPECT_EQ(seen[i].answered, i == 0 || i == 2 ? 1U : 0U);
    EXPECT_EQ(seen[i].is_waited_for, i == 1 || i == 3 || i == 4);
  }
  // Counts by the minute: five in the first, two in the second.
  std::vector<collector_minute> history = c.history();
  ASSERT_EQ(history.size(), 2U);
  EXPECT_EQ(history[0].round, std::nullopt);
  EXPECT_EQ(history[0].begins, start);
  EXPECT_EQ(history[0].messages, 5U);
  EXPECT_EQ(history[1].round, 0U);
  EXPECT_EQ(history[1].begins, start + 60);
  EXPECT_EQ(history[1].messages, 2U);
  c.close_round(++now);
  EXPECT_EQ(c.state().at, collector_stage::over);
  for (const collector_person& p : c.people()) EXPECT_FALSE(p.is_waited_for) << p.name;
}

TEST_F(CollectorTest, ARoundThatIsExtendedTakesAnswersThatComeLate) {
  collector::create(home(), plan("degrees"), now);
  std::optional<collector> c(std::in_place, home(), now);
  std::vector<participant> all = join_all(*c);
  c->extend_round(50s, now);
  EXPECT_EQ(c->due(), start + 150);
  now = start + 149;
  c->advance(now);
  EXPECT_EQ(c->state().at, collector_stage::joining);
  for (participant& me : all) go_on(me, *c);
  c->advance(now);
  const auto announcement = c->published("announcements/0").value().bytes;
  const std::int64_t opened = now;
  c->extend_round(1000s, now);
  for (std::size_t i = 1; i < all.size(); ++i) go_on(all[i], *c);
  c.reset();  // it is kept
  c.emplace(home(), now);
  EXPECT_EQ(c->due(), opened + 1100);
  EXPECT_EQ(c->state().rounds.back().closes, opened + 1100);
  now = opened + 1099;
  c->advance(now);
  EXPECT_TRUE(c->state().rounds.back().is_open);
  // A program of today, which was told that the round closes at opened + 100.
  const auto said = go_on(all[0], *c);
  ASSERT_TRUE(said.has_value());
  EXPECT_EQ(said->status, 200) << said->body;
  EXPECT_EQ(c->published("announcements/0").value().bytes, announcement);
  c->advance(now);
  EXPECT_EQ(c->state().at, collector_stage::over);
  EXPECT_EQ(c->state().rounds.back().answered, 6U);
  EXPECT_EQ(all[0].next(), participant::request::fetch);
  go_on(all[0], *c);
  EXPECT_EQ(all[0].next(), participant::request::over) << all[0].why();
}

TEST_F(CollectorTest, AnExtensionEndsWithItsRound) {
  collector::create(home(), plan(), now);
  collector c(home(), now);
  std::vector<participant> all = join_all(c);
  for (participant& me : all) go_on(me, c);
  c.advance(now);
  c.extend_round(5000s, now);
  for (participant& me : all) go_on(me, c);
  c.advance(++now);
  EXPECT_EQ(c.state().rounds.back().name, "size");
  EXPECT_EQ(c.due(), now + 100);
}

TEST_F(CollectorTest, ExtensionsThatCannotBeAreRefused) {
  collector::create(home(), plan("degrees"), now);
  collector c(home(), now);
  EXPECT_THROW(c.extend_round(0s, now), invalid_parameter);
  EXPECT_THROW(c.extend_round(-1s, now), invalid_parameter);
  EXPECT_THROW(c.extend_round(std::chrono::hours(10 * 365 * 24), now), invalid_parameter);
  EXPECT_EQ(c.due(), start + 100);
  EXPECT_THROW(c.extend_round(10s, now + 100000), invalid_parameter) << "a clock that has leapt";
  std::vector<participant> all = join_all(c);
  play(c, all);
  EXPECT_THROW(c.extend_round(10s, now), invalid_parameter);
}

TEST_F(CollectorTest, WhatNoCollectionCanBeIsRefused) {
  const auto refused = [&](const auto& change) {
    collection_plan p = plan();
    change(p);
    EXPECT_ANY_THROW(collector::create(home(), p, now));
    EXPECT_FALSE(std::filesystem::exists(home() / "public" / "task.json"));
  };
  refused([](collection_plan& p) { p.method = "reciprocity"; });
  refused([](collection_plan& p) { p.people = {"ann", "ann"}; });
  refused([](collection_plan& p) { p.join_time = 0s; });
  refused([](collection_plan& p) { p.round_time = -1s; });
  refused([](collection_plan& p) { p.close_share = 1.5; });
  refused([](collection_plan& p) { p.relationship = 3.0; });
  refused([](collection_plan& p) { p.attributes = {{"party", {"left", "right"}}}; });
}

TEST_F(CollectorTest, LabelsOfRealPeopleAreInferredOnPurposeAlone) {
  collection_plan p = plan("labels");
  p.seed.reset();
  EXPECT_THROW(collector::create(home(), p, now), invalid_parameter);
  EXPECT_FALSE(std::filesystem::exists(home() / "public" / "task.json"));
  p.infers_on_purpose = true;
  collector::create(home(), p, now);
  EXPECT_TRUE(std::filesystem::exists(home() / "public" / "task.json"));
}

TEST_F(CollectorTest, FewerPeopleAreExpectedToErrMore) {
  collection_plan p = plan();
  p.people.clear();
  for (int i = 0; i < 400; ++i) p.people.push_back("person " + std::to_string(1000 + i));
  p.average_degree = 20.0;
  collector::create(home(), p, now);
  collector c(home(), now);
  const std::vector<expected_number> before = c.expected_before();
  ASSERT_EQ(before.size(), 1U);
  EXPECT_EQ(before[0].statistic, "triangles");
  EXPECT_EQ(before[0].share, expected_width(p)[0].share);
  EXPECT_TRUE(c.expected_now().empty()) << "nobody has joined";
  for (std::size_t i = 0; i < 100; ++i) {
    participant me =
        participant::join({.name = p.people[i], .token = c.token_of(p.people[i]), .contacts = {}, .seed = 7});
    go_on(me, c);
  }
  const std::vector<expected_number> after = c.expected_now();
  ASSERT_EQ(after.size(), 1U);
  EXPECT_GT(after[0].share, before[0].share);
}

TEST_F(CollectorTest, OfTwoWhoJoinedEveryMethodExpectsSomethingOrNothing) {
  for (const char* method : {"triangles", "degrees", "cycles-4", "mixing", "cores", "centrality",
                             "communities", "labels", "synthesis"}) {
    std::filesystem::remove_all(home());
    collection_plan p = plan(method);
    collector::create(home(), p, now);
    collector c(home(), now);
    std::vector<participant> all = join_all(c);
    go_on(all[0], c);
    go_on(all[1], c);
    EXPECT_FALSE(c.expected_now().empty()) << method;
  }
}

}  // namespace

}  // namespace edgeldp::test
