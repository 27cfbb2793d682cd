// SPDX-License-Identifier: MIT
#include "browser/playground/watched_person_simulation.hpp"

namespace edgeldp::browser {

namespace {

class noting_sink final : public message_sink {
 public:
  noting_sink(message_sink& sink, const call& asked, vertex_id person, std::vector<sent_message>& sent)
      : m_sink(sink), m_asked(asked), m_person(person), m_sent(sent) {}

  void put(std::uint64_t number, std::span<const std::byte> message) override {
    if (is_noted(number))
      m_sent.push_back({std::string(m_asked.kind.name), {message.begin(), message.end()}});
    m_sink.put(number, message);
  }

  /// Of the person bytes are wanted.
  bool put_words(std::uint64_t number, std::span<const std::uint64_t> words,
                 std::uint64_t message_bytes) override {
    return !is_noted(number) && m_sink.put_words(number, words, message_bytes);
  }

 private:
  bool is_noted(std::uint64_t number) const { return m_asked.who.user(number) == m_person; }

  message_sink& m_sink;
  const call& m_asked;
  vertex_id m_person;
  std::vector<sent_message>& m_sent;
};

}  // namespace

void watched_person::answer(const call& asked, message_sink& sink) {
  noting_sink noted(sink, asked, m_person, m_sent);
  m_users.answer(asked, noted);
}

}  // namespace edgeldp::browser
