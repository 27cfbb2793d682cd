// SPDX-License-Identifier: MIT
#include "edgeldp/core/protocol/session.hpp"

#include <algorithm>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp {

session::session(population& users, account& paid_from, release_key key, std::size_t first)
    : m_population(users),
      m_paid_from(paid_from),
      m_key(key),
      m_record{account(paid_from.ceiling(), users.users()), 0, 0, {}, {}, {}, users.is_simulated()},
      m_first(first),
      m_next(first) {
  if (paid_from.users() != users.users())
    throw invalid_parameter("an account of " + std::to_string(paid_from.users()) + " users for " +
                            std::to_string(users.users()));
  if (first > paid_from.entries().size())
    throw invalid_parameter("a run that begins after the account's last entry");
  m_told.add("key", key.value);
}

bool session::is_paid(const account::entry& expected, std::size_t at) const {
  const auto entries = m_paid_from.entries();
  if (m_next >= entries.size()) return false;
  if (at >= entries.size() || entries[at] != expected)
    throw invalid_parameter("round '" + expected.round + "' is not what this run has paid for: entry " +
                            std::to_string(at) + " of the account is of another run");
  return true;
}

void session::pay(const round_kind& kind, std::span<const charge> paid, endpoint answers) {
  const std::uint64_t order = answers == endpoint::unknown ? 0 : order_of_run();
  bool is_new = true;
  for (std::size_t i = 0; i < paid.size(); ++i)
    is_new &= !is_paid({std::string(kind.name), kind.edges, paid[i], answers, order}, m_next + i);
  if (is_new) m_paid_from.spend(kind, paid, answers, order);
  m_next += paid.size();
}

void session::pay_about(const round_kind& kind, const charge& paid, std::span<const charge> about) {
  const account::entry entry{std::string(kind.name), kind.edges,     paid,
                             endpoint::earlier,      order_of_run(), {about.begin(), about.end()}};
  if (!is_paid(entry, m_next)) m_paid_from.spend_about(kind, paid, about, order_of_run());
  ++m_next;
}

epsilon session::dearest(std::span<const charge> about) {
  epsilon most;
  for (const charge& c : about) most = std::max(most, c.each);
  return most;
}

void session::require_users(const round_kind& kind, const roster& who) const {
  if (who.users() != m_population.users())
    throw invalid_parameter("round '" + std::string(kind.name) + "' asks some of " +
                            std::to_string(who.users()) + " users, there are " +
                            std::to_string(m_population.users()));
}

void session::note_round(std::string_view asks, const round_kind& kind, std::span<const charge> paid,
                         endpoint answered_by) {
  tell_stage(kind.name);
  m_told.add("round", m_calls).add("asks", asks).add("edges", static_cast<std::uint64_t>(kind.edges));
  // Not said of the later end, so that digests of older runs stay what they were.
  if (answered_by == endpoint::earlier) m_told.add("answers", static_cast<std::uint64_t>(answered_by));
  for (const auto& [each, who] : paid) {
    m_told.add("epsilon", each.units()).add("users", who.users());
    if (who.is_everybody()) continue;
    std::vector<std::int64_t> asked(size_of(who.size()));
    who.for_each([&](std::uint64_t number, vertex_id user) { asked[size_of(number)] = user; });
    m_told.add("asked", asked);
  }
}

void session::take_name(std::string_view name) {
  if (!m_decided.emplace(name).second)
    throw internal_error("'" + std::string(name) + "' is decided twice in one run");
}

void session::note(std::string_view name, std::span<const std::byte> what) {
  m_told.add(name, std::string_view(reinterpret_cast<const char*>(what.data()), what.size()));
}

void session::finish(const round_kind& kind, const roster& who, const counting_sink& sink) {
  m_record.upload_bytes += sink.bytes_taken();
  presence& here =
      m_record.rounds.emplace_back(presence{std::string(kind.name), sink.asked(), sink.answered()});
  if (here.answered < here.asked) {
    m_lost.resize(size_of(m_population.users()));
    who.for_each([&](std::uint64_t number, vertex_id user) {
      if (sink.has(number)) return;
      here.absent.push_back(user);
      m_lost[user] = true;
    });
    ranges::sort(here.absent);
  }
  tell_stage("collector");
}

roster session::present() const {
  if (m_lost.empty()) return everybody();
  std::vector<vertex_id> left;
  for (std::size_t u = 0; u < m_lost.size(); ++u)
    if (!m_lost[u]) left.push_back(static_cast<vertex_id>(u));
  return roster::of(std::move(left), m_lost.size());
}

run_record session::close() {
  m_record.flaws.assign(m_paid_from.flaws().begin(), m_paid_from.flaws().end());
  m_record.declared_public.assign(m_paid_from.declared_public().begin(), m_paid_from.declared_public().end());
  m_record.spent = m_paid_from.part(m_first, m_next);
  m_record.download_bytes = m_published.size();
  m_record.told = m_told.hex();
  return std::move(m_record);
}

template <class F>
void session::counting_sink::enter(std::uint64_t number, std::uint64_t message_bytes, F&& f) {
  if (number >= m_asked)
    throw format_error(
        0, "a message of number " + std::to_string(number) + ", of " + std::to_string(m_asked) + " asked");
  std::atomic<std::uint64_t>& seen = m_seen[size_of(number / seen_bits)];
  if ((seen.fetch_or(bit_of(number)) & bit_of(number)) != 0)
    throw format_error(0, "two messages of number " + std::to_string(number));
  try {
    f();
  } catch (...) {
    seen.fetch_and(~bit_of(number));
    throw;
  }
  ++m_answered;
  m_bytes += message_bytes;
}

void session::counting_sink::put(std::uint64_t number, std::span<const std::byte> message) {
  enter(number, message.size(), [&] { read(number, message); });
}

bool session::counting_sink::put_words(std::uint64_t number, std::span<const std::uint64_t> words,
                                       std::uint64_t message_bytes) {
  if (!takes_words()) return false;
  enter(number, message_bytes, [&] { read_words(number, words); });
  return true;
}

}  // namespace edgeldp
