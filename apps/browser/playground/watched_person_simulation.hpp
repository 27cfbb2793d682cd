// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/protocol/population.hpp"

namespace edgeldp::browser {

/// What one person sent in one round.
struct sent_message {
  std::string round;
  byte_string bytes;
};

/// Users as they are, whose answers pass unchanged, one user's being noted on the way: what a
/// person says is what it says, not a picture of it.
class watched_person final : public population {
 public:
  /// Both outlive it.
  watched_person(population& users, vertex_id person) : m_users(users), m_person(person) {}

  std::uint64_t users() const override { return m_users.users(); }
  bool is_simulated() const override { return m_users.is_simulated(); }
  void answer(const call& asked, message_sink& sink) override;
  byte_string decide(std::string_view name, const std::function<byte_string()>& make) override {
    return m_users.decide(name, make);
  }

  const std::vector<sent_message>& sent() const noexcept { return m_sent; }

 private:
  population& m_users;
  vertex_id m_person;
  std::vector<sent_message> m_sent;
};

}  // namespace edgeldp::browser
