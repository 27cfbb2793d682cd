// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/protocol/population.hpp"

namespace edgeldp::test {

/// What came is kept, message by message, as a collector's store keeps it: who has answered a round
/// is not asked again, and who has not when it was over is absent.
class stored_population final : public population {
 public:
  struct store {
    std::map<std::uint32_t, std::map<std::uint64_t, byte_string>> rounds;
    std::set<std::uint32_t> over;
    std::map<std::string, byte_string, std::less<>> decisions;
  };
  stored_population(population& live, store& kept) : m_live(live), m_kept(kept) {}
  std::uint64_t users() const override { return m_live.users(); }
  bool is_simulated() const override { return m_live.is_simulated(); }
  void answer(const call& asked, message_sink& sink) override {
    std::map<std::uint64_t, byte_string>& round = m_kept.rounds[asked.index];
    std::vector<vertex_id> missing;
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number = 0; number < asked.who.size(); ++number)
      if (!round.contains(number)) {
        missing.push_back(asked.who.user(number));
        numbers.push_back(number);
      }
    if (!missing.empty() && !m_kept.over.contains(asked.index)) {
      keeper k(round, numbers);
      const roster rest = roster::of(missing, asked.who.users());
      call again{asked.index, asked.asks, asked.kind, asked.said, rest, asked.published};
      if (asked.said_to) again.said_to = [&](std::uint64_t number) { return asked.said_to(numbers[number]); };
      m_live.answer(again, k);
      m_kept.over.insert(asked.index);
    }
    for (const auto& [number, message] : round) sink.put(number, message);
  }
  byte_string decide(std::string_view name, const std::function<byte_string()>& make) override {
    const auto at = m_kept.decisions.find(name);
    if (at != m_kept.decisions.end()) return at->second;
    return m_kept.decisions.emplace(name, make()).first->second;
  }

 private:
  struct keeper final : message_sink {
    keeper(std::map<std::uint64_t, byte_string>& round, const std::vector<std::uint64_t>& numbers_of_round)
        : into(round), numbers(numbers_of_round) {}
    void put(std::uint64_t number, std::span<const std::byte> message) override {
      const std::lock_guard lock(mutex);
      into[numbers[number]] = byte_string(message.begin(), message.end());
    }
    bool put_words(std::uint64_t, std::span<const std::uint64_t>, std::uint64_t) override { return false; }
    std::map<std::uint64_t, byte_string>& into;
    const std::vector<std::uint64_t>& numbers;
    std::mutex mutex;
  };
  population& m_live;
  store& m_kept;
};

}  // namespace edgeldp::test
