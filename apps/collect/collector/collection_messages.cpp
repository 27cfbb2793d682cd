// SPDX-License-Identifier: MIT
#include "collect/collector/collection.hpp"

#include "collect/collector/open_round.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::int64_t seconds_a_minute = 60;

byte_string digest_bytes(std::span<const std::byte> body) {
  return from_hex(name_of(body)).value();
}

}  // namespace

std::uint64_t collection::longest_message() const noexcept {
  constexpr std::uint64_t beside_rows = 1 << 16;
  return beside_rows + m_task.people;  // a row of bits is an eighth of that
}

collection::verdict collection::take(std::span<const std::byte> message) {
  try {
    if (message.size() > longest_message())
      throw problem(problem_code::too_large,
                    "a message of this task has at most " + std::to_string(longest_message()) + " bytes");
    try {
      switch (kind_of(message)) {
        case message_kind::registration:
          return take_registration(message);
        case message_kind::report:
          return take_report(message);
        case message_kind::other:
          break;
      }
    } catch (const format_error& e) {
      throw problem(problem_code::malformed, e.what());
    }
    throw problem(problem_code::malformed, "neither a registration nor a report");
  } catch (const problem& p) {
    m_store.count_refusal(problem_name(p.code()));
    throw;
  }
}

collection::verdict collection::take_registration(std::span<const std::byte> message) {
  using enum problem_code;
  signed_part part;
  const registration r = registration::read(message, part);
  if (r.task != m_id) throw problem(wrong_task, "this collector's task is " + m_id);
  const auto person = m_directory.find(r.person);
  if (!person) throw problem(unknown_person, "nobody of this name is in the directory");
  if (r.version != m_task.version)
    throw problem(malformed, "a registration of another version than the task");
  const byte_string token = token_for(r.person);
  if (!is_same_secret(r.proof, r.version == first_version ? token : proof_of(token, m_id, r.person, r.key)))
    throw problem(bad_token, "not made with the token of this person");
  if (r.is_simulated != m_task.is_simulated)
    throw problem(simulated_coins, m_task.is_simulated ? "the task takes simulated clients alone"
                                                       : "the task takes no client with replayed coins");
  if (!part.is_by(r.key)) throw problem(bad_signature, "not signed by the key that it brings");
  if (const auto known = m_store.key_of(*person)) {
    if (*known == r.key && m_store.part_of(*person) != r.part)
      throw problem(other_part, "this person has chosen another part of the budget, which is public by now");
    if (*known == r.key) return verdict::known_already;
    throw problem(other_key,
                  "somebody joined as this person with another key; who lost a state cannot join again");
  }
  if (m_joined || m_is_over) throw problem(round_closed, "nobody can join any more");
  m_store.put_key(*person, r.key);
  if (r.part != chosen_part::whole) m_store.put_part(*person, r.part);
  m_store.count_in(std::nullopt, m_now / seconds_a_minute);
  return verdict::taken;
}

collection::verdict collection::take_report(std::span<const std::byte> message) {
  using enum problem_code;
  signed_part part;
  const report r = report::read(message, part);
  if (r.task != m_id) throw problem(wrong_task, "this collector's task is " + m_id);
  if (r.version != m_task.version) throw problem(malformed, "a report of another version than the task");
  if (r.round >= m_announced.size()) throw problem(too_early, "this round has not been announced");
  if (!m_joined || r.user >= m_joined->size()) throw problem(not_joined, "there is no such user");
  if (!part.is_by(m_store.key_of(m_joined->person(r.user)).value()))
    throw problem(bad_signature, "not signed by this user");
  if (r.announcement != m_announced[r.round].name)
    throw problem(other_announcement, "an answer to another announcement than was made");
  const byte_string digest = digest_bytes(r.body);
  if (const auto known = m_store.digest_of(r.round, r.user)) {
    if (*known == digest) return verdict::known_already;
    m_store.put_equivocation(r.round, r.user, digest);
    throw problem(different_answer, "this user has answered otherwise; the first answer counts");
  }
  if (!m_open || m_open->said.index != r.round)
    throw problem(round_closed, "the answers of this round are published: it is too late");
  const auto number = m_open->numbers.of(r.user);
  if (!number) throw problem(not_asked, "this round does not ask this user");
  try {
    m_open->check(*number, r.body);
  } catch (const format_error& e) {
    throw problem(malformed_answer, e.what());
  }
  m_store.put_report(r.round, r.user, digest, message);
  m_store.count_in(r.round, m_now / seconds_a_minute);
  return verdict::taken;
}

}  // namespace edgeldp::collect
