// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/session.hpp"

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

session::session(population& users, account& paid_from, release_key key)
    : m_population(users),
      m_paid_from(paid_from),
      m_key(key),
      m_record{account(paid_from.ceiling(), users.users()), 0, 0, {}, {}, {}, users.is_simulated()} {
  if (paid_from.users() != users.users())
    throw invalid_parameter("an account of " + std::to_string(paid_from.users()) + " users for " +
                            std::to_string(users.users()));
}

void session::pay(const round_kind& kind, const charge& paid) {
  m_paid_from.spend(kind, paid);
  m_record.spent.spend(kind, paid);
}

void session::note(std::string_view name, std::span<const std::byte> what) {
  m_told.add(name, std::string_view(reinterpret_cast<const char*>(what.data()), what.size()));
}

void session::finish(const round_kind& kind, const counting_sink& sink) {
  m_record.upload_bytes += sink.bytes_taken();
  m_record.rounds.push_back({std::string(kind.name), sink.asked(), sink.answered()});
}

run_record session::close() && {
  m_record.download_bytes = m_published.size();
  m_record.told = m_told.hex();
  return std::move(m_record);
}

void session::counting_sink::enter(std::uint64_t number, std::uint64_t message_bytes) {
  if (number >= m_asked)
    throw format_error(
        0, "a message of number " + std::to_string(number) + ", of " + std::to_string(m_asked) + " asked");
  if (m_seen[number].exchange(true))
    throw format_error(0, "two messages of number " + std::to_string(number));
  ++m_answered;
  m_bytes += message_bytes;
}

void session::counting_sink::put(std::uint64_t number, std::span<const std::byte> message) {
  enter(number, message.size());
  read(number, message);
}

bool session::counting_sink::put_words(std::uint64_t number, std::span<const std::uint64_t> words,
                                       std::uint64_t message_bytes) {
  if (!takes_words()) return false;
  enter(number, message_bytes);
  read_words(number, words);
  return true;
}

}  // namespace edgeldp
