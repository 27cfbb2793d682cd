// SPDX-License-Identifier: MIT
// People who spend a part of each budget: chosen before lists are read, in public, and the same to
// the end; whoever says otherwise is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "collect/client/client.hpp"
#include "collect/collector/collection.hpp"
#include "collect/plan/prediction.hpp"
#include "edgeldp/client/participant.h"
#include "edgeldp/client/participant.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "support/small_collection.hpp"

namespace edgeldp::test {

namespace {

using collect::client;
using collect::next_step;
using kind = next_step::kind;
using enum chosen_part;

void of_degrees(collect::new_collection& wanted) {
  wanted.method = "degrees";
}

/// What each of ann, bob, cem and dee spends.
const std::map<std::string, chosen_part> choices{
    {"ann", whole}, {"bob", half}, {"cem", quarter}, {"dee", quarter}};

struct choosing_people {
  explicit choosing_people(small_collection& in) : c(in), kept(in.people.size()) {
    for (std::size_t i = 0; i < in.people.size(); ++i) {
      collect::joining_person who = in.person(in.people[i]);
      who.part = choices.at(in.people[i]);
      collect::folder_bulletin from = in.published();
      clients.push_back(client::join(kept[i], from, who));
    }
  }
  void say() {
    for (client& p : clients) c.say(p);
  }
  small_collection& c;
  std::vector<state_in_memory> kept;
  std::vector<client> clients;
};

collect::joined_people joined_of(const small_collection& c) {
  const collect::public_entry entry = c.announced(0).joined;
  return collect::joined_people::read(c.published().object(entry.name, entry.size).whole().bytes,
                                      c.people.size(), c.collector->of_task().version);
}

collect::registration registered(const byte_string& message) {
  collect::signed_part part;
  return collect::registration::read(message, part);
}

TEST(ChosenPartsTest, CollectionsWherePeopleMayChooseAreOfVersion3AndOthersAreNot) {
  EXPECT_EQ(small_collection(of_degrees).collector->of_task().version, collect::choosing_version);
  for (const char* method : {"mixing", "cores"}) {
    small_collection c([&](auto& wanted) { ask_for(wanted, method); });
    EXPECT_EQ(c.collector->of_task().version, collect::choosing_version) << method;
    collect::task earlier = c.collector->of_task();
    earlier.version = collect::usual_version;
    EXPECT_EQ(why_no_part(collect::task::read(earlier.write())),
              "all people of this collection spend the same, since it was made by an earlier version of the "
              "program")
        << method;
  }
  EXPECT_EQ(small_collection().collector->of_task().version, collect::usual_version);
  collect::task t = small_collection().collector->of_task();
  t.version = collect::choosing_version;
  try {
    collect::task::read(t.write());
    ADD_FAILURE() << "read";
  } catch (const format_error& e) {
    EXPECT_NE(std::string(e.what()).find("in which people choose what they spend: not for triangles"),
              std::string::npos)
        << e.what();
  }
}

TEST(ChosenPartsTest, TravelInTheRegistrationAndInTheListOfWhoJoined) {
  small_collection c(of_degrees);
  choosing_people all(c);
  collect::folder_bulletin from = c.published();
  for (client& p : all.clients) EXPECT_EQ(registered(p.next(from).message).part, choices.at(p.state().name));
  all.say();
  EXPECT_EQ(joined_of(c).chosen(), chosen_parts({whole, half, quarter, quarter}));
  EXPECT_EQ(c.collector->status().chosen, (part_counts{1, 1, 2}));
  c.restart();
  EXPECT_EQ(c.collector->status().chosen, (part_counts{1, 1, 2})) << "started again";
}

/// The same key, name and choice, and any list: the same bytes, to the last one.
TEST(ChosenPartsTest, WhatJoiningSaysFollowsFromNoList) {
  small_collection c(of_degrees);
  state_in_memory kept;
  collect::joining_person who = c.person("ann");
  who.part = half;
  collect::folder_bulletin from = c.published();
  client::join(kept, from, who);
  std::vector<byte_string> said;
  for (const std::vector<std::uint32_t>& contacts :
       {std::vector<std::uint32_t>{}, std::vector<std::uint32_t>{1}, std::vector<std::uint32_t>{1, 2, 3}}) {
    collect::client_state s = collect::client_state::read(kept.bytes);
    s.contacts = contacts;
    state_in_memory other;
    other.bytes = s.write();
    said.push_back(client(other).next(from).message);
  }
  EXPECT_EQ(said[0], said[1]);
  EXPECT_EQ(said[0], said[2]);
  // The broken twin chooses when it has read its list: its choice tells the list without noise.
  const auto twin = [&](std::size_t contacts) {
    collect::client_state s = collect::client_state::read(kept.bytes);
    s.part = contacts > 1 ? quarter : whole;
    state_in_memory other;
    other.bytes = s.write();
    return client(other).next(from).message;
  };
  EXPECT_NE(twin(1), twin(2)) << "caught";
}

/// Whoever has joined, and would choose otherwise now, has told what it chose before.
TEST(ChosenPartsTest, WhoHasJoinedCannotChooseAnew) {
  small_collection c(of_degrees);
  choosing_people all(c);
  c.say(all.clients[1]);
  EXPECT_EQ(c.say(all.clients[1]), collect::collection::verdict::known_already);
  for (const chosen_part other : {whole, quarter}) {
    collect::client_state s = collect::client_state::read(all.kept[1].bytes);
    s.part = other;
    state_in_memory twin;
    twin.bytes = s.write();
    collect::folder_bulletin from = c.published();
    client late(twin);
    try {
      c.collector->take(late.next(from).message);
      ADD_FAILURE() << "taken";
    } catch (const collect::problem& p) {
      EXPECT_EQ(problem_name(p.code()), "other-part");
    }
  }
  EXPECT_EQ(c.collector->status().chosen, (part_counts{0, 1, 0}));
}

/// The list of who joined is the collector's word: a client compares.
TEST(ChosenPartsTest, AClientEndsWhereTheListSaysThatItChoseOtherwise) {
  for (const chosen_part lie : {whole, quarter}) {
    small_collection c(of_degrees);
    choosing_people all(c);
    all.say();
    collect::announcement a = c.announced(0);
    const held_bytes said = c.published().object(a.joined.name, a.joined.size).whole();
    byte_string list(said.bytes.begin(), said.bytes.end());
    list[list.size() - 3] = static_cast<std::byte>(2 * static_cast<int>(lie));  // bob's, of four
    a.joined = {name_of(list), list.size()};
    altered_bulletin lying(c);
    lying.objects[a.joined.name] = list;
    lying.announcements[0] = a.write(c.key());
    const next_step step = all.clients[1].next(lying);
    EXPECT_EQ(step.what, kind::ended);
    EXPECT_NE(step.why.find("another part of the budget than it chose"), std::string::npos) << step.why;
    EXPECT_TRUE(all.clients[1].spent().is_zero());
  }
}

TEST(ChosenPartsTest, NobodySpendsMoreThanItsPart) {
  small_collection c(of_degrees);
  choosing_people all(c);
  all.say();
  collect::folder_bulletin from = c.published();
  // A budget that is announced for all costs each its part of it: more than the total ends those of
  // every part.
  collect::announcement dear = c.announced(0);
  dear.said.clear();
  canonical_writer(dear.said).budget(epsilon::from_nats(1.5));
  for (std::size_t i = 0; i < all.clients.size(); ++i) {
    altered_bulletin lying(c);
    lying.announcements[0] = dear.write(c.key());
    state_in_memory copy = all.kept[i];
    const next_step step = client(copy).next(lying);
    EXPECT_EQ(step.what, kind::ended);
    EXPECT_NE(step.why.find("costs more than the task says"), std::string::npos) << step.why;
  }
  all.say();
  for (const client& p : all.clients) {
    EXPECT_EQ(p.spent(), part_of(epsilon::from_nats(1.0), choices.at(p.state().name)));
    EXPECT_EQ(p.spent(), p.total());
  }
  EXPECT_EQ(all.clients[1].most_of_relationship(), epsilon::from_nats(1.5)) << "the other end may spend all";
}

TEST(ChosenPartsTest, TheResultSaysHowManyChoseWhatAndTheMostThatAnybodyLost) {
  small_collection c(of_degrees);
  choosing_people all(c);
  all.say();
  all.say();
  const auto bytes = c.published().result();
  ASSERT_TRUE(bytes.has_value());
  const auto result = nlohmann::json::parse(collect::text_of(*bytes));
  ASSERT_FALSE(result.contains("failure")) << result;
  EXPECT_EQ(result["parts"], (nlohmann::json{{"whole", 1}, {"half", 1}, {"quarter", 2}}));
  EXPECT_DOUBLE_EQ(result["spent"]["edge_ldp"].get<double>(), 1.0);
  EXPECT_DOUBLE_EQ(result["spent"]["relationship_dp"].get<double>(), 1.5) << "one spends all, another half";
  double variance = 0.0;
  for (const auto& [name, part] : choices) {
    const double a = std::exp(-part_of(epsilon::from_nats(1.0), part).nats());
    variance += 2.0 * a / ((1.0 - a) * (1.0 - a));
  }
  EXPECT_NEAR(result["numbers"][0]["standard_error"].get<double>(), 0.5 * std::sqrt(variance), 1e-9);
}

TEST(ChosenPartsTest, OnlyWhereTheLawOfNoiseIsAllThatChanges) {
  for (const study::offer& o : study::offers()) {
    if (!o.is_open()) continue;
    EXPECT_EQ(o.lets_choose(), o.question == "degrees" || o.question == "mixing" || o.question == "cores")
        << o.question;
    if (o.lets_choose()) continue;
    small_collection c([&](auto& wanted) {
      ask_for(wanted, std::string(o.question));
      if (o.has_attributes) wanted.attributes = {{"party", {"left", "right"}}};
    });
    collect::joining_person who = c.person("ann");
    who.part = half;
    state_in_memory kept;
    collect::folder_bulletin from = c.published();
    try {
      client::join(kept, from, who);
      ADD_FAILURE() << "joined " << o.question;
    } catch (const invalid_parameter& e) {
      const bool has_rows = o.question == "triangles" || o.question == "cycles-4" ||
                            o.question == "butterflies" || o.question == "synthesis";
      const std::string why = e.what();
      EXPECT_EQ(why.find("the layout of rows, which follows from the budget, is common to all") !=
                    std::string::npos,
                has_rows)
          << why;
      EXPECT_NE(why.find("all people of this collection spend the same, since "), std::string::npos) << why;
    }
    EXPECT_TRUE(kept.bytes.empty());
  }
}

TEST(ChosenPartsTest, OtherWordsAndNumbersAreRefused) {
  for (const std::string_view word : {"whole", "half", "quarter"})
    EXPECT_EQ(name_of(collect::part_named(word)), word);
  for (const char* word : {"", "third", "Half", "0.5", "halff"})
    EXPECT_THROW(collect::part_named(word), invalid_parameter) << word;
  const collect::signing_key key = collect::signing_key::make();
  collect::registration r{"task", "ann", collect::bytes_of("proof"), key.its_public(), true};
  r.version = collect::choosing_version;
  for (const chosen_part part : all_parts) {
    r.part = part;
    EXPECT_EQ(registered(r.write(key)).part, part);
  }
  byte_string bytes = r.write(key);
  for (const int other : {1, 3, 5, 6, 8}) {  // minus one, minus two, ... and three, four
    bytes[bytes.size() - 65] = static_cast<std::byte>(other);
    EXPECT_THROW(registered(bytes), format_error) << other;
  }
  r.version = collect::usual_version;
  EXPECT_EQ(registered(r.write(key)).part, whole) << "a registration of version 2 says no part";
}

TEST(ChosenPartsTest, ListsAndStatesComeBack) {
  const collect::key_mark mark{};
  const collect::joined_people joined({1, 4}, {mark, mark}, chosen_parts({quarter, half}));
  const byte_string bytes = joined.write(collect::choosing_version);
  EXPECT_EQ(collect::joined_people::read(bytes, 10, collect::choosing_version).chosen(), joined.chosen());
  EXPECT_THROW(collect::joined_people::read(bytes, 10, collect::usual_version), format_error);
  EXPECT_THROW(collect::joined_people::read(joined.write(), 10, collect::choosing_version), format_error);
  small_collection c(of_degrees);
  choosing_people all(c);
  for (std::size_t i = 0; i < all.kept.size(); ++i) {
    const collect::client_state s = collect::client_state::read(all.kept[i].bytes);
    EXPECT_EQ(s.part, choices.at(s.name));
    EXPECT_EQ(s.write(), all.kept[i].bytes);
  }
}

/// A personal account in memory.
TEST(ChosenPartsTest, TheAccountSetsAsideWhatWasChosen) {
  small_collection c([](auto& wanted) {
    of_degrees(wanted);
    wanted.is_simulated = false;
    wanted.key.reset();
  });
  collect::folder_bulletin from = c.published();
  account_in_memory account;
  collect::joining_person who = c.person("ann");
  who.account = "in memory";
  who.ceiling = epsilon::from_nats(0.5);
  state_in_memory kept;
  EXPECT_THROW(client::join(kept, from, who, &account), invalid_parameter) << "all is beyond the ceiling";
  who.part = half;
  client::join(kept, from, who, &account);
  const collect::personal_account all(account.records);
  EXPECT_EQ(all.lifetime(), epsilon::from_nats(0.5));
  EXPECT_EQ(all.relationship(), epsilon::from_nats(1.5)) << "a contact's other end may spend all";
}

TEST(ChosenPartsTest, TheLibrarySaysSoToo) {
  small_collection c(of_degrees), rows;
  const byte_string task = c.published().task(), of_rows = rows.published().task();
  EXPECT_TRUE(read_task(task).lets_choose);
  EXPECT_FALSE(read_task(of_rows).lets_choose);
  EXPECT_EQ(edgeldp_task_lets_choose(task.data(), task.size()), 1);
  EXPECT_EQ(edgeldp_task_lets_choose(of_rows.data(), of_rows.size()), 0);
  EXPECT_EQ(edgeldp_task_lets_choose("no task", 7), -1);
  const std::uint64_t seed = 7;
  edgeldp_joining who{};
  who.name = "ann";
  who.token = "00000000000000000000000000000000";
  who.seed = &seed;
  who.at_most = "third";
  edgeldp_participant* const wrong = edgeldp_join(&who);
  EXPECT_EQ(edgeldp_next(wrong), EDGELDP_ERROR);
  EXPECT_NE(std::string(edgeldp_why(wrong)).find("whole, half or quarter"), std::string::npos);
  edgeldp_close(wrong);
  who.at_most = "quarter";
  edgeldp_participant* const right = edgeldp_join(&who);
  EXPECT_EQ(edgeldp_next(right), EDGELDP_FETCH);
  edgeldp_close(right);
}

/// The expected width follows from what those who joined chose.
TEST(ChosenPartsTest, WhatIsExpectedFollowsFromTheChoices) {
  for (const char* method : {"degrees", "mixing"}) {
    small_collection c([&](auto& wanted) {
      ask_for(wanted, method);
      for (int i = 0; i < 200; ++i) wanted.people.push_back("p" + std::to_string(100 + i));
    });
    const collect::task& t = c.collector->of_task();
    const auto share = [&](const part_counts& joined) {
      return collect::predict_of_those(t, joined, 10.0)->numbers.front().share;
    };
    const double all = share({200, 0, 0}), some = share({100, 50, 50}), quarters = share({0, 0, 200});
    EXPECT_LT(1.2 * all, some) << method;
    EXPECT_LT(1.2 * some, quarters) << method;
    EXPECT_EQ(all, collect::predict_collection(t, 200, 10.0 * (199.0 / 203.0)).numbers.front().share);
    EXPECT_FALSE(collect::predict_of_those(t, {1, 0, 0}, 10.0).has_value());
  }
}

}  // namespace

}  // namespace edgeldp::test
