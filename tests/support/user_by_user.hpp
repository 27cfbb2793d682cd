// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/protocol/account.hpp"
#include "edgeldp/core/protocol/run_record.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"
#include "support/remembered_memory.hpp"
#include "support/shards_by_bytes.hpp"
#include "support/stored_population.hpp"
#include "support/users_one_by_one.hpp"

/// A method played in several ways, which must agree to the bit: over all users of a graph at once,
/// over one object a user with nothing but byte strings between, by a collector that dies after
/// every round and starts again from what it kept, and over users dealt to shards, in one process,
/// by bytes, and by bytes with what is public held together.
namespace edgeldp::test {

/// What a run came to: its numbers, to the bit, and its record.
struct played {
  std::vector<double> numbers;
  run_record run;
};
using played_method = std::function<played(session&)>;

struct collector_died {};

/// Lets a collector ask one round, and counts.
class mortal final : public population {
 public:
  explicit mortal(population& users) : m_users(users) {}
  std::uint64_t users() const override { return m_users.users(); }
  bool is_simulated() const override { return m_users.is_simulated(); }
  void answer(const call& asked, message_sink& sink) override {
    if (m_has_asked) throw collector_died{};
    m_has_asked = true;
    m_users.answer(asked, sink);
  }

 private:
  population& m_users;
  bool m_has_asked = false;
};

inline void expect_same(const played& a, const played& b, const std::string& how) {
  EXPECT_EQ(a.numbers, b.numbers) << how;
  EXPECT_EQ(a.run.told, b.run.told) << how;
  EXPECT_EQ(a.run.upload_bytes, b.run.upload_bytes) << how;
  EXPECT_EQ(a.run.download_bytes, b.run.download_bytes) << how;
  EXPECT_EQ(a.run.spent.spent(), b.run.spent.spent()) << how;
  EXPECT_EQ(a.run.spent.relationship_dp(), b.run.spent.relationship_dp()) << how;
  ASSERT_EQ(a.run.rounds.size(), b.run.rounds.size()) << how;
  for (std::size_t i = 0; i < a.run.rounds.size(); ++i) {
    EXPECT_EQ(a.run.rounds[i].round, b.run.rounds[i].round) << how;
    EXPECT_EQ(a.run.rounds[i].asked, b.run.rounds[i].asked) << how;
    EXPECT_EQ(a.run.rounds[i].answered, b.run.rounds[i].answered) << how;
    EXPECT_EQ(a.run.rounds[i].absent, b.run.rounds[i].absent) << how;
  }
}

template <class Play>
played play_held_together(const shardable_users& users, epsilon total, Play&& play) {
  remembered_memory memory;
  const public_memory_scope held_together(memory);
  shards_by_bytes four(users, 4);
  account paid(total, users.users());
  return play(four, paid);
}

/// `together`: all users at once; `apart`: new users one by one with the same coins, each time it
/// is called. Returns the run over all at once.
template <class Apart>
played expect_same_user_by_user(population& together, Apart&& apart, epsilon total, release_key key,
                                const played_method& method) {
  const auto play = [&](population& users, account& paid) {
    session s(users, paid, key, 0);
    return method(s);
  };
  account paid(total, together.users());
  const played expected = play(together, paid);

  auto one_by_one = apart();
  account paid_apart(total, one_by_one.users());
  expect_same(expected, play(one_by_one, paid_apart), "user by user");

  if (const auto* shardable = dynamic_cast<const shardable_users*>(&together)) {
    shards_in_turn three(*shardable, 3);
    account paid_in_shards(total, together.users());
    expect_same(expected, play(three, paid_in_shards), "in three shards");
    shards_by_bytes five(*shardable, 5);
    account paid_by_bytes(total, together.users());
    expect_same(expected, play(five, paid_by_bytes), "in five shards by bytes");
    expect_same(expected, play_held_together(*shardable, total, play),
                "in four shards with what is public held together");
  }

  // Each life of the collector asks one round more, and then dies.
  auto patient = apart();
  account paid_in_parts(total, patient.users());
  stored_population::store kept;
  bool is_over = false;
  for (std::size_t life = 1; !is_over && life <= expected.run.rounds.size(); ++life) {
    mortal one_round(patient);
    stored_population population(one_round, kept);
    try {
      expect_same(expected, play(population, paid_in_parts), "started again");
      is_over = true;
    } catch (const collector_died&) {
    }
  }
  EXPECT_TRUE(is_over) << "a round was asked again";
  EXPECT_EQ(paid_in_parts.spent(), paid.spent()) << "nothing is paid twice";
  return expected;
}

/// The same over the users of a graph.
inline played expect_same_user_by_user(const graph_view& g, epsilon total, release_key key,
                                       const played_method& method, std::vector<simulated_task> simulated,
                                       std::span<const user_task> tasks) {
  const coin_source replayed = coin_source::simulated(replayed_coins);
  auto together = simulated_users(g, replayed, std::move(simulated));
  return expect_same_user_by_user(
      together, [&] { return graph_one_by_one(g, replayed_coins, tasks); }, total, key, method);
}

}  // namespace edgeldp::test
