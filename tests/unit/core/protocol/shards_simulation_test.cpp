// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/shards_simulation.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/protocol/population_simulation.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {
namespace {

constexpr round_kind counting{"count", edge_use::one_endpoint};

/// Users who say their number in the data, whose work it is.
simulated_population<std::vector<std::uint64_t>> make_users(const std::vector<std::uint64_t>& data) {
  using task = simulated_task_on<std::vector<std::uint64_t>>;
  return {data,
          data.size(),
          coin_source::simulated(7),
          {task{"say it",
                [](const call& asked, const std::vector<std::uint64_t>& all, const coin_source& coins,
                   message_sink& sink) {
                  for_each_user(asked.who, [&](std::uint64_t number, vertex_id u) {
                    const auto coin =
                        coins(coin_purpose::count, u, [](private_randomness& c) { return c(); });
                    sink.put(number, integer_message(static_cast<int128>(all[u] + coin % 10)));
                  });
                },
                [](const call& asked, const std::vector<std::uint64_t>& all) -> work_by_number {
                  return [who = asked.who, &all](std::uint64_t number) { return all[who.user(number)]; };
                }}}};
}

struct kept_messages final : message_sink {
  void put(std::uint64_t number, std::span<const std::byte> message) override {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(all.emplace(number, byte_string(message.begin(), message.end())).second) << number;
  }
  bool put_words(std::uint64_t, std::span<const std::uint64_t>, std::uint64_t) override { return false; }
  std::map<std::uint64_t, byte_string> all;
  std::mutex mutex;
};

struct asked_round {
  explicit asked_round(roster r) : who(std::move(r)) {}
  roster who;
  public_objects published;
  byte_string said{std::byte{3}};
  call asked{2, "say it", counting, said, who, published};
};

TEST(Shards, PartsCoverARoundAndCostAboutTheSame) {
  std::vector<std::uint64_t> data(1000);
  for (std::uint64_t u = 0; u < data.size(); ++u) data[u] = u % 7 == 0 ? 0 : 5000 / (u + 1);
  const auto users = make_users(data);
  for (const roster& who : {roster::everybody(1000), roster::everybody(1000).stride(3, 5)})
    for (const std::uint64_t count : {1U, 2U, 3U, 8U, 64U, 5000U}) {
      const asked_round round(who);
      const round_work work(users, round.asked);
      std::uint64_t next = 0, total = 0, most = 0, largest = 0;
      for (std::uint64_t number = 0; number < who.size(); ++number) {
        total += data[who.user(number)] + 1;
        largest = std::max(largest, data[who.user(number)] + 1);
      }
      for (std::uint64_t index = 0; index < count; ++index) {
        const round_part part = work.part({index, count});
        EXPECT_EQ(part.first, next) << index << " of " << count;
        EXPECT_LE(part.first, part.last);
        next = part.last;
        std::uint64_t here = 0;
        for (std::uint64_t number = part.first; number < part.last; ++number) here += data[who.user(number)];
        EXPECT_EQ(work.in(part), here);
        most = std::max(most, here + part.size());
      }
      EXPECT_EQ(next, who.size()) << count;
      EXPECT_LE(most, total / count + largest + 1) << count;  // one user cannot be cut
    }
  const asked_round round(roster::everybody(1000));
  EXPECT_THROW(round_work(users, round.asked).part({2, 2}), invalid_parameter);
}

TEST(Shards, WorkOfMoreThan64BitsIsDealtToo) {
  const std::vector<std::uint64_t> data(5, std::uint64_t{1} << 63);
  const auto users = make_users(data);
  const asked_round round(roster::everybody(5));
  const round_work work(users, round.asked);
  for (std::uint64_t index = 0; index < 5; ++index)
    EXPECT_EQ(work.part({index, 5}), (round_part{index, index + 1})) << index;
}

TEST(Shards, UsersWithoutWorkAnswerToo) {
  const std::vector<std::uint64_t> data(10);
  const auto users = make_users(data);
  const asked_round round(roster::everybody(10));
  kept_messages kept;
  shards_in_turn(users, 3).answer(round.asked, kept);
  EXPECT_EQ(kept.all.size(), 10U);
  kept_messages nobody;
  const asked_round empty(roster::of({}, 10));
  shards_in_turn(users, 3).answer(empty.asked, nobody);
  EXPECT_TRUE(nobody.all.empty());
  EXPECT_THROW(shards_in_turn(users, 0), invalid_parameter);
}

TEST(Shards, BatchesAreTheSameForEveryThreadCountAndHoldWhatUsersSaid) {
  std::vector<std::uint64_t> data(700);
  for (std::uint64_t u = 0; u < data.size(); ++u) data[u] = u * u;
  auto users = make_users(data);
  const asked_round round(roster::everybody(700).stride(1, 2));
  kept_messages together, apart;
  users.answer(round.asked, together);
  const byte_string told = told_call::write({users, round.asked}, "run");
  for (std::uint64_t index = 0; index < 4; ++index) {
    std::vector<byte_string> made;
    for (const unsigned threads : {1U, 4U}) {
      const thread_limit limit(threads);
      made.push_back(play_shard(users, told, "run", round.published, {index, 4}));
    }
    EXPECT_EQ(made[0], made[1]);
    EXPECT_EQ(message_batch::part_in(made[0], name_of(told)),
              round_work(users, round.asked).part({index, 4}));
    message_batch::deliver(made[0], name_of(told), apart);
  }
  EXPECT_EQ(together.all, apart.all);
}

TEST(Shards, CallsComeBackAsTheyWere) {
  const std::vector<std::uint64_t> data(20, 1);
  const auto users = make_users(data);
  asked_round round(roster::everybody(20).stride(0, 3));
  round.asked.said_to = [](std::uint64_t number) { return byte_string(number, std::byte{9}); };
  const byte_string told = told_call::write({users, round.asked}, "run");
  const told_call read(told, "run");
  const call again = read.over(round.published);
  EXPECT_EQ(again.index, 2U);
  EXPECT_EQ(again.asks, "say it");
  EXPECT_EQ(again.kind, counting);
  EXPECT_TRUE(std::ranges::equal(again.said, round.said));
  EXPECT_EQ(again.who, round.who);
  EXPECT_EQ(again.said_to(4), byte_string(4, std::byte{9}));
  EXPECT_EQ(again.said_to(0), byte_string());
  EXPECT_EQ(read.coins().replayed_key(), 7U);
  EXPECT_THROW(told_call(told, "another run"), format_error);
}

TEST(Shards, ShardsOfOtherDataAreRefused) {
  std::vector<std::uint64_t> data(20, 1);
  const asked_round round(roster::everybody(20));
  const auto users = make_users(data);
  const byte_string told = told_call::write({users, round.asked}, "run");
  data[13] = 2;
  EXPECT_THROW(play_shard(make_users(data), told, "run", round.published, {0, 2}), invalid_parameter);
  const std::vector<std::uint64_t> more(21, 1);
  EXPECT_THROW(play_shard(make_users(more), told, "run", round.published, {0, 2}), invalid_parameter);
}

TEST(Shards, DamagedBytesAreRefusedBeforeAnythingIsHandedOver) {
  const std::vector<std::uint64_t> data(30, 300);
  const auto users = make_users(data);
  const asked_round round(roster::everybody(30));
  const byte_string told = told_call::write({users, round.asked}, "run");
  const byte_string batch = play_shard(users, told, "run", round.published, {0, 1});
  const std::string name = name_of(told);
  for (std::size_t length = 0; length < batch.size(); ++length) {
    kept_messages kept;
    EXPECT_THROW(message_batch::deliver(std::span(batch).first(length), name, kept), format_error) << length;
    EXPECT_TRUE(kept.all.empty());
  }
  byte_string longer = batch;
  longer.push_back(std::byte{1});
  kept_messages kept;
  EXPECT_THROW(message_batch::deliver(longer, name, kept), format_error);
  EXPECT_THROW(message_batch::deliver(batch, name_of(batch), kept), format_error);
  EXPECT_TRUE(kept.all.empty());
  for (std::size_t length = 0; length < told.size(); ++length)
    EXPECT_THROW(told_call(std::span(told).first(length), "run"), format_error) << length;
}

TEST(Shards, WhatABatchHasNoRoomForIsOurBug) {
  message_batch batch({10, 20});
  const byte_string message(3, std::byte{1});
  batch.put(10, message);
  EXPECT_THROW(batch.put(10, message), internal_error);
  EXPECT_THROW(batch.put(9, message), internal_error);
  EXPECT_THROW(batch.put(20, message), internal_error);
  EXPECT_FALSE(batch.put_words(11, {}, 0));
}

TEST(Shards, APlacementHoldsAsLongAsItLives) {
  const std::vector<std::uint64_t> data(5);
  const auto users = make_users(data);
  EXPECT_EQ(placement_scope::place(users), nullptr);
  placement_in_turn three(3);
  {
    const placement_scope scope(three);
    EXPECT_TRUE(placement_scope::is_active());
    EXPECT_NE(placement_scope::place(users), nullptr);
    EXPECT_THROW(placement_scope second(three), internal_error);
  }
  EXPECT_FALSE(placement_scope::is_active());
  EXPECT_EQ(placement_scope::place(users), nullptr);
}

}  // namespace
}  // namespace edgeldp
