// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/protocol/population.hpp"

/// One user among honest ones who sends what it likes.
namespace edgeldp::test {

/// What it says in rounds that ask this.
struct told_lie {
  std::string_view asks;
  std::vector<std::byte> message;
};

/// Users of a population, of whom one lies in some rounds, where it is asked.
class one_liar final : public population {
 public:
  one_liar(population& honest, vertex_id liar, std::vector<told_lie> lies)
      : m_honest(honest), m_liar(liar), m_lies(std::move(lies)) {}

  std::uint64_t users() const override { return m_honest.users(); }
  bool is_simulated() const override { return m_honest.is_simulated(); }

  void answer(const call& asked, message_sink& sink) override {
    for (const told_lie& lie : m_lies) {
      if (lie.asks != asked.asks) continue;
      others kept(sink, asked.who, m_liar, lie.message);
      return m_honest.answer(asked, kept);
    }
    m_honest.answer(asked, sink);
  }

 private:
  /// Messages as they come, but for the liar's.
  class others final : public message_sink {
   public:
    others(message_sink& to, const roster& who, vertex_id liar, std::span<const std::byte> lie)
        : m_to(to), m_who(who), m_liar(liar), m_lie(lie) {}
    void put(std::uint64_t number, std::span<const std::byte> message) override {
      m_to.put(number, m_who.user(number) == m_liar ? m_lie : message);
    }
    bool put_words(std::uint64_t number, std::span<const std::uint64_t> words,
                   std::uint64_t message_bytes) override {
      return m_who.user(number) != m_liar && m_to.put_words(number, words, message_bytes);
    }

   private:
    message_sink& m_to;
    const roster& m_who;
    vertex_id m_liar;
    std::span<const std::byte> m_lie;
  };

  population& m_honest;
  vertex_id m_liar;
  std::vector<told_lie> m_lies;
};

}  // namespace edgeldp::test
