// SPDX-License-Identifier: MIT
#include "collect/client/client.hpp"
#include "collect/carriers/folder_bulletin.hpp"
#include "collect/carriers/state_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/public_order.hpp"
#include "support/small_collection.hpp"

namespace edgeldp::test {

namespace {

using collect::announcement;
using collect::client;
using collect::next_step;
using kind = collect::next_step::kind;

void expect_ended(const next_step& step, const std::string& why) {
  EXPECT_EQ(step.what, kind::ended);
  EXPECT_NE(step.why.find(why), std::string::npos) << step.why;
}

TEST(ClientTest, SaysTheSameAgainAndAgain) {
  small_collection c;
  everybody all(c);
  collect::folder_bulletin from = c.published();
  const byte_string first = all.clients[0].next(from).message;
  EXPECT_EQ(all.clients[0].next(from).message, first);
  EXPECT_EQ(client(all.kept[0]).next(from).message, first) << "started again";
  all.say();
  const byte_string degree = all.clients[0].next(from).message;
  EXPECT_NE(degree, first);
  EXPECT_EQ(all.clients[0].next(from).message, degree);
  EXPECT_EQ(client(all.kept[0]).next(from).message, degree) << "started again";
}

TEST(ClientTest, KeepsAnAnswerBeforeItIsHandedOut) {
  small_collection c;
  everybody all(c);
  all.say();
  collect::folder_bulletin from = c.published();
  const next_step step = all.clients[0].next(from);
  ASSERT_EQ(step.what, kind::send);
  EXPECT_EQ(collect::client_state::read(all.kept[0].bytes).heard.back().answer, step.message);
}

TEST(ClientTest, PaysWhatTheTaskSaysAndNoMore) {
  small_collection c;
  everybody all(c);
  while (c.collector->due()) all.say();
  EXPECT_TRUE(c.published().result().has_value());
  for (const client& p : all.clients) {
    EXPECT_LE(p.spent(), c.collector->of_task().total);
    EXPECT_GT(p.spent(), epsilon::from_nats(0.5));
  }
  collect::folder_bulletin from = c.published();
  EXPECT_EQ(all.clients[0].next(from).what, kind::over);
}

TEST(ClientTest, RefusesToJoinWhatItShouldNot) {
  small_collection c;
  collect::folder_bulletin from = c.published();
  const auto expect_refused = [&](const std::function<void(collect::joining_person&)>& change,
                                  const std::string& why) {
    collect::joining_person who = c.person("ann");
    change(who);
    state_in_memory kept;
    try {
      client::join(kept, from, who);
      ADD_FAILURE() << "joined: " << why;
    } catch (const invalid_parameter& e) {
      EXPECT_NE(std::string(e.what()).find(why), std::string::npos) << e.what();
    }
    EXPECT_TRUE(kept.bytes.empty());
  };
  expect_refused([](auto& who) { who.ceiling = epsilon::from_nats(0.99); }, "your ceiling is 0.99");
  expect_refused([](auto& who) { who.name = "eve"; }, "'eve' is not in the task's directory");
  expect_refused([](auto& who) { who.simulation_key.reset(); }, "the task is simulated");
  expect_refused([](auto& who) { who.values = {"left"}; }, "0 attributes");
}

TEST(ClientTest, ARealTaskTakesNoReplayedCoins) {
  small_collection c([](auto& wanted) {
    wanted.is_simulated = false;
    wanted.key.reset();
  });
  collect::folder_bulletin from = c.published();
  collect::joining_person who = c.person("ann");
  who.simulation_key = 1;
  state_in_memory kept;
  EXPECT_THROW(client::join(kept, from, who), invalid_parameter);
}

TEST(ClientTest, EndsWhenTheCollectorContradictsItself) {
  struct lie {
    const char* why;
    std::function<void(announcement&)> change;
  };
  const std::vector<lie> lies{
      {"is of another task", [](announcement& a) { a.task = "another"; }},
      {"does not follow", [](announcement& a) { a.before = "something else"; }},
      {"does not follow", [](announcement& a) { a.index = 7; }},
      {"which the task does not have", [](announcement& a) { a.round = "wealth"; }},
      {"which the task does not have", [](announcement& a) { a.edges = edge_use::one_endpoint; }},
      {"which the task does not have", [](announcement& a) { a.round = "join"; }},
      {"cannot be answered", [](announcement& a) { a.asks = "open size"; }},
      {"cannot be answered", [](announcement& a) { a.who = roster::everybody(9); }},
      {"costs more than the task says",
       [](announcement& a) {
         a.said.clear();
         canonical_writer(a.said).budget(epsilon::from_nats(0.5));
       }},
  };
  for (const lie& l : lies) {
    SCOPED_TRACE(l.why);
    small_collection c;
    everybody all(c);
    all.say();
    announcement a = c.announced(0);
    l.change(a);
    altered_bulletin lying(c);
    lying.announcements[0] = a.write(c.key());
    expect_ended(all.clients[0].next(lying), l.why);
    collect::folder_bulletin from = c.published();
    expect_ended(all.clients[0].next(from), l.why);
    expect_ended(client(all.kept[0]).next(from), l.why);
    EXPECT_TRUE(client(all.kept[0]).spent().is_zero());
  }
}

TEST(ClientTest, SaysNothingThatATerminalObeys) {
  small_collection c;
  everybody all(c);
  all.say();
  announcement a = c.announced(0);
  a.asks = "degree\x1b]0;owned\x07\xc2\x9b" + std::string(100000, 'x');
  altered_bulletin lying(c);
  lying.announcements[0] = a.write(c.key());
  const next_step step = all.clients[0].next(lying);
  EXPECT_EQ(step.what, kind::ended);
  EXPECT_NE(step.why.find("degree?]0;owned??xxx"), std::string::npos) << step.why.substr(0, 200);
  EXPECT_LT(step.why.size(), 1010U);
  EXPECT_EQ(client(all.kept[0]).state().ended, step.why);
}

TEST(ClientTest, EndsWhenAnAnnouncementIsChangedAfterwards) {
  small_collection c;
  everybody all(c);
  all.say();
  collect::folder_bulletin from = c.published();
  ASSERT_EQ(all.clients[0].next(from).what, kind::send);
  announcement a = c.announced(0);
  a.closes += 1;
  altered_bulletin lying(c);
  lying.announcements[0] = a.write(c.key());
  expect_ended(all.clients[0].next(lying), "twice, differently");
}

TEST(ClientTest, EndsWhenAllRoundsTogetherCostTooMuch) {
  small_collection c;
  everybody all(c);
  for (int round = 0; round < 2; ++round) all.say();  // join, degree
  collect::client_state poor = collect::client_state::read(all.kept[0].bytes);
  poor.ceiling = client(all.kept[0]).spent();
  all.kept[0].bytes = poor.write();
  collect::folder_bulletin from = c.published();
  expect_ended(client(all.kept[0]).next(from), "all rounds together cost more");
}

TEST(ClientTest, WhatIsDamagedOnItsWayMayBeReadAgain) {
  small_collection c;
  everybody all(c);
  all.say();
  altered_bulletin damaged(c);
  damaged.announcements[0] = c.published().announcement(0);
  damaged.announcements[0]->at(9) ^= std::byte{1};
  EXPECT_THROW(all.clients[0].next(damaged), io_error);
  const announcement a = c.announced(0);
  damaged.announcements.clear();
  damaged.objects[a.joined.name] = {std::byte{1}};
  EXPECT_THROW(all.clients[0].next(damaged), io_error);
  damaged.objects[a.joined.name] = byte_string(1000);  // nobody's word, who ends for it loses a person
  EXPECT_THROW(all.clients[0].next(damaged), io_error);
  // Signed by nobody whom the task knows.
  damaged.objects.clear();
  damaged.announcements[0] = a.write(collect::signing_key::make());
  EXPECT_THROW(all.clients[0].next(damaged), io_error);
  collect::folder_bulletin from = c.published();
  EXPECT_EQ(all.clients[0].next(from).what, kind::send);
}

TEST(ClientTest, WhoMissesARoundSaysNothingInIt) {
  small_collection c;
  everybody all(c);
  all.say();
  for (std::size_t i = 1; i < all.clients.size(); ++i) c.say(all.clients[i]);
  c.now += 1000;
  c.collector->advance(c.now);
  collect::folder_bulletin from = c.published();
  const next_step step = all.clients[0].next(from);
  EXPECT_NE(step.what, kind::ended);
  ASSERT_GE(all.clients[0].state().heard.size(), 2U);
  EXPECT_TRUE(all.clients[0].state().heard[0].answer.empty());
  EXPECT_TRUE(all.clients[0].state().heard[0].price.is_zero());
}

TEST(ClientTest, ADamagedStateIsRefusedWhereverItIsDamaged) {
  small_collection c;
  everybody all(c);
  all.say();
  collect::folder_bulletin from = c.published();
  all.clients[0].next(from);
  const byte_string whole = all.kept[0].bytes;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    state_in_memory broken;
    broken.bytes = whole;
    broken.bytes[i] ^= std::byte{1};
    EXPECT_THROW(client p(broken), format_error) << "byte " << i;
  }
  for (const std::size_t size : {std::size_t{0}, whole.size() / 2, whole.size() - 1}) {
    state_in_memory cut;
    cut.bytes.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THROW(client p(cut), format_error) << size << " bytes";
  }
}

/// Whoever stands between a client and the collector may send more than anybody announces.
class endless_bulletin final : public collect::bulletin {
 public:
  explicit endless_bulletin(const small_collection& c) : m_from(c.published()) {}
  byte_string task() override { return m_from.task(); }
  public_bytes directory() override { return m_from.directory(); }
  std::optional<byte_string> announcement(std::uint32_t index) override {
    if (index >= endless_from) throw format_error(0, "more bytes than were announced");
    return m_from.announcement(index);
  }
  public_bytes object(std::string_view name, std::uint64_t most) override {
    return m_from.object(name, most);
  }
  std::optional<byte_string> result() override { return m_from.result(); }
  std::optional<byte_string> seal() override {
    if (seal_is_endless) throw format_error(0, "more bytes than were announced");
    return m_from.seal();
  }

  std::uint32_t endless_from = 0;
  bool seal_is_endless = false;

 private:
  collect::folder_bulletin m_from;
};

TEST(ClientTest, WhatDoesNotEndIsNobodysWord) {
  small_collection c;
  everybody all(c);
  all.say();
  endless_bulletin endless(c);
  EXPECT_THROW(all.clients[0].next(endless), io_error) << "the first announcement";
  endless.endless_from = 1;
  EXPECT_THROW(all.clients[0].next(endless), io_error) << "the one that is not published yet";
  endless.endless_from = 10;
  endless.seal_is_endless = true;
  EXPECT_EQ(all.clients[0].next(endless).what, kind::send) << "the word that all is over";
  endless.endless_from = 0;
  EXPECT_THROW(all.clients[0].next(endless), io_error) << "what was heard before";
  collect::folder_bulletin from = c.published();
  EXPECT_EQ(all.clients[0].next(from).what, kind::send);
}

/// A collection of real people, whose coins nobody replays.
small_collection real_collection(const std::string& method = "triangles") {
  return small_collection([&](auto& wanted) {
    wanted.method = method;
    wanted.is_simulated = false;
    wanted.key.reset();
    if (method == "homophily") wanted.attributes = {{"party", {"left", "right"}}};
  });
}

/// The announcement of the degree round again, which asks for a little less.
byte_string another_degree_round(const small_collection& c) {
  announcement a = c.announced(0);
  a.said.clear();
  canonical_writer(a.said).budget(epsilon::from_nats(0.01));
  return a.write(c.key());
}

byte_string answer_in(const byte_string& message) {
  collect::signed_part part;
  return collect::report::read(message, part).body;
}

TEST(ClientTest, AnOldStateSaysTheSameToTheSameAnnouncement) {
  small_collection c = real_collection();
  everybody all(c);
  all.say();
  while (c.collector->due()) {
    const state_in_memory old = all.kept[0];
    collect::folder_bulletin from = c.published();
    const byte_string said = all.clients[0].next(from).message;
    for (int copy = 0; copy < 3; ++copy) {
      state_in_memory restored = old;
      EXPECT_EQ(client(restored).next(from).message, said) << "a copy, or a backup";
    }
    all.say_what_there_is();
  }
}

TEST(ClientTest, AnotherListOrAnotherAnnouncementHasOtherNoise) {
  small_collection c = real_collection("degrees");
  everybody all(c);
  all.say();
  collect::folder_bulletin from = c.published();
  const state_in_memory old = all.kept[0];
  const byte_string said = answer_in(all.clients[0].next(from).message);
  // Noise of scale 1: that all of forty bodies are equal has a chance below 2^-40.
  bool list_differs = false, announcement_differs = false;
  for (std::uint32_t i = 0; i < 40; ++i) {
    state_in_memory other = old;
    collect::client_state changed = collect::client_state::read(other.bytes);
    changed.values = {i};  // the digest of what is answered about is another, the degree is the same
    other.bytes = changed.write();
    list_differs |= answer_in(client(other).next(from).message) != said;
    altered_bulletin second(c);
    announcement a = c.announced(0);
    a.closes += 1 + i;
    second.announcements[0] = a.write(c.key());
    state_in_memory restored = old;
    announcement_differs |= answer_in(client(restored).next(second).message) != said;
  }
  EXPECT_TRUE(list_differs);
  EXPECT_TRUE(announcement_differs);
}

/// What is left, and the proof says so: an old state and a collector that signs two announcements
/// under one number. Each has one answer, both cost, and the two signatures are kept.
TEST(ClientTest, TwoSignedAnnouncementsAfterARollbackAreTwoAnswersAndTheEvidenceIsKept) {
  small_collection c = real_collection("degrees");
  everybody all(c);
  all.say();
  collect::folder_bulletin from = c.published();
  const state_in_memory old = all.kept[0];
  ASSERT_EQ(all.clients[0].next(from).what, kind::send);
  altered_bulletin second(c);
  second.announcements[0] = another_degree_round(c);
  state_in_memory restored = old;
  client again(restored);
  ASSERT_EQ(again.next(second).what, kind::send);
  const auto told = [](const client& p) { return p.state().heard.at(0); };
  EXPECT_NE(told(again).announcement, told(all.clients[0]).announcement);
  EXPECT_EQ(again.spent().units() + all.clients[0].spent().units(),
            told(again).price.units() + told(all.clients[0]).price.units());
  for (const client* p : {&again, &all.clients[0]}) {
    collect::signed_part part;
    const byte_string asked = told(*p).asked;
    const announcement a = announcement::read(asked, part);
    EXPECT_TRUE(part.is_by(c.collector->of_task().collector));
    EXPECT_EQ(a.index, 0U);
  }
  // Without the rollback the second one ends the part, and both are shown.
  expect_ended(all.clients[0].next(second), "twice, differently");
  const auto evidence = client(all.kept[0]).evidence();
  ASSERT_TRUE(evidence);
  EXPECT_EQ(evidence->first, c.published().announcement(0));
  EXPECT_EQ(evidence->second, second.announcements[0]);
}

TEST(ClientTest, WhoJoinsAgainAfterALossSaysNothingMore) {
  small_collection c = real_collection();
  everybody all(c);
  all.say();
  collect::folder_bulletin from = c.published();
  ASSERT_EQ(all.clients[0].next(from).what, kind::send);
  state_in_memory second;
  client again = c.join(second, "ann");
  expect_ended(again.next(from), "with another key");
  EXPECT_TRUE(again.spent().is_zero());
  EXPECT_TRUE(collect::client_state::read(second.bytes).coins_secret.empty());
}

TEST(ClientTest, EndsForAResultThatIsSignedAlone) {
  small_collection c = real_collection("degrees");
  everybody all(c);
  all.say();
  altered_bulletin with_seal(c);
  const std::string task = c.collector->id();
  for (const byte_string& none :
       {byte_string(2), collect::result_seal{task, task, task}.write(collect::signing_key::make()),
        collect::result_seal{"another task", task, task}.write(c.key())}) {
    with_seal.seal_instead = none;
    EXPECT_EQ(all.clients[0].next(with_seal).what, kind::send);
  }
  const std::string last = name_of(c.published().announcement(0).value());
  with_seal.seal_instead = collect::result_seal{task, last, task}.write(c.key());
  EXPECT_EQ(all.clients[0].next(with_seal).what, kind::over);
  EXPECT_TRUE(all.clients[0].state().coins_secret.empty()) << "nothing will be said any more";
  collect::folder_bulletin from = c.published();
  EXPECT_EQ(client(all.kept[0]).next(from).what, kind::over) << "and it stays so";
}

/// Who was told of a round is not to be told of an end before it.
TEST(ClientTest, EndsForASealBehindAnEarlierRound) {
  small_collection c = real_collection("degrees");
  everybody all(c);
  all.say();
  altered_bulletin with_seal(c);
  const std::string task = c.collector->id();
  ASSERT_EQ(all.clients[0].next(with_seal).what, kind::send);
  with_seal.seal_instead = collect::result_seal{task, task, task}.write(c.key());
  expect_ended(all.clients[0].next(with_seal), "without a round that it had announced");
  EXPECT_TRUE(all.clients[0].state().coins_secret.empty());
}

/// A proxy may have a page of its own where there is no announcement yet.
TEST(ClientTest, AnswersARoundBehindWhichNobodySignedAnything) {
  small_collection c = real_collection("degrees");
  everybody all(c);
  all.say();
  altered_bulletin behind_a_proxy(c);
  behind_a_proxy.announcements[1] = collect::bytes_of("<html>no such page</html>");
  EXPECT_EQ(all.clients[0].next(behind_a_proxy).what, kind::send);
  EXPECT_FALSE(all.clients[0].spent().is_zero());
}

/// A short round would leave an answer no moments to be hidden among.
TEST(ClientTest, EndsForARoundThatClosesBeforeItsTime) {
  small_collection c = real_collection("degrees");
  everybody all(c);
  all.say();
  const auto seconds = static_cast<std::int64_t>(c.collector->of_task().round("degree")->seconds);
  for (const std::int64_t missing : {std::int64_t{0}, std::int64_t{1}, seconds}) {
    collect::announcement told = c.announced(0);
    told.closes = told.opened + seconds - missing;
    altered_bulletin lying(c);
    lying.announcements[0] = told.write(c.key());
    state_in_memory kept = all.kept[0];
    const next_step step = client(kept).next(lying);
    if (missing == 0)
      EXPECT_EQ(step.what, kind::send);
    else
      expect_ended(step, "before the time that the task gives");
  }
}

TEST(ClientTest, TheResultIsSealed) {
  small_collection c = real_collection("degrees");
  everybody all(c);
  while (c.collector->due()) all.say_what_there_is();
  collect::signed_part part;
  const byte_string bytes = c.published().seal().value();
  const collect::result_seal seal = collect::result_seal::read(bytes, part);
  EXPECT_TRUE(part.is_by(c.collector->of_task().collector));
  EXPECT_EQ(seal.result, name_of(c.published().result().value()));
  EXPECT_EQ(seal.last, name_of(c.published().announcement(0).value()));
}

/// The question and kind of a round, order, key, codec and own numbers are the task's.
TEST(ClientTest, EndsWhenARoundAsksWhatItsTaskDoesNotSay) {
  const auto round_of = [](const small_collection& c, const std::string& name) {
    for (std::uint32_t i = 0; c.published().announcement(i); ++i)
      if (c.announced(i).round == name) return i;
    throw std::logic_error("no such round");
  };
  const auto ends = [&](const std::string& round, const std::string& why, const auto& change) {
    SCOPED_TRACE(why);
    small_collection c = real_collection();
    everybody all(c);
    while (c.collector->due() && c.collector->status().round != round) all.say_what_there_is();
    if (!c.collector->due()) return false;  // no limit was worth asking for, as it happens with few people
    const std::uint32_t index = round_of(c, round);
    announcement a = c.announced(index);
    altered_bulletin lying(c);
    change(c, lying, a);
    lying.announcements[index] = a.write(c.key());
    const epsilon before = all.clients[0].spent();
    expect_ended(all.clients[0].next(lying), why);
    EXPECT_EQ(all.clients[0].spent(), before);
    return true;
  };
  const auto as_degree = [](auto&, auto&, announcement& a) {
    a.asks = "degree";
    a.said.clear();
    canonical_writer(a.said).budget(epsilon::from_nats(0.05));
  };
  EXPECT_TRUE(ends("size", "'degree' is not what the task says", as_degree));
  EXPECT_TRUE(ends("edges", "'degree' is not what the task says", as_degree));
  // The order of the size round, made anew.
  const auto other_order = [](user_order order_kind, std::uint64_t key, std::int64_t more) {
    return [=](const small_collection& c, altered_bulletin& lying, announcement& a) {
      std::vector<std::int64_t> degrees;
      const held_bytes told =
          c.published().object(a.published.front().name, a.published.front().size).whole();
      const public_order honest = public_order::read(told.bytes);
      for (const std::int64_t degree : honest.degrees()) degrees.push_back(degree + more);
      const byte_string order =
          public_order::write(order_kind, release_key{honest.key().value + key}, degrees);
      canonical_reader from(a.said);
      const rank_budgets budgets = from.budgets();
      a.published.front() = {name_of(order), order.size()};
      lying.objects[name_of(order)] = order;
      a.said.clear();
      canonical_writer(a.said).budgets(budgets).text(name_of(order));
    };
  };
  EXPECT_TRUE(ends("size", "another order or key", other_order(user_order::id, 0, 0)));
  EXPECT_TRUE(ends("size", "another order or key", other_order(user_order::random, 0, 0)));
  EXPECT_TRUE(ends("size", "another order or key", other_order(user_order::noisy_degree, 1, 0)));
  EXPECT_TRUE(ends("size", "another degree than", other_order(user_order::noisy_degree, 0, 1)));
}

TEST(StateFileTest, HasOneNameOnTheDisk) {
  const test_folder scratch;
  const auto path = scratch.path() / "me.state", link = scratch.path() / "link.state",
             hard = scratch.path() / "hard.state";
  using collect::state_file;
  small_collection c;
  {
    state_file kept(path, state_file::opening::anew);
    collect::folder_bulletin from = c.published();
    client p = client::join(kept, from, c.person("ann"));
    EXPECT_EQ(p.next(from).what, kind::send);
  }
  std::filesystem::create_symlink(path, link);
  {
    state_file kept(link, state_file::opening::existing);
    EXPECT_THROW(state_file(path, state_file::opening::existing), io_error) << "one lock for both names";
    kept.save(kept.load());
  }
  EXPECT_TRUE(std::filesystem::is_symlink(link)) << "what the link leads to was replaced, not the link";
  std::filesystem::create_hard_link(path, hard);
  EXPECT_THROW(state_file(path, state_file::opening::existing), io_error);
  EXPECT_THROW(state_file(hard, state_file::opening::existing), io_error);
}

TEST(StateFileTest, JoiningMayBeRepeatedUntilSomethingIsSaid) {
  const test_folder scratch;
  const auto path = scratch.path() / "me.state";
  using collect::state_file;
  small_collection c;
  collect::folder_bulletin from = c.published();
  for (int time = 0; time < 2; ++time) {
    state_file kept(path, state_file::opening::anew);
    client::join(kept, from, c.person("ann"));
  }
  {
    state_file kept(path, state_file::opening::existing);
    client(kept).next(from);
  }
  EXPECT_THROW(state_file(path, state_file::opening::anew), io_error);
}

TEST(StateFileTest, IsOneProcesssAndMadeOnce) {
  const test_folder scratch;
  const auto path = scratch.path() / "me.state";
  using collect::state_file;
  collect::client_state said;
  said.has_spoken = true;
  const byte_string whole = said.write();
  EXPECT_THROW(state_file(path, state_file::opening::existing), io_error) << "there is none";
  {
    state_file kept(path, state_file::opening::anew);
    kept.save(whole);
    EXPECT_EQ(kept.load(), whole);
    EXPECT_THROW(state_file(path, state_file::opening::existing), io_error) << "in use";
    const auto permissions = std::filesystem::status(path).permissions();
    EXPECT_EQ(permissions & std::filesystem::perms::others_all, std::filesystem::perms::none);
    EXPECT_EQ(permissions & std::filesystem::perms::group_all, std::filesystem::perms::none);
  }
  EXPECT_THROW(state_file(path, state_file::opening::anew), io_error) << "would be lost";
  EXPECT_EQ(state_file(path, state_file::opening::existing).load(), whole);
  state_file(path, state_file::opening::existing).save({whole.begin(), whole.end() - 1});
  EXPECT_THROW(state_file(path, state_file::opening::existing), format_error) << "damaged";
}

}  // namespace

}  // namespace edgeldp::test
