// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/protocol/population.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"

namespace edgeldp::test {

/// Seed of the coins of users who are played together and one by one.
inline constexpr std::uint64_t replayed_coins = 7;

/// One user as a program of its own: it has what it holds, its coins and what reached it as bytes,
/// and sees neither the data of others nor any object of the collector.
class remote_user {
 public:
  /// What the user does with a question.
  using answering = std::function<byte_string(const user_call&, const user_coins&)>;

  /// `known`: whom its excerpts keep.
  remote_user(vertex_id user, std::uint64_t coins, answering answer, std::vector<vertex_id> known = {})
      : m_user(user),
        m_coins(coin_source::simulated(coins)),
        m_answer(std::move(answer)),
        m_published(std::make_unique<public_objects>(std::move(known))) {}

  void receive(std::string_view name, std::span<const std::byte> form) {
    m_published->receive(name, byte_string(form.begin(), form.end()));
  }

  /// `question`: task, announcement, number, and what is for this user alone.
  byte_string answer(std::span<const std::byte> question) const {
    canonical_reader from(question);
    const std::string asks = from.text(), said = from.text();
    const std::uint64_t number = from.word();
    const std::string mine = from.text();
    from.end();
    return m_answer(
        {asks, std::as_bytes(std::span(said)), *m_published, number, std::as_bytes(std::span(mine))},
        user_coins(m_coins, m_user));
  }

 private:
  vertex_id m_user;
  coin_source m_coins;
  answering m_answer;
  std::unique_ptr<public_objects> m_published;
};

/// One object a user; nothing but byte strings passes between them and the collector. With the same
/// coins they say what simulated users say.
class users_one_by_one final : public population {
 public:
  explicit users_one_by_one(std::vector<remote_user> users) : m_users(std::move(users)) {}

  std::uint64_t users() const override { return m_users.size(); }
  bool is_simulated() const override { return true; }

  void answer(const call& asked, message_sink& sink) override {
    asked.published.for_each([&](std::string_view name, std::span<const std::byte> form) {
      for (remote_user& user : m_users) user.receive(name, form);
    });
    for (std::uint64_t number = 0; number < asked.who.size(); ++number) {
      byte_string question;
      canonical_writer(question)
          .text(asked.asks)
          .text(text_of(asked.said))
          .number(static_cast<int128>(number))
          .text(asked.said_to ? text_of(asked.said_to(number)) : std::string());
      sink.put(number, m_users[asked.who.user(number)].answer(question));
    }
  }

 private:
  static std::string text_of(std::span<const std::byte> form) {
    return {reinterpret_cast<const char*>(form.data()), form.size()};
  }
  std::vector<remote_user> m_users;
};

/// The users of a graph, each with a copy of its own list.
inline users_one_by_one graph_one_by_one(const graph_view& g, std::uint64_t coins,
                                         std::span<const user_task> tasks) {
  std::vector<remote_user> users;
  std::vector<vertex_id> scratch;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u) {
    const auto user = static_cast<vertex_id>(u);
    const std::span<const vertex_id> list = g.neighbors(user, scratch);
    std::vector<vertex_id> known(list.begin(), list.end());
    known.push_back(user);
    users.emplace_back(
        user, coins,
        [user, users = g.vertex_count(), tasks, mine = std::vector<vertex_id>(list.begin(), list.end())](
            const user_call& asked, const user_coins& own) {
          return answer_call(tasks, asked, own_list{user, users, mine}, own);
        },
        std::move(known));
  }
  return users_one_by_one(std::move(users));
}

}  // namespace edgeldp::test
