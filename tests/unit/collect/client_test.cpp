// SPDX-License-Identifier: MIT
#include "collect/client/client.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "support/small_collection.hpp"

namespace edgeldp::test {

namespace {

using collect::announcement;
using collect::client;
using collect::next_step;
using kind = collect::next_step::kind;

/// What was published, but for some announcements.
class altered_bulletin final : public collect::bulletin {
 public:
  explicit altered_bulletin(const small_collection& c) : m_from(c.published()) {}
  byte_string task() override { return m_from.task(); }
  byte_string directory() override { return m_from.directory(); }
  std::optional<byte_string> announcement(std::uint32_t index) override {
    const auto other = announcements.find(index);
    return other == announcements.end() ? m_from.announcement(index) : other->second;
  }
  byte_string object(std::string_view name, std::uint64_t most) override {
    const auto other = objects.find(std::string(name));
    if (other == objects.end()) return m_from.object(name, most);
    if (other->second.size() > most) throw format_error(most, "longer than announced");
    return other->second;
  }
  std::optional<byte_string> result() override { return m_from.result(); }

  std::map<std::uint32_t, std::optional<byte_string>> announcements;
  std::map<std::string, byte_string> objects;

 private:
  collect::folder_bulletin m_from;
};

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

TEST(StateFileTest, IsOneProcesssAndMadeOnce) {
  const test_folder scratch;
  const auto path = scratch.path() / "me.state";
  using collect::state_file;
  EXPECT_THROW(state_file(path, state_file::opening::existing), io_error) << "there is none";
  {
    state_file kept(path, state_file::opening::anew);
    kept.save({std::byte{1}, std::byte{2}});
    EXPECT_EQ(kept.load(), (byte_string{std::byte{1}, std::byte{2}}));
    EXPECT_THROW(state_file(path, state_file::opening::existing), io_error) << "in use";
    const auto permissions = std::filesystem::status(path).permissions();
    EXPECT_EQ(permissions & std::filesystem::perms::others_all, std::filesystem::perms::none);
    EXPECT_EQ(permissions & std::filesystem::perms::group_all, std::filesystem::perms::none);
  }
  EXPECT_THROW(state_file(path, state_file::opening::anew), io_error) << "would be lost";
  EXPECT_EQ(state_file(path, state_file::opening::existing).load().size(), 2U);
}

}  // namespace

}  // namespace edgeldp::test
