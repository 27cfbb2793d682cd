// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/protocol/shards_simulation.hpp"

namespace edgeldp::test {

/// Users whose shards see nothing of the collector but bytes, as they would in other processes.
class shards_by_bytes final : public population {
 public:
  shards_by_bytes(const shardable_users& users, std::uint64_t shards) : m_users(users), m_shards(shards) {}
  std::uint64_t users() const override { return m_users.users(); }
  bool is_simulated() const override { return m_users.is_simulated(); }
  void answer(const call& asked, message_sink& sink) override {
    const byte_string told = told_call::write({m_users, asked}, "a run");
    asked.published.for_each([&](std::string_view name, std::span<const std::byte> form) {
      m_received.receive(name, byte_string(form.begin(), form.end()));
    });
    for (std::uint64_t index = m_shards; index-- > 0;)  // in an order of their own
      message_batch::deliver(play_shard(m_users, told, "a run", m_received, {index, m_shards}), name_of(told),
                             sink);
  }

 private:
  const shardable_users& m_users;
  std::uint64_t m_shards;
  public_objects m_received;
};

}  // namespace edgeldp::test
