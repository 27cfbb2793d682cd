// SPDX-License-Identifier: MIT
// 480 clients and a collector in one process, with nothing but bytes between them.
#include <edgeldp/core/protocol/session.hpp>
#include <edgeldp/graph/questions/triangles/centred/centred_triangles.hpp>
#include <edgeldp/graph/tasks/tasks_user.hpp>
#include <iostream>
#include <utility>
#include <vector>

// [shown]

// One person's program: its own list, its own coins, and what everybody may read.
class client {
 public:
  client(edgeldp::vertex_id me, std::vector<edgeldp::vertex_id> contacts)
      : m_me(me), m_contacts(std::move(contacts)) {}

  edgeldp::byte_string answer(const edgeldp::call& asked, std::uint64_t number, std::uint64_t users) const {
    const edgeldp::own_list mine{m_me, users, m_contacts};
    const edgeldp::user_call heard{asked.asks, asked.said, asked.published, number};
    return answer_call(edgeldp::private_tasks(), heard, mine, edgeldp::user_coins(m_coins, m_me));
  }

 private:
  edgeldp::vertex_id m_me;
  std::vector<edgeldp::vertex_id> m_contacts;
  edgeldp::coin_source m_coins = edgeldp::coin_source::simulated(1);  // coin_source() draws real ones
};

// The people as the collector meets them. Over a network, `answer` would carry bytes.
class people final : public edgeldp::population {
 public:
  explicit people(std::vector<client> clients) : m_clients(std::move(clients)) {}
  std::uint64_t users() const override { return m_clients.size(); }
  bool is_simulated() const override { return true; }
  void answer(const edgeldp::call& asked, edgeldp::message_sink& sink) override {
    for (std::uint64_t i = 0; i < asked.who.size(); ++i)
      sink.put(i, m_clients[asked.who.user(i)].answer(asked, i, users()));
  }

 private:
  std::vector<client> m_clients;
};

// The collector: it pays from an account, asks round after round, and never sees a list.
edgeldp::centred_result collect(people& everybody) {
  edgeldp::centred_options options;
  options.total = edgeldp::epsilon::from_nats(4.0);
  edgeldp::account paid(options.total, everybody.users());
  edgeldp::session rounds(everybody, paid, edgeldp::release_key{2026});
  return estimate_centred_triangles(rounds, options);
}
// [end]

int main() {
  std::vector<client> clients;
  for (edgeldp::vertex_id a = 0; a < 480; ++a) {
    std::vector<edgeldp::vertex_id> contacts;
    for (edgeldp::vertex_id b = a / 12 * 12; b < (a / 12 + 1) * 12; ++b)
      if (a != b) contacts.push_back(b);
    clients.emplace_back(a, std::move(contacts));
  }
  people everybody(std::move(clients));
  const edgeldp::centred_result result = collect(everybody);
  std::cout << "triangles: " << result.triangles << '\n';
  for (const auto& round : result.run.rounds)
    std::cout << round.round << ": " << round.answered << " of " << round.asked << " answered\n";
}
