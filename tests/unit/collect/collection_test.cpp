// SPDX-License-Identifier: MIT
#include "collect/collector/collection.hpp"
#include "collect/carriers/folder_bulletin.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "support/small_collection.hpp"

namespace edgeldp::test {

namespace {

using collect::problem_code;
using collect::registration;
using collect::report;
using verdict = collect::collection::verdict;

void expect_problem(small_collection& c, const byte_string& message, problem_code code) {
  const auto before = c.collector->status().refused;
  try {
    c.collector->take(message);
    ADD_FAILURE() << "taken, not " << problem_name(code);
  } catch (const collect::problem& p) {
    EXPECT_EQ(problem_name(p.code()), problem_name(code)) << p.what();
    const auto document = nlohmann::json::parse(problem_document(p));
    EXPECT_EQ(document["title"], problem_name(code));
    EXPECT_EQ(document["status"], http_status(code));
    EXPECT_FALSE(document["detail"].get<std::string>().empty());
  }
  const std::string name(problem_name(code));
  const auto after = c.collector->status().refused;
  EXPECT_EQ(after.at(name), (before.contains(name) ? before.at(name) : 0U) + 1U);
}

byte_string message_of(const small_collection& c, collect::client& p) {
  collect::folder_bulletin from = c.published();
  return p.next(from).message;
}

TEST(CollectionTest, EveryBadRegistrationHasItsProblem) {
  small_collection c;
  const collect::signing_key key = collect::signing_key::make();
  const auto altered = [&](const std::function<void(registration&)>& change) {
    registration r{c.collector->id(), "ann", {}, key.its_public(), true};
    r.proof = collect::proof_of(c.collector->token_for("ann"), r.task, "ann", r.key);
    change(r);
    return r.write(key);
  };
  expect_problem(c, altered([](auto& r) { r.task = "another"; }), problem_code::wrong_task);
  expect_problem(c, altered([](auto& r) { r.person = "eve"; }), problem_code::unknown_person);
  expect_problem(c, altered([](auto& r) { r.person = "bob"; }), problem_code::bad_token);
  expect_problem(c, altered([](auto& r) { r.proof.pop_back(); }), problem_code::bad_token);
  expect_problem(c, altered([&](auto& r) { r.proof = c.collector->token_for("ann"); }),
                 problem_code::bad_token);
  expect_problem(c, altered([](auto& r) { r.version = 1; }), problem_code::malformed);
  expect_problem(c, altered([](auto& r) { r.is_simulated = false; }), problem_code::simulated_coins);
  byte_string unsigned_one = altered([](auto&) {});
  unsigned_one.back() ^= std::byte{1};
  expect_problem(c, unsigned_one, problem_code::bad_signature);
  expect_problem(c, {}, problem_code::malformed);
  expect_problem(c, byte_string(100), problem_code::malformed);
  expect_problem(c, byte_string(c.collector->longest_message() + 1), problem_code::too_large);
  EXPECT_EQ(c.collector->take(altered([](auto&) {})), verdict::taken);
  EXPECT_EQ(c.collector->take(altered([](auto&) {})), verdict::known_already);
  const collect::signing_key other = collect::signing_key::make();
  const byte_string proof =
      collect::proof_of(c.collector->token_for("ann"), c.collector->id(), "ann", other.its_public());
  expect_problem(c, registration{c.collector->id(), "ann", proof, {}, true}.write(other),
                 problem_code::other_key);
  // Whoever carried the first message has its proof, but not for a key of its own.
  const byte_string carried =
      collect::proof_of(c.collector->token_for("bob"), c.collector->id(), "bob", key.its_public());
  expect_problem(c, registration{c.collector->id(), "bob", carried, {}, true}.write(other),
                 problem_code::bad_token);
}

TEST(CollectionTest, EveryBadReportHasItsProblem) {
  small_collection c;
  everybody all(c);
  all.say();
  const byte_string good = message_of(c, all.clients[0]);
  collect::signed_part part;
  const report said = report::read(good, part);
  const collect::signing_key key = collect::signing_key::from(all.clients[0].state().secret_key);
  const auto altered = [&](const std::function<void(report&)>& change) {
    report r = said;
    change(r);
    return r.write(key);
  };
  expect_problem(c, altered([](auto& r) { r.task = "another"; }), problem_code::wrong_task);
  expect_problem(c, altered([](auto& r) { r.round = 1; }), problem_code::too_early);
  expect_problem(c, altered([](auto& r) { r.user = 9; }), problem_code::not_joined);
  expect_problem(c, altered([](auto& r) { r.user = 1; }), problem_code::bad_signature);
  expect_problem(c, altered([](auto& r) { r.announcement = "another"; }), problem_code::other_announcement);
  expect_problem(c, altered([](auto& r) { r.body.clear(); }), problem_code::malformed_answer);
  expect_problem(c, altered([](auto& r) { r.body.resize(30, std::byte{255}); }),
                 problem_code::malformed_answer);
  EXPECT_EQ(c.collector->take(good), verdict::taken);
  EXPECT_EQ(c.collector->take(good), verdict::known_already);
  expect_problem(c, altered([](auto& r) { r.body.back() ^= std::byte{2}; }), problem_code::different_answer);
  EXPECT_EQ(c.collector->status().equivocations, 1U);
  EXPECT_EQ(c.collector->status().answered, 1U);
}

TEST(CollectionTest, LateMessagesAreRefusedAndNothingChanges) {
  small_collection c;
  everybody all(c);
  for (std::size_t i = 0; i < 3; ++i) c.say(all.clients[i]);
  const byte_string late_registration = message_of(c, all.clients[3]);
  c.now += 100;
  c.collector->advance(c.now);
  ASSERT_EQ(c.collector->status().joined, 3U);
  expect_problem(c, late_registration, problem_code::round_closed);
  c.say(all.clients[0]);
  c.say(all.clients[1]);
  const byte_string late_report = message_of(c, all.clients[2]);
  c.now += 100;
  c.collector->advance(c.now);
  expect_problem(c, late_report, problem_code::round_closed);
  EXPECT_EQ(c.collector->take(message_of(c, all.clients[0])), verdict::taken) << "the next round";
}

TEST(CollectionTest, RestartsWhereItWas) {
  small_collection c;
  everybody all(c);
  all.say();
  c.say(all.clients[0]);
  const collect::collection_status before = c.collector->status();
  c.restart();
  const collect::collection_status after = c.collector->status();
  EXPECT_EQ(after.round, before.round);
  EXPECT_EQ(after.answered, 1U);
  EXPECT_EQ(after.closes, before.closes);
  EXPECT_EQ(after.message_bytes, before.message_bytes);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(c.say(all.clients[i]), verdict::taken);
  c.restart();
  while (c.collector->due()) {
    all.say();
    c.restart();
  }
  EXPECT_TRUE(c.published().result().has_value());
}

TEST(CollectionTest, WhatWasNotCommittedIsGone) {
  small_collection c;
  everybody all(c);
  all.say();
  const byte_string message = message_of(c, all.clients[0]);
  EXPECT_EQ(c.collector->take(message), verdict::taken);
  c.restart();
  EXPECT_EQ(c.collector->status().answered, 0U);
  EXPECT_EQ(c.collector->take(message), verdict::taken);
  c.collector->commit();
  c.restart();
  EXPECT_EQ(c.collector->status().answered, 1U);
}

TEST(CollectionTest, AShareOfAnswersClosesARound) {
  small_collection c([](auto& wanted) { wanted.close_permille = 500; });
  everybody all(c);
  c.say(all.clients[0]);
  EXPECT_EQ(c.collector->status().at, collect::collection_status::stage::joining);
  c.say(all.clients[1]);
  EXPECT_EQ(c.collector->status().at, collect::collection_status::stage::asking);
  EXPECT_EQ(c.collector->status().joined, 2U);
}

TEST(CollectionTest, FailsWithAReasonWhereNobodyJoins) {
  small_collection c;
  c.now += 100;
  c.collector->advance(c.now);
  EXPECT_EQ(c.collector->status().at, collect::collection_status::stage::failed);
  EXPECT_EQ(c.collector->status().failure, "fewer than two people joined");
  EXPECT_FALSE(c.collector->due().has_value());
  const auto told = nlohmann::json::parse(collect::text_of(c.published().result().value()));
  EXPECT_EQ(told["failure"], "fewer than two people joined") << "whoever waits learns it";
  c.restart();
  EXPECT_EQ(c.collector->status().at, collect::collection_status::stage::failed);
}

TEST(CollectionTest, TheOperatorMayCloseARound) {
  small_collection c;
  everybody all(c);
  all.say();
  c.say(all.clients[0]);
  c.say(all.clients[1]);
  c.restart();
  c.collector->close_round(c.now);
  EXPECT_NE(c.collector->status().round, "degree");
}

TEST(CollectionTest, ClosingWithNobodyIsRefused) {
  small_collection c;
  EXPECT_THROW(c.collector->close_round(c.now), invalid_parameter);
  everybody all(c);
  c.say(all.clients[0]);
  EXPECT_THROW(c.collector->close_round(c.now), invalid_parameter) << "one is not enough";
  EXPECT_EQ(c.collector->status().at, collect::collection_status::stage::joining);
  c.say(all.clients[1]);
  c.collector->close_round(c.now);
  EXPECT_EQ(c.collector->status().joined, 2U) << "tokens were not lost";
}

TEST(CollectionTest, ClosingARoundThatHardlyAnybodyHasAnsweredIsRefused) {
  using few = collect::collection::few_answers;
  small_collection c;
  everybody all(c);
  all.say();
  EXPECT_THROW(c.collector->close_round(c.now), invalid_parameter);
  c.say(all.clients[0]);
  try {
    c.collector->close_round(c.now);
    FAIL() << "one answer is not enough";
  } catch (const invalid_parameter& e) {
    EXPECT_NE(std::string(e.what()).find("the round 'degree' has 1 answer of 4"), std::string::npos)
        << e.what();
  }
  EXPECT_EQ(c.collector->status().round, "degree");
  c.collector->close_round(c.now, few::accepted);
  EXPECT_NE(c.collector->status().round, "degree");
}

TEST(CollectionTest, LookingChangesNothing) {
  small_collection c;
  everybody all(c);
  const auto seen = [&] { return collect::collection::opened_to_look(c.folder(), c.now).status(); };
  c.say(all.clients[0]);
  EXPECT_EQ(seen().joined, 1U) << "beside whoever plays it";
  EXPECT_EQ(seen().round, "join");
  for (std::size_t i = 1; i < 4; ++i) c.say(all.clients[i]);
  c.say(all.clients[0]);
  const collect::collection_status played = c.collector->status(), looked = seen();
  EXPECT_EQ(looked.at, collect::collection_status::stage::asking);
  EXPECT_EQ(looked.round, "degree");
  EXPECT_EQ(looked.answered, 1U);
  EXPECT_EQ(looked.closes, played.closes);
  EXPECT_EQ(looked.message_bytes, played.message_bytes);
  c.collector.reset();
  const std::int64_t before = c.now;
  c.now += 1000000;
  EXPECT_EQ(seen().round, "degree") << "a look closes nothing, whatever the clock says";
  EXPECT_NE(seen().clock, "");
  c.now = before;
  c.restart();
  EXPECT_EQ(c.collector->status().round, "degree");
}

TEST(CollectionTest, AClockThatLeapsClosesNothing) {
  small_collection c;
  everybody all(c);
  for (std::size_t i = 0; i < 3; ++i) c.say(all.clients[i]);
  constexpr std::int64_t forty_days = 40 * 86400;
  c.now += forty_days;
  c.restart();
  EXPECT_EQ(c.collector->status().at, collect::collection_status::stage::joining);
  EXPECT_NE(c.collector->status().clock, "");
  EXPECT_THROW(c.collector->close_round(c.now), invalid_parameter);
  EXPECT_EQ(c.say(all.clients[3]), verdict::taken) << "people may still join";
  EXPECT_EQ(c.collector->status().at, collect::collection_status::stage::joining);
  c.now -= forty_days;
  c.restart();
  EXPECT_EQ(c.collector->status().clock, "");
  EXPECT_EQ(c.collector->status().round, "degree");
  c.say(all.clients[0]);
  c.now += forty_days;
  c.restart();
  EXPECT_EQ(c.collector->status().round, "degree");
  EXPECT_EQ(c.say(all.clients[1]), verdict::taken) << "answers are still taken";
  EXPECT_EQ(c.collector->status().closes, 1100);
  c.collector->accept_clock(c.now);
  c.collector->advance(c.now);
  EXPECT_NE(c.collector->status().round, "degree") << "the operator says that it is right";
}

TEST(CollectionTest, OneSecondAnswerOfAUserIsKept) {
  small_collection c;
  everybody all(c);
  all.say();
  const byte_string answer = message_of(c, all.clients[0]);
  c.say(all.clients[0]);
  collect::signed_part part;
  report r = report::read(answer, part);
  const auto key = collect::signing_key::from(all.clients[0].state().secret_key);
  const std::byte last = r.body.back();
  for (unsigned i = 1; i < 200; ++i) {
    r.body.back() = static_cast<std::byte>(i) ^ last;
    expect_problem(c, r.write(key), problem_code::different_answer);
  }
  EXPECT_EQ(c.collector->status().equivocations, 1U) << "a user, however often";
}

TEST(CollectionTest, WhoJoinedIsTheOperatorsAlone) {
  small_collection c;
  everybody all(c);
  all.say();
  for (const char* name : {"store.db", "store.db-wal", "lock", "secret"}) {
    const auto mode = std::filesystem::status(c.folder().closed() / name).permissions();
    EXPECT_EQ(mode & std::filesystem::perms::all,
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write)
        << name;
  }
}

TEST(CollectionTest, AFolderThatIsDamagedIsRefused) {
  small_collection c;
  c.collector.reset();
  std::ofstream(c.folder().open() / "people.txt", std::ios::app) << "zed\n";
  EXPECT_THROW(c.restart(), format_error);
}

TEST(CollectionTest, AnotherProcessIsKeptOut) {
  small_collection c;
  EXPECT_THROW(collect::collection(c.folder(), c.now), io_error);
}

TEST(CollectionTest, MethodsThatAreNotOfferedSayWhy) {
  for (const char* method :
       {"reciprocity", "common-neighbors", "clustering", "cycles-5", "directed-mixing", "nonsense"}) {
    try {
      small_collection c([&](auto& wanted) { wanted.method = method; });
      ADD_FAILURE() << method;
    } catch (const invalid_parameter& e) {
      EXPECT_NE(std::string(e.what()).find("not offered"), std::string::npos) << e.what();
    }
  }
  EXPECT_THROW(small_collection([](auto& wanted) { wanted.people = {"ann"}; }), invalid_parameter);
  EXPECT_THROW(small_collection([](auto& wanted) { wanted.method = "homophily"; }), invalid_parameter);
  EXPECT_THROW(small_collection([](auto& wanted) { wanted.method = "butterflies"; }), invalid_parameter);
  EXPECT_THROW(small_collection([](auto& wanted) { wanted.items = {"pen", "cup"}; }), invalid_parameter);
  EXPECT_THROW(small_collection([](auto& wanted) { wanted.people = {"ann", "ann"}; }), format_error);
}

TEST(CollectionTest, HomophilyOfTwoAttributesEndsWithNumbers) {
  small_collection c([](auto& wanted) {
    wanted.method = "homophily";
    wanted.total = epsilon::from_nats(8.0);
    wanted.attributes = {{"party", {"left", "right"}}, {"age", {"young", "old", "none"}}};
    wanted.people.clear();
    for (int i = 10; i < 40; ++i) wanted.people.push_back("p" + std::to_string(i));
  });
  std::vector<state_in_memory> kept(c.people.size());
  std::vector<collect::client> clients;
  for (std::size_t i = 0; i < c.people.size(); ++i) {
    collect::joining_person who = c.person(c.people[i]);
    who.ceiling = epsilon::from_nats(8.0);
    who.values = {i % 2 == 0 ? "left" : "right", i % 3 == 0 ? "young" : "old"};
    collect::folder_bulletin from = c.published();
    clients.push_back(collect::client::join(kept[i], from, who));
  }
  while (c.collector->due())
    for (collect::client& p : clients) c.say(p);
  const auto result = nlohmann::json::parse(collect::text_of(c.published().result().value()));
  EXPECT_GE(result["numbers"].size(), 4U);
  EXPECT_EQ(result["rounds"].size(), 2U);
  const double within = result["numbers"][0]["estimate"], error = result["numbers"][0]["standard_error"];
  EXPECT_NEAR(within, 210.0, 6.0 * error) << "15 of each party, all of whom know each other";
}

}  // namespace

}  // namespace edgeldp::test
