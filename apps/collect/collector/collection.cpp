// SPDX-License-Identifier: MIT
#include "collect/collector/collection.hpp"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "collect/collector/methods.hpp"
#include "collect/collector/open_round.hpp"
#include "collect/collector/stored_users.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/session.hpp"

namespace edgeldp::collect {

namespace {

constexpr const char *of_joined = "joined", *of_creation = "created", *of_result = "result",
                     *of_failure = "failure", *of_clock = "clock";
constexpr std::size_t secret_bytes = 64;  // a signing key, and what tokens follow from

byte_string required(const std::filesystem::path& path) {
  auto bytes = read_file(path, std::uint64_t{1} << 36);
  if (!bytes)
    throw io_error("cannot open " + path.string() +
                   ": No such file or directory; is this the folder of a collection?");
  return *std::move(bytes);
}

byte_string read_secrets(const collector_folder& folder) {
  const std::filesystem::path path = folder.closed() / "secret";
  byte_string secrets = required(path);
  if (secrets.size() != secret_bytes)
    throw format_error(0, path.string() + ": damaged; restore the collector's folder from a copy");
  return secrets;
}

task read_task_file(const collector_folder& folder, const byte_string& bytes) {
  try {
    return task::read(bytes);
  } catch (const format_error& e) {
    throw format_error(0, (folder.open() / published::task).string() + ": " + e.what());
  }
}

std::uint64_t random_word() {
  std::array<std::byte, 8> coins{};
  fill_secret(coins);
  std::uint64_t word = 0;
  for (const std::byte b : coins) word = word << 8 | std::to_integer<std::uint64_t>(b);
  return word;
}

byte_string digest_bytes(std::span<const std::byte> body) {
  return from_hex(name_of(body)).value();
}

}  // namespace

void create_collection(const collector_folder& folder, const new_collection& wanted, std::int64_t now) {
  std::error_code ignored;
  if (std::filesystem::exists(folder.home, ignored) && !std::filesystem::is_empty(folder.home, ignored))
    throw io_error(folder.home.string() + ": is there already, and not empty");
  byte_string secrets(secret_bytes);
  fill_secret(secrets);
  const signing_key key = signing_key::from(std::span(secrets).first(32));
  const byte_string directory = people_directory::write(wanted.people);
  task t;
  t.title = wanted.title;
  t.method = wanted.method;
  t.total = wanted.total;
  t.people = wanted.people.size();
  t.directory_digest = name_of(directory);
  t.key = wanted.key.value_or(release_key{random_word()});
  t.collector = key.its_public();
  t.is_simulated = wanted.is_simulated;
  t.close_permille = wanted.close_permille;
  t.attributes = wanted.attributes;
  t.rounds = rounds_of(wanted.method, wanted.total, wanted.join_seconds, wanted.round_seconds,
                       wanted.answer_seconds.value_or(usual_answer_seconds(wanted.round_seconds)));
  const byte_string bytes = t.write();
  try {
    task::read(bytes);
  } catch (const format_error& e) {
    throw invalid_parameter(e.what());
  }
  for (const auto& path : {folder.open() / "announcements", folder.open() / "objects", folder.closed()})
    if (!std::filesystem::create_directories(path, ignored) && ignored)
      throw io_error(path.string() + ": " + ignored.message());
  std::filesystem::permissions(folder.closed(), std::filesystem::perms::owner_all, ignored);
  write_private(folder.closed() / "secret", secrets);
  replace_file((folder.open() / published::directory).string(), directory);
  store kept(folder.closed());
  kept.keep(of_creation, bytes_of(std::to_string(now)));
  kept.commit();
  replace_file((folder.open() / published::task).string(), bytes);  // last: it makes the folder a collection
}

collection::collection(collector_folder folder, std::int64_t now, store_options options)
    : m_folder(std::move(folder)),
      m_task_bytes(required(m_folder.open() / published::task)),
      m_task(read_task_file(m_folder, m_task_bytes)),
      m_id(name_of(m_task_bytes)),
      m_secrets(read_secrets(m_folder)),
      m_key(signing_key::from(std::span(m_secrets).first(32))),
      m_directory(required(m_folder.open() / published::directory)),
      m_store(m_folder.closed(), options),
      m_now(now),
      m_only_looks(options.is_read_only) {
  if (m_key.its_public() != m_task.collector || name_of(m_directory.bytes()) != m_task.directory_digest)
    throw format_error(0, m_folder.home.string() + ": task, directory and secret are not of one collection");
  const auto created = m_store.kept(of_creation);
  if (!created) throw format_error(0, m_folder.home.string() + ": the store is not this collection's");
  m_created = std::stoll(std::string(text_of(*created)));
  const auto clock = m_store.kept(of_clock);
  m_clock = m_kept_clock = clock ? std::stoll(std::string(text_of(*clock))) : m_created;
  if (const auto joined = m_store.kept(of_joined))
    learn_joined(joined_people::read(*joined, m_task.people, m_task.version));
  if (const auto failure = m_store.kept(of_failure)) m_failure = text_of(*failure);
  m_is_over = m_store.kept(of_result).has_value() || !m_failure.empty();
  for (const stored_round& round : m_store.rounds()) note(round.announcement);
  if (m_only_looks) return;
  publish_again();
  advance(now);
}

collection collection::opened_to_look(collector_folder folder, std::int64_t now) {
  store_options only_reads;
  only_reads.is_read_only = true;
  return {std::move(folder), now, std::move(only_reads)};
}

collection::~collection() = default;

/// What the store has and a crash kept from the folder.
void collection::publish_again() {
  for (const stored_round& round : m_store.rounds())
    publish(published::announcement(round.index), round.announcement);
  if (const auto joined = m_store.kept(of_joined)) publish(published::object(name_of(*joined)), *joined);
  if (const auto result = m_store.kept(of_result)) publish_result(*result);
  // Whoever waits for a result learns that there will be none.
  if (!m_failure.empty())
    publish_result(
        bytes_of(cli::record{{"edgeldp_result", 1}, {"task", m_id}, {"failure", m_failure}}.dump(2) + "\n"));
}

/// The result, and the signed word that it is the last.
void collection::publish_result(std::span<const std::byte> result) {
  publish(std::string(published::result), result);
  if (m_task.version == first_version) return;
  const std::string& last = m_announced.empty() ? m_id : m_announced.back().name;
  publish(std::string(published::seal), result_seal{m_id, last, name_of(result)}.write(m_key));
}

void collection::publish(const std::string& name, std::span<const std::byte> bytes) const {
  const std::filesystem::path path = m_folder.open() / name;
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) return;
  replace_file(path.string(), bytes);
}

void collection::note(std::span<const std::byte> bytes) {
  signed_part part;
  const announcement a = announcement::read(bytes, part);
  m_announced.push_back({name_of(bytes), {a.round, a.who.size(), 0}, a.opened, a.closes});
}

void collection::learn_joined(joined_people joined) {
  m_keys.clear();
  for (const auto& [person, key] : m_store.keys())
    if (joined.user(person)) m_keys.push_back(key);
  m_joined = std::move(joined);
}

byte_string collection::token_for(std::string_view person) const {
  return token_of(std::span(m_secrets).subspan(32), person);
}

std::uint64_t collection::longest_message() const noexcept {
  constexpr std::uint64_t beside_rows = 1 << 16;
  return beside_rows + m_task.people;  // a row of bits is an eighth of that
}

void collection::commit() {
  m_store.commit();
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
    if (*known == r.key) return verdict::known_already;
    throw problem(other_key,
                  "somebody joined as this person with another key; who lost a state cannot join again");
  }
  if (m_joined || m_is_over) throw problem(round_closed, "nobody can join any more");
  m_store.put_key(*person, r.key);
  return verdict::taken;
}

collection::verdict collection::take_report(std::span<const std::byte> message) {
  using enum problem_code;
  signed_part part;
  const report r = report::read(message, part);
  if (r.task != m_id) throw problem(wrong_task, "this collector's task is " + m_id);
  if (r.version != m_task.version) throw problem(malformed, "a report of another version than the task");
  if (r.round >= m_announced.size()) throw problem(too_early, "this round has not been announced");
  if (r.user >= m_keys.size()) throw problem(not_joined, "there is no such user");
  if (!part.is_by(m_keys[r.user])) throw problem(bad_signature, "not signed by this user");
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
  return verdict::taken;
}

std::optional<std::int64_t> collection::due() const {
  if (m_is_over) return std::nullopt;
  if (!m_joined) return m_created + static_cast<std::int64_t>(m_task.rounds.front().seconds);
  return m_open ? m_open->said.closes : 0;
}

bool collection::is_due(std::int64_t now) {
  if (now >= due().value()) return true;
  const std::uint64_t asked = m_joined ? m_open->said.who.size() : m_task.people;
  const std::uint64_t answered = m_joined ? m_store.reports(m_open->said.index) : m_store.registrations();
  return answered * 1000 >= asked * m_task.close_permille;
}

/// How long the round that is open was to be.
std::uint64_t collection::open_seconds() const {
  if (!m_joined || m_announced.empty()) return m_task.rounds.front().seconds;
  return static_cast<std::uint64_t>(m_announced.back().closes - m_announced.back().opened);
}

bool collection::is_clock_doubted(std::int64_t now) const {
  constexpr std::uint64_t always_allowed = 3600;  // a collector that is started again, in short rounds
  return !m_is_over && now > m_clock &&
         static_cast<std::uint64_t>(now - m_clock) > std::max(open_seconds(), always_allowed);
}

std::string collection::clock_doubt(std::int64_t now) const {
  const auto hours = [](std::int64_t seconds) {
    constexpr std::int64_t an_hour = 3600;
    return seconds < 2 * an_hour ? std::to_string(seconds) + " seconds"
                                 : std::to_string(seconds / an_hour) + " hours";
  };
  return "the clock of this machine is " + hours(now - m_clock) +
         " further than when this collection was last played, and its open round lasts " +
         hours(static_cast<std::int64_t>(open_seconds())) +
         ": no round is closed. Set the clock right; if it is right, add --accept-clock to `collector "
         "serve`, "
         "`ingest` or `close`";
}

/// Seldom: each is a write to the disk.
void collection::keep_clock(std::int64_t now) {
  constexpr std::int64_t seldom = 60;
  constexpr std::uint64_t shares = 8;
  m_clock = now;
  const std::int64_t between =
      std::clamp(static_cast<std::int64_t>(open_seconds() / shares), std::int64_t{1}, seldom);
  if (now - m_kept_clock < between && m_kept_clock <= now) return;
  m_kept_clock = now;
  m_store.keep(of_clock, bytes_of(std::to_string(now)));
  m_store.commit();
}

/// Answers to the round that is open are still taken.
void collection::go_on_without_clock() {
  if (!m_joined || m_open) return;
  const std::vector<stored_round> rounds = m_store.rounds();
  if (!rounds.empty() && !rounds.back().is_closed) play(m_clock);
}

void collection::accept_clock(std::int64_t now) {
  m_now = now;
  if (is_clock_doubted(now)) keep_clock(now);
}

void collection::advance(std::int64_t now) {
  m_now = now;
  if (m_is_over) return;
  if (is_clock_doubted(now)) return go_on_without_clock();
  keep_clock(now);
  while (!m_is_over && is_due(now)) {
    if (!m_joined)
      finish_joining();
    else if (m_open)
      close_open_round();
    if (!m_is_over) play(now);
  }
}

void collection::close_round(std::int64_t now) {
  if (m_is_over) return;
  m_now = now;
  if (is_clock_doubted(now)) throw invalid_parameter(clock_doubt(now));
  if (!m_joined && m_store.registrations() < 2)
    throw invalid_parameter(
        "fewer than two people have joined: to close joining now would end the collection, and "
        "all tokens would be lost; wait, or make a new one");
  if (!m_joined)
    finish_joining();
  else if (m_open)
    close_open_round();
  if (!m_is_over) play(now);
  advance(now);
}

void collection::finish_joining() {
  std::vector<std::uint32_t> people;
  std::vector<key_mark> marks;
  for (const auto& [person, key] : m_store.keys()) {
    people.push_back(person);
    if (m_task.version > first_version) marks.push_back(mark_of(key));
  }
  joined_people joined(std::move(people), std::move(marks));
  if (joined.size() < 2) return end(of_failure, "fewer than two people joined");
  const byte_string bytes = joined.write();
  publish(published::object(name_of(bytes)), bytes);
  m_store.keep(of_joined, bytes);
  m_store.commit();
  learn_joined(std::move(joined));
}

void collection::close_open_round() {
  m_store.close_round(m_open->said.index);
  m_store.commit();
  m_open.reset();
}

void collection::end(const std::string& name, std::string_view text) {
  m_store.keep(name, bytes_of(text));
  m_store.commit();
  if (name == of_failure) m_failure = text;
  m_is_over = true;
  publish_again();
}

void collection::play(std::int64_t now) {
  stored_users users(*this, now);
  account paid(m_task.total, users.users());
  session s(users, paid, m_task.key);
  try {
    cli::record result = {{"edgeldp_result", 1}, {"task", m_id}};
    result.update(play_method(m_task, s, m_folder.open()));
    end(of_result, result.dump(2) + "\n");
  } catch (const round_is_open&) {
    m_store.commit();  // decisions; a new round is committed already
  } catch (const invalid_parameter& e) {
    end(of_failure, e.what());
  } catch (const bad_graph_input& e) {
    end(of_failure, e.what());
  }
}

void collection::open(const call& asked, const announcement& a) {
  const byte_string bytes = a.write(m_key);
  if (a.index == m_announced.size()) {
    asked.published.for_each([&](std::string_view name, std::span<const std::byte> form) {
      publish(published::object(name), form);
    });
    m_store.put_round(a.index, bytes);
    m_store.commit();
    note(bytes);
    publish(published::announcement(a.index), bytes);
  }
  m_open = std::make_unique<open_round>(a, m_announced.back().name, asked_numbers(a.who), asked.open_check());
}

/// Also for whoever only looks, and does not play up to it.
bool collection::is_round_open() {
  if (!m_only_looks) return m_open != nullptr;
  const std::vector<stored_round> rounds = m_store.rounds();
  return !rounds.empty() && !rounds.back().is_closed;
}

collection_status collection::status() {
  collection_status s;
  using enum collection_status::stage;
  s.at = m_failure.empty() ? (m_is_over ? over : m_joined ? asking : joining) : failed;
  s.failure = m_failure;
  s.people = m_task.people;
  s.joined = m_joined ? m_joined->size() : m_store.registrations();
  s.refused = m_store.refusals();
  s.equivocations = m_store.equivocations();
  for (std::uint32_t round = 0; round < m_announced.size(); ++round) {
    s.message_bytes += m_store.report_bytes(round);
    s.rounds.push_back(m_announced[round].facts);
    s.rounds.back().answered = m_store.reports(round);
  }
  if (s.at == joining) {
    s.round = std::string(join_round);
    s.asked = m_task.people;
    s.answered = s.joined;
    s.opened = m_created;
    s.closes = due().value();
  } else if (s.at == asking && is_round_open()) {
    const announced& last = m_announced.back();
    s.round = last.facts.round;
    s.index = static_cast<std::uint32_t>(m_announced.size() - 1);
    s.asked = last.facts.asked;
    s.answered = m_store.reports(s.index);
    s.opened = last.opened;
    s.closes = last.closes;
  }
  if (is_clock_doubted(m_now)) s.clock = clock_doubt(m_now);
  return s;
}

}  // namespace edgeldp::collect
