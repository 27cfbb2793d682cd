// SPDX-License-Identifier: MIT
#include "collect/task/task.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "collect/task/messages.hpp"
#include "collect/task/people.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles.hpp"

namespace edgeldp::collect {

namespace {

task some_task() {
  task t;
  t.title = "Who knows whom";
  t.method = "triangles";
  t.total = epsilon::from_nats(1.0);
  t.people = 4;
  t.directory_digest = "d";
  t.key = release_key{0xfedcba9876543210};
  t.collector = signing_key::make().its_public();
  t.rounds = rounds_of(t.method, t.total, t.variant(), {60, 3600, 6});
  return t;
}

TEST(TaskTest, ComesBackAsItWas) {
  const task t = some_task();
  const task read = task::read(t.write());
  EXPECT_EQ(read.write(), t.write());
  EXPECT_EQ(read.id(), t.id());
  EXPECT_EQ(read.key.value, t.key.value);
  EXPECT_EQ(read.collector, t.collector);
  ASSERT_NE(read.round("edges"), nullptr);
  EXPECT_EQ(read.round("edges")->seconds, 3600U);
  EXPECT_EQ(read.round("wealth"), nullptr);
}

/// A task whose JSON is changed.
byte_string changed(const std::function<void(nlohmann::json&)>& change) {
  nlohmann::json j = nlohmann::json::parse(text_of(some_task().write()));
  change(j);
  return bytes_of(j.dump());
}

TEST(TaskTest, WhatWriteNeverMakesIsRefusedByName) {
  const auto expect_refused = [](const std::function<void(nlohmann::json&)>& change, const std::string& why) {
    try {
      task::read(changed(change));
      ADD_FAILURE() << "read: " << why;
    } catch (const format_error& e) {
      EXPECT_NE(std::string(e.what()).find(why), std::string::npos) << e.what();
    }
  };
  expect_refused([](auto& j) { j["edgeldp_task"] = 3; }, "is version 3");
  expect_refused([](auto& j) { j["edgeldp_task"] = 0; }, "is version 0");
  expect_refused([](auto& j) { j["edgeldp_task"] = 1; }, "canonical");
  expect_refused([](auto& j) { j["rounds"][1].erase("answer_seconds"); }, "'answer_seconds'");
  expect_refused([](auto& j) { j["rounds"][1]["answer_seconds"] = j["rounds"][1]["seconds"]; },
                 "'answer_seconds'");
  expect_refused([](auto& j) { j.erase("method"); }, "'method' is missing");
  expect_refused([](auto& j) { j["method"] = "wealth"; }, "'method'");
  expect_refused([](auto& j) { j["surprise"] = 1; }, "canonical");
  expect_refused([](auto& j) { j["order"] = "id"; }, "canonical");
  expect_refused([](auto& j) { j["epsilon_units"] = 1.5; }, "'epsilon_units'");
  expect_refused([](auto& j) { j["epsilon_units"] = 0; }, "'epsilon_units'");
  expect_refused([](auto& j) { j["epsilon_units"] = std::uint64_t{65} << 32; }, "'epsilon_units'");
  expect_refused([](auto& j) { j["people"] = 1; }, "'people'");
  expect_refused([](auto& j) { j["release_key"] = "12"; }, "'release_key'");
  expect_refused([](auto& j) { j["rounds"].erase(1); }, "'rounds'");
  expect_refused([](auto& j) { j["rounds"][1]["most_epsilon_units"] = 1; }, "'rounds'");
  expect_refused([](auto& j) { j["rounds"][1]["edge_ends"] = 1; }, "'rounds'");
  expect_refused([](auto& j) { j["rounds"][1]["seconds"] = 0; }, "'seconds'");
  expect_refused([](auto& j) { j["simulated"] = "no"; }, "'simulated'");
  expect_refused([](auto& j) { j["attributes"] = {{{"name", "a"}, {"values", {"x", "y"}}}}; },
                 "'attributes'");
  EXPECT_THROW(task::read(bytes_of("{}")), format_error);
  EXPECT_THROW(task::read(bytes_of("[1]")), format_error);
  EXPECT_THROW(task::read({}), format_error);
  byte_string spaced = some_task().write();
  spaced.push_back(std::byte{'\n'});
  EXPECT_THROW(task::read(spaced), format_error);
}

TEST(TaskTest, SaysWhatARelationshipMayLoseAndOfWhichHalfEachRoundIs) {
  task t = some_task();
  EXPECT_EQ(text_of(t.write()).find("relationship"), std::string_view::npos) << "as older programs know it";
  t.relationship_permille = 1500;
  t.rounds = rounds_of(t.method, t.total, t.variant(), {60, 3600, 6});
  const task read = task::read(t.write());
  EXPECT_EQ(read.write(), t.write());
  EXPECT_EQ(read.most_of_relationship().units(), epsilon::from_nats(1.0).units() * 3 / 2);
  EXPECT_EQ(read.round("edges")->answers, endpoint::earlier);
  EXPECT_EQ(read.round("length")->answers, endpoint::earlier);
  EXPECT_EQ(read.round("size")->answers, endpoint::later);
  EXPECT_EQ(read.round("count")->answers, endpoint::later);
  EXPECT_EQ(read.round("degree")->answers, endpoint::unknown);
  const auto refused = [&](const std::function<void(nlohmann::json&)>& change) {
    nlohmann::json j = nlohmann::json::parse(text_of(t.write()));
    change(j);
    EXPECT_THROW(task::read(bytes_of(j.dump())), format_error) << j.dump();
  };
  refused([](auto& j) { j["relationship_permille"] = 2001; });
  refused([](auto& j) { j["relationship_permille"] = 1020; });
  refused([](auto& j) { j.erase("relationship_permille"); });
  refused([](auto& j) { j["edgeldp_task"] = 1; });
  refused([](auto& j) { j["rounds"][3]["answering_end"] = "later"; });
  refused([](auto& j) { j["rounds"][3]["answering_end"] = "both"; });
  refused([](auto& j) { j["rounds"][4].erase("answering_end"); });
  EXPECT_THROW(rounds_of("degrees", t.total, {1500}), invalid_parameter);
}

TEST(TaskTest, SaysHowMuchIsReadOfASampleOfRows) {
  task t = some_task();
  EXPECT_EQ(text_of(t.write()).find("download"), std::string_view::npos) << "as older programs know it";
  t.max_download_bytes = 5000;
  t.rounds = rounds_of(t.method, t.total, t.variant(), {60, 3600, 6});
  const task read = task::read(t.write());
  EXPECT_EQ(read.write(), t.write());
  EXPECT_EQ(read.max_download_bytes, 5000U);
  EXPECT_EQ(read.most_of_relationship().units(),
            epsilon::from_nats(1.0).units() + read.round("degree")->most.units());
  EXPECT_EQ(read.round("degree")->most, share_of(t.total, sampled_degree_share));
  EXPECT_EQ(read.rounds.size(), 5U);
  const auto refused = [&](const std::function<void(nlohmann::json&)>& change) {
    nlohmann::json j = nlohmann::json::parse(text_of(t.write()));
    change(j);
    EXPECT_THROW(task::read(bytes_of(j.dump())), format_error) << j.dump();
  };
  refused([](auto& j) { j["max_download_bytes"] = 0; });
  refused([](auto& j) { j["max_download_bytes"] = (std::uint64_t{1} << 40) + 1; });
  refused([](auto& j) { j["max_download_bytes"] = 5000.5; });
  refused([](auto& j) { j.erase("max_download_bytes"); });
  refused([](auto& j) { j["relationship_permille"] = 1500; });
  refused([](auto& j) { j["edgeldp_task"] = 1; });
  EXPECT_THROW(rounds_of("degrees", t.total, {.download_bytes = 5000}), invalid_parameter);
  EXPECT_THROW(rounds_of("triangles", t.total, {1500, 5000}), invalid_parameter);
}

TEST(TaskTest, NamesTheItemsOfListsThatAreOfItems) {
  task t = some_task();
  EXPECT_EQ(text_of(t.write()).find("item"), std::string_view::npos) << "as older programs know it";
  t.method = "butterflies";
  t.items = 3;
  t.item_directory = name_of(bytes_of("cup\nhat\npen\n"));
  t.rounds = rounds_of(t.method, t.total, t.variant(), {60, 3600, 6});
  const task read = task::read(t.write());
  EXPECT_EQ(read.write(), t.write());
  EXPECT_EQ(read.items, 3U);
  EXPECT_EQ(read.item_directory, t.item_directory);
  EXPECT_EQ(read.most_of_relationship(), t.total) << "an item is on one person's list alone";
  const auto refused = [&](const std::function<void(nlohmann::json&)>& change) {
    nlohmann::json j = nlohmann::json::parse(text_of(t.write()));
    change(j);
    EXPECT_THROW(task::read(bytes_of(j.dump())), format_error) << j.dump();
  };
  refused([](auto& j) { j["items"] = 0; });
  refused([](auto& j) { j["items"] = 10001; });
  refused([](auto& j) { j["people"] = 10001; });
  refused([](auto& j) { j["item_directory"] = "cup"; });
  refused([](auto& j) { j.erase("item_directory"); });
  refused([](auto& j) {
    j.erase("items");
    j.erase("item_directory");
  });
  refused([](auto& j) { j["method"] = "degrees"; });
}

TEST(TaskTest, NamesThePublicLabelsOfSomePeople) {
  task t = some_task();
  EXPECT_EQ(text_of(t.write()).find("label"), std::string_view::npos) << "as older programs know it";
  t.method = "labels";
  t.labels = {{"blue", "red"}, 2, std::string(64, 'a')};
  t.version = version_for(t.method, false);
  t.rounds = rounds_of(t.method, t.total, t.variant(), {60, 3600, 6});
  const task read = task::read(t.write());
  EXPECT_EQ(read.write(), t.write());
  EXPECT_EQ(read.labels.names, t.labels.names);
  EXPECT_EQ(read.labels.people, 2U);
  EXPECT_EQ(read.labels.file, t.labels.file);
  EXPECT_EQ(read.most_of_relationship().units(), 2 * t.total.units()) << "both ends answer both rounds";
  const auto refused = [&](const std::function<void(nlohmann::json&)>& change) {
    nlohmann::json j = nlohmann::json::parse(text_of(t.write()));
    change(j);
    EXPECT_THROW(task::read(bytes_of(j.dump())), format_error) << j.dump();
  };
  refused([](auto& j) { j.erase("public_labels"); });
  refused([](auto& j) { j["public_labels"] = "blue"; });
  for (const char* key : {"names", "people", "file"})
    refused([&](auto& j) { j["public_labels"].erase(key); });
  refused([](auto& j) { j["public_labels"]["more"] = 1; });
  refused([](auto& j) { j["public_labels"]["file"] = "labels.tsv"; });
  refused([](auto& j) { j["public_labels"]["people"] = 1; });
  refused([](auto& j) { j["public_labels"]["people"] = j["people"]; });
  for (const std::vector<std::string>& names :
       std::vector<std::vector<std::string>>{{},
                                             {"blue"},
                                             {"red", "blue"},
                                             {"red", "red"},
                                             {"", "red"},
                                             {"(none)", "red"},
                                             {"a\tb", "red"},
                                             {std::string(201, 'a'), "b"}})
    refused([&](auto& j) { j["public_labels"]["names"] = names; });
  refused([](auto& j) {
    auto names = nlohmann::json::array();
    for (int i = 0; i < 65; ++i) names.push_back("label " + std::to_string(100 + i));
    j["public_labels"]["names"] = names;
  });
  refused([](auto& j) { j["method"] = "communities"; });
}

TEST(TaskTest, NoMethodsRoundsCostMoreThanItsTotalSays) {
  for (const study::offer& m : study::offers()) {
    if (!m.is_open()) {
      EXPECT_THROW(rounds_of(m.question, epsilon::from_nats(2.0), {}), invalid_parameter) << m.question;
      continue;
    }
    const auto rounds = rounds_of(m.question, epsilon::from_nats(2.0), {});
    EXPECT_EQ(rounds.front().name, join_round);
    for (const task_round& r : rounds) EXPECT_LE(r.most, epsilon::from_nats(2.0));
  }
}

TEST(PeopleDirectoryTest, FindsEverybodyAndNobodyElse) {
  const people_directory people(people_directory::write({"dee", "ann", "bob", "Zoë"}));
  ASSERT_EQ(people.size(), 4U);
  for (std::uint32_t p = 0; p < 4; ++p) EXPECT_EQ(people.find(people.name(p)), p);
  for (const char* name : {"", "a", "annn", "zed", "ANN"}) EXPECT_FALSE(people.find(name)) << name;
}

TEST(PeopleDirectoryTest, RefusesWhatIsNone) {
  for (const char* text : {"ann", "ann\nann\n", "bob\nann\n", "\n", "a\tb\n", "ann\n\nbob\n"})
    EXPECT_THROW(people_directory(bytes_of(text)), format_error) << text;
  EXPECT_THROW(people_directory(bytes_of(std::string(201, 'a') + "\n")), format_error);
  EXPECT_EQ(people_directory(bytes_of("")).size(), 0U);
}

TEST(JoinedPeopleTest, ComeBackAndHaveNumbers) {
  const joined_people joined({1, 4, 9});
  const joined_people read = joined_people::read(joined.write(), 10, first_version);
  EXPECT_EQ(read.write(), joined.write());
  EXPECT_EQ(read.user(4), 1U);
  EXPECT_FALSE(read.user(5));
  EXPECT_EQ(read.person(2), 9U);
  EXPECT_THROW(joined_people::read(joined.write(), 9, first_version), format_error);
  EXPECT_THROW(joined_people::read(joined.write(), 10, usual_version), format_error) << "without marks";
  byte_string twice = joined.write();
  twice.back() = std::byte{0};
  EXPECT_THROW(joined_people::read(twice, 10, first_version), format_error);
}

TEST(JoinedPeopleTest, CarryAMarkOfEachKey) {
  const signing_key one = signing_key::make(), other = signing_key::make();
  const joined_people joined({1, 4}, {mark_of(one.its_public()), mark_of(other.its_public())});
  const joined_people read = joined_people::read(joined.write(), 10, usual_version);
  EXPECT_EQ(read.write(), joined.write());
  EXPECT_EQ(read.mark(0), mark_of(one.its_public()));
  EXPECT_EQ(read.mark(1), mark_of(other.its_public()));
  EXPECT_NE(read.mark(0), read.mark(1));
  EXPECT_THROW(joined_people::read(joined.write(), 10, first_version), format_error);
  byte_string cut = joined.write();
  cut.pop_back();
  EXPECT_THROW(joined_people::read(cut, 10, usual_version), format_error);
}

TEST(ProofTest, IsOfOneTokenTaskPersonAndKey) {
  const byte_string token(16, std::byte{3}), another(16, std::byte{4});
  const public_key key = signing_key::make().its_public(), stolen = signing_key::make().its_public();
  const byte_string proof = proof_of(token, "task", "ann", key);
  EXPECT_EQ(proof, proof_of(token, "task", "ann", key));
  EXPECT_NE(proof, proof_of(another, "task", "ann", key));
  EXPECT_NE(proof, proof_of(token, "other", "ann", key));
  EXPECT_NE(proof, proof_of(token, "task", "bob", key));
  EXPECT_NE(proof, proof_of(token, "task", "ann", stolen));
  EXPECT_EQ(std::ranges::search(proof, token).size(), 0U) << "the token is not in it";
}

TEST(SignatureTest, HoldsForItsMessageAndKeyAlone) {
  const signing_key key = signing_key::make();
  const byte_string message = bytes_of("a message");
  const auto signature = key.sign(message);
  EXPECT_TRUE(is_signed(message, signature, key.its_public()));
  EXPECT_EQ(signing_key::from(key.secret()).sign(message), signature);
  EXPECT_FALSE(is_signed(bytes_of("b message"), signature, key.its_public()));
  EXPECT_FALSE(is_signed(message, signature, signing_key::make().its_public()));
  EXPECT_FALSE(is_signed(message, {}, key.its_public()));
  EXPECT_THROW(signing_key::from(std::span(message)), format_error);
}

TEST(SignatureTest, IsThatOfTheStandard) {
  // RFC 8032, section 7.1, test 2.
  const signing_key key =
      signing_key::from(from_hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb").value());
  EXPECT_EQ(to_hex(key.its_public().bytes),
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
  EXPECT_EQ(to_hex(key.sign(byte_string{std::byte{0x72}})),
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
}

TEST(MessagesTest, ComeBackAsTheyWere) {
  const signing_key key = signing_key::make();
  signed_part part;
  const registration r{"task", "ann", bytes_of("token"), key.its_public(), true};
  const byte_string registered = r.write(key);
  const registration read = registration::read(registered, part);
  EXPECT_TRUE(part.is_by(key.its_public()));
  EXPECT_EQ(read.write(key), registered);
  EXPECT_EQ(kind_of(registered), message_kind::registration);

  const byte_string reported = report{"task", 3, "a", 4, bytes_of("body")}.write(key);
  EXPECT_EQ(report::read(reported, part).write(key), reported);
  EXPECT_EQ(kind_of(reported), message_kind::report);

  const byte_string sealed = result_seal{"task", "last", "result"}.write(key);
  EXPECT_EQ(result_seal::read(sealed, part).write(key), sealed);
  EXPECT_TRUE(part.is_by(key.its_public()));
  EXPECT_EQ(kind_of(sealed), message_kind::other);

  announcement a;
  a.task = "task";
  a.joined = {name_of(byte_string()), 1};
  a.round = "count";
  a.edges = edge_use::one_endpoint;
  a.who = roster::of({5, 2, 7}, 9);
  a.published = {{name_of(bytes_of("object")), 12}};
  a.said_to = {bytes_of("x"), bytes_of(""), bytes_of("y")};
  a.opened = 5;
  a.closes = 9;
  const byte_string announced = a.write(key);
  const announcement heard = announcement::read(announced, part);
  EXPECT_EQ(heard.write(key), announced);
  EXPECT_EQ(heard.who, a.who);
  EXPECT_EQ(kind_of(announced), message_kind::other);
  // Names become paths and lines of requests elsewhere.
  for (const char* name : {"", "../../../etc/hostname", "x HTTP/1.1\r\nHost: evil", "ABC"}) {
    a.published = {{name, 12}};
    EXPECT_THROW(announcement::read(a.write(key), part), format_error) << name;
  }
}

TEST(MessagesTest, ThoseOfVersion1ComeBackToo) {
  const signing_key key = signing_key::make();
  signed_part part;
  registration r{"task", "ann", bytes_of("token"), key.its_public(), true};
  r.version = first_version;
  EXPECT_EQ(registration::read(r.write(key), part).version, first_version);
  report said{"task", 3, "a", 4, bytes_of("body")};
  said.version = first_version;
  EXPECT_EQ(report::read(said.write(key), part).version, first_version);
  said.version = latest_version + 1;
  EXPECT_THROW(report::read(said.write(key), part), format_error);
}

TEST(MessagesTest, EveryChangedByteBreaksTheSignatureOrTheForm) {
  const signing_key key = signing_key::make();
  const byte_string whole = report{"task", 3, "a", 4, bytes_of("body")}.write(key);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    byte_string changed = whole;
    changed[i] ^= std::byte{1};
    try {
      signed_part part;
      report::read(changed, part);
      EXPECT_FALSE(part.is_by(key.its_public())) << "byte " << i;
    } catch (const format_error&) {
    }
  }
}

}  // namespace

}  // namespace edgeldp::collect
