// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/protocol/population.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"
#include "support/graphs.hpp"
#include "support/user_by_user.hpp"

/// Users some of whom stop answering.
namespace edgeldp::test {

/// By user: the first round that it does not answer, by the index of its call.
using losses = std::vector<std::uint32_t>;
inline constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

/// Calls of the rounds of a centred count; its second group is asked in the call after the first.
namespace centred_call {
inline constexpr std::uint32_t degree = 0, size = 1, edges = 2, count = 3;
}

inline losses nobody_lost(std::uint64_t users) {
  return losses(users, never);
}

/// This share of the users that are left, chosen by a public seed, is lost in a round.
inline losses lose_at_random(losses lost, double share, std::uint32_t round, std::uint64_t seed) {
  std::vector<std::size_t> left;
  for (std::size_t u = 0; u < lost.size(); ++u)
    if (lost[u] == never) left.push_back(u);
  std::mt19937_64 random(seed);
  std::ranges::shuffle(left, random);
  left.resize(static_cast<std::size_t>(share * static_cast<double>(left.size())));
  for (const std::size_t u : left) lost[u] = round;
  return lost;
}

/// The users of the largest degrees, this share of all, are lost in a round.
inline losses lose_hubs(const csr_graph& g, double share, std::uint32_t round) {
  std::vector<vertex_id> users(g.vertex_count());
  std::iota(users.begin(), users.end(), vertex_id{0});
  std::ranges::sort(users, std::ranges::greater(), [&](vertex_id u) { return std::pair(g.degree(u), u); });
  users.resize(static_cast<std::size_t>(share * static_cast<double>(users.size())));
  losses lost = nobody_lost(g.vertex_count());
  for (const vertex_id u : users) lost[u] = round;
  return lost;
}

/// The graph of the users who answered all rounds before this one, under their old numbers.
inline csr_graph induced(const csr_graph& g, const losses& lost, std::uint32_t round) {
  edge_list edges;
  for (vertex_id u = 0; u < g.vertex_count(); ++u)
    for (const vertex_id v : g.neighbors(u))
      if (v < u && lost[u] >= round && lost[v] >= round) edges.emplace_back(v, u);
  return {g.vertex_count(), edges};
}

/// Drops the answers of users from their round on: who is lost once never answers again, and a test
/// in which it is asked again fails.
template <class Population>
class losing_population final : public population {
 public:
  losing_population(Population users, losses lost)
      : m_users(std::move(users)), m_lost(std::move(lost)), m_is_absent(m_lost.size()) {}

  std::uint64_t users() const override { return m_users.users(); }
  bool is_simulated() const override { return m_users.is_simulated(); }
  const chosen_parts& chosen() const override { return m_users.chosen(); }

  void answer(const call& asked, message_sink& sink) override {
    std::vector<bool> drops(asked.who.size());
    for (std::uint64_t number = 0; number < asked.who.size(); ++number) {
      const vertex_id user = asked.who.user(number);
      if (m_is_absent[user]) ADD_FAILURE() << "user " << user << ", who is lost, is asked " << asked.asks;
      drops[number] = asked.index >= m_lost[user];
      if (drops[number]) m_is_absent[user] = true;
    }
    dropping_sink left(sink, drops);
    m_users.answer(asked, left);
  }

 private:
  class dropping_sink final : public message_sink {
   public:
    dropping_sink(message_sink& into, const std::vector<bool>& drops) : m_into(into), m_drops(drops) {}
    void put(std::uint64_t number, std::span<const std::byte> message) override {
      if (!m_drops[number]) m_into.put(number, message);
    }
    bool put_words(std::uint64_t number, std::span<const std::uint64_t> words,
                   std::uint64_t message_bytes) override {
      return m_drops[number] || m_into.put_words(number, words, message_bytes);
    }

   private:
    message_sink& m_into;
    const std::vector<bool>& m_drops;
  };

  Population m_users;
  losses m_lost;
  std::vector<bool> m_is_absent;
};

/// expect_same_user_by_user over a graph's users some of whom are lost.
inline played expect_same_with_losses(const csr_graph& g, const losses& lost, epsilon total, release_key key,
                                      const played_method& method, std::vector<simulated_task> simulated,
                                      std::span<const user_task> tasks) {
  const graph_view view(g);
  losing_population together(
      simulated_users(view, coin_source::simulated(replayed_coins), std::move(simulated)), lost);
  return expect_same_user_by_user(
      together, [&] { return losing_population(graph_one_by_one(view, replayed_coins, tasks), lost); }, total,
      key, method);
}

/// Plays a method over a graph's users some of whom are lost: play(session).
template <class F>
auto play_with_losses(const csr_graph& g, const losses& lost, epsilon total, release_key key,
                      const coin_source& coins, std::vector<simulated_task> simulated, F&& play) {
  const graph_view view(g);
  losing_population users(simulated_users(view, coins, std::move(simulated)), lost);
  account paid(total, users.users());
  session s(users, paid, key);
  return std::forward<F>(play)(s);
}

}  // namespace edgeldp::test
