// SPDX-License-Identifier: MIT
#include "collect/collector/collection.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "collect/collector/methods.hpp"
#include "collect/collector/open_round.hpp"
#include "collect/collector/stored_names.hpp"
#include "collect/collector/stored_users.hpp"
#include "collect/task/files.hpp"
#include "collect/task/labels.hpp"
#include "collect/task/published.hpp"
#include "edgeldp/core/base/atomic_file.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/graph/questions/mixing/mixing.hpp"

namespace edgeldp::collect {

namespace {

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

/// Public labels of those who joined.
public_groups labels_of(const collector_folder& folder, const task& t, const joined_people& joined) {
  const byte_string file = required(folder.open() / published::object(t.labels.file));
  if (name_of(file) != t.labels.file)
    throw format_error(0, folder.home.string() + ": the public labels are not those of the task");
  public_groups labels{t.labels.names, std::vector(joined.size(), no_group)};
  for (const label_line& line : read_labels(public_bytes(file), t))
    if (const auto user = joined.user(line.person)) labels.of[*user] = line.label;
  return labels;
}

}  // namespace

collection::collection(collector_folder folder, std::int64_t now, store_options options)
    : m_folder(std::move(folder)),
      m_task_bytes(required(m_folder.open() / published::task)),
      m_task(read_task_file(m_folder, m_task_bytes)),
      m_id(name_of(m_task_bytes)),
      m_secrets(read_secrets(m_folder)),
      m_key(signing_key::from(std::span(m_secrets).first(32))),
      m_names(std::make_shared<const mapped_file>(m_folder.open() / published::directory)),
      m_directory(held_bytes{m_names, m_names->bytes()}),
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
  learn_joined();
  if (const auto failure = m_store.kept(of_failure)) m_failure = text_of(*failure);
  m_is_over = m_store.kept(of_result).has_value() || !m_failure.empty();
  for (const stored_round& round : m_store.rounds()) note(round.announcement);
  m_extended = kept_time(of_extension(open_name()));
  m_names->forget_pages();
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
  if (m_joined && !is_published(published::object(m_joined_entry.name))) publish_joined(*m_joined);
  if (const auto result = m_store.kept(of_result)) publish_result(*result);
  // Whoever waits for a result learns that there will be none.
  if (!m_failure.empty())
    publish_result(bytes_of(
        results::record{{"edgeldp_result", 1}, {"task", m_id}, {"failure", m_failure}}.dump(2) + "\n"));
}

/// The result, and the signed word that it is the last. kept: the name of one that is published, or
/// the whole, of earlier versions.
void collection::publish_result(std::span<const std::byte> kept) {
  const bool is_name = is_digest(text_of(kept));
  if (!is_name) publish(std::string(published::result), kept);
  m_is_over = is_published(std::string(published::result));  // what was removed is played again
  if (!m_is_over || m_task.version == first_version) return;
  const std::string& last = m_announced.empty() ? m_id : m_announced.back().name;
  const std::string name = is_name ? std::string(text_of(kept)) : name_of(kept);
  publish(std::string(published::seal), result_seal{m_id, last, name}.write(m_key));
}

bool collection::is_published(const std::string& name) const {
  std::error_code ignored;
  return std::filesystem::exists(m_folder.open() / name, ignored);
}

void collection::publish(const std::string& name, std::span<const std::byte> bytes) const {
  if (!is_published(name)) replace_file((m_folder.open() / name).string(), bytes);
}

/// The list is never in memory whole: marks of keys take four times as much as people.
public_entry collection::publish_joined(const joined_people& joined) {
  const bool has_marks = m_task.version > first_version;
  const auto no_marks = [&](const mark_taker& f) {
    for (std::size_t i = 0; has_marks && i < joined.size(); ++i) f({});
  };
  const auto marks = [&](const mark_taker& f) {
    if (has_marks) m_store.for_each_key([&](std::uint32_t, const public_key& key) { f(mark_of(key)); });
  };
  const chosen_parts* const chosen = m_task.lets_choose() ? &joined.chosen() : nullptr;
  const std::uint64_t size = write_joined(joined.people(), no_marks, chosen, [](auto) {});
  told_digest name = name_in_parts(size);
  const std::filesystem::path objects = m_folder.open() / "objects";
  atomic_file file((objects / "joined").string());
  write_joined(joined.people(), marks, chosen, [&](std::span<const std::byte> part) {
    name.part(part);
    file.write(part);
  });
  file.commit_as((m_folder.open() / published::object(name.hex())).string());
  return {name.hex(), size};
}

void collection::note(std::span<const std::byte> bytes) {
  signed_part part;
  const announcement a = announcement::read(bytes, part);
  m_announced.push_back({name_of(bytes), {a.round, a.who.size(), 0, a.opened, a.closes, 0}});
}

/// Nobody joins once that is closed, so that it is who the store has.
void collection::learn_joined() {
  if (const auto kept = m_store.kept(of_joined)) {
    canonical_reader from(*kept);
    m_joined_entry.name = from.text();
    m_joined_entry.size = from.count(UINT64_MAX >> 2U);
  } else if (const auto whole = m_store.kept(of_whole_joined)) {
    m_joined_entry = {name_of(*whole), whole->size()};
  } else {
    return;
  }
  m_joined = who_joined();
}

/// Without marks of keys.
joined_people collection::who_joined() {
  std::vector<std::uint32_t> people;
  people.reserve(m_store.registrations());
  m_store.for_each_key([&](std::uint32_t person, const public_key&) { people.push_back(person); });
  std::vector<chosen_part> chosen;
  for (const auto& [person, part] : m_store.parts()) {
    chosen.resize(people.size());  // where anybody chose
    chosen[static_cast<std::size_t>(ranges::lower_bound(people, person) - people.begin())] = part;
  }
  return joined_people(std::move(people), {}, chosen_parts(std::move(chosen)));
}

byte_string collection::token_for(std::string_view person) const {
  return token_of(std::span(m_secrets).subspan(32), person);
}

void collection::commit() {
  m_store.commit();
}

/// Of what is open, or was last: for what is kept beside it.
std::string collection::open_name() const {
  return m_joined && !m_announced.empty() ? std::to_string(m_announced.size() - 1) : std::string(join_round);
}

std::int64_t collection::kept_time(const std::string& name) {
  const auto kept = m_store.kept(name);
  return kept ? std::stoll(std::string(text_of(*kept))) : 0;
}

/// When what is open closes as everybody was told.
std::int64_t collection::announced_close() const {
  if (!m_joined) return m_created + static_cast<std::int64_t>(m_task.rounds.front().seconds);
  return m_announced.back().facts.closes;
}

std::optional<std::int64_t> collection::due() const {
  if (m_is_over) return std::nullopt;
  if (m_joined && !m_open) return 0;
  return std::max(announced_close(), m_extended);
}

void collection::extend(std::uint64_t seconds, std::int64_t now) {
  m_now = now;
  if (is_clock_doubted(now)) throw invalid_parameter(clock_doubt(now));
  if (m_is_over || (m_joined && !m_open)) throw invalid_parameter("nothing is open that could stay open");
  const std::int64_t opened = m_joined ? m_announced.back().facts.opened : m_created;
  const auto already = static_cast<std::uint64_t>(*due() - opened);
  if (seconds == 0 || seconds > longest_round || already > longest_round - seconds)
    throw invalid_parameter("a round is open for 10 years at most, and is extended by a second at least");
  m_extended = *due() + static_cast<std::int64_t>(seconds);
  m_store.keep(of_extension(open_name()), bytes_of(std::to_string(m_extended)));
  m_store.commit();
}

bool collection::is_due(std::int64_t now) {
  if (now >= due().value()) return true;
  const std::uint64_t asked = m_joined ? m_open->said.who.size() : m_task.people;
  const std::uint64_t answered = m_joined ? m_store.reports(m_open->said.index) : m_store.registrations();
  return answered * 1000 >= asked * m_task.close_permille;
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

/// A round that is closed never opens again, and whoever has not answered it is out.
void collection::require_answers() {
  constexpr std::uint64_t enough = 2;
  const std::uint64_t answered = m_store.reports(m_open->said.index), asked = m_announced.back().facts.asked;
  if (answered >= std::min(enough, asked)) return;
  throw invalid_parameter(
      "the round '" + m_open->said.round + "' has " + std::to_string(answered) +
      (answered == 1 ? " answer" : " answers") + " of " + std::to_string(asked) +
      ": whoever has not answered is left out for good, and of so few hardly anything can be found; wait, or "
      "`collector close --yes` closes it all the same");
}

void collection::close_round(std::int64_t now, few_answers if_few) {
  if (m_is_over) return;
  m_now = now;
  if (is_clock_doubted(now)) throw invalid_parameter(clock_doubt(now));
  if (!m_joined && m_store.registrations() < 2)
    throw invalid_parameter(
        "fewer than two people have joined: to close joining now would end the collection, and "
        "all tokens would be lost; wait, or make a new one");
  if (m_open && if_few == few_answers::refused) require_answers();
  if (!m_joined)
    finish_joining();
  else if (m_open)
    close_open_round();
  if (!m_is_over) play(now);
  advance(now);
}

void collection::finish_joining() {
  m_names->forget_pages();  // hardly anybody is looked up by name any more
  joined_people joined = who_joined();
  if (joined.size() < 2) return end(of_failure, "fewer than two people joined");
  m_joined_entry = publish_joined(joined);
  byte_string entry;
  canonical_writer(entry).text(m_joined_entry.name).number(static_cast<int128>(m_joined_entry.size));
  m_store.keep(of_joined, entry);
  m_store.commit();
  m_extended = 0;
  m_joined = std::move(joined);
}

void collection::close_open_round() {
  m_store.close_round(m_open->said.index);
  m_store.keep(of_closing(m_open->said.index), bytes_of(std::to_string(m_now)));
  m_store.commit();
  m_extended = 0;
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
  played_collection played{
      m_task, m_id,    *m_joined, m_joined_entry,
      m_key,  m_store, {},        [&](const call& asked, const announcement& a) {
        open(asked, a); }};
  for (const announced& a : m_announced) played.announced.push_back(a.name);
  stored_users users(std::move(played), now);
  account paid(m_task.total, users.users());
  session s(users, paid, m_task.key);
  std::optional<public_groups> labels;
  if (m_task.has_labels()) labels = labels_of(m_folder, m_task, *m_joined);
  try {
    const result_document result = play_method(m_task, s, m_folder.open(), labels ? &*labels : nullptr);
    m_store.commit();  // decisions, from which it follows
    const std::string path = (m_folder.open() / published::result).string();
    atomic_file file(path);
    result.write([&](std::string_view part) { file.write(part); });
    file.commit();
    end(of_result, name_of_file(path));
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
  m_extended = kept_time(of_extension(open_name()));
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
  s.created = m_created;
  s.people = m_task.people;
  s.joined = m_joined ? m_joined->size() : m_store.registrations();
  s.chosen = m_store.chosen();
  s.refused = m_store.refusals();
  s.equivocations = m_store.equivocations();
  for (std::uint32_t round = 0; round < m_announced.size(); ++round) {
    s.message_bytes += m_store.report_bytes(round);
    s.rounds.push_back(m_announced[round].facts);
    s.rounds.back().answered = m_store.reports(round);
    s.rounds.back().closed = kept_time(of_closing(round));
    s.rounds.back().closes = std::max(s.rounds.back().closes, kept_time(of_extension(std::to_string(round))));
  }
  if (s.at == joining) {
    s.round = std::string(join_round);
    s.asked = m_task.people;
    s.answered = s.joined;
    s.opened = m_created;
    s.closes = due().value();
  } else if (s.at == asking && is_round_open()) {
    const round_status& last = s.rounds.back();
    s.round = last.round;
    s.index = static_cast<std::uint32_t>(m_announced.size() - 1);
    s.asked = last.asked;
    s.answered = last.answered;
    s.opened = last.opened;
    s.closes = last.closes;
  }
  if (is_clock_doubted(m_now)) s.clock = clock_doubt(m_now);
  return s;
}

std::int64_t collection::joining_closes() {
  return std::max(m_created + static_cast<std::int64_t>(m_task.rounds.front().seconds),
                  kept_time(of_extension(std::string(join_round))));
}

double collection::average_degree() {
  const auto kept = m_store.kept(of_average_degree);
  return kept ? static_cast<double>(std::stoll(std::string(text_of(*kept)))) / degree_unit
              : usual_average_degree;
}

std::string collection::confirmed() {
  const auto kept = m_store.kept(of_confirmation);
  return kept ? std::string(text_of(*kept)) : "";
}

std::vector<person_status> collection::people() {
  std::vector<person_status> all(m_directory.size());
  for (std::uint32_t person = 0; person < all.size(); ++person) all[person].name = m_directory.name(person);
  m_store.for_each_key([&](std::uint32_t person, const public_key&) { all[person].has_joined = true; });
  if (!m_joined) {
    for (person_status& p : all) p.is_waited_for = !m_is_over && !p.has_joined;
    return all;
  }
  const bool is_open = is_round_open();
  const std::vector<stored_round> rounds = m_store.rounds();
  for (const stored_round& round : rounds) {
    signed_part part;
    const roster who = announcement::read(round.announcement, part).who;
    const bool is_last = is_open && round.index + 1 == rounds.size();
    for (std::uint64_t number = 0; number < who.size(); ++number) {
      person_status& p = all[m_joined->person(who.user(number))];
      ++p.asked;
      p.is_waited_for = is_last;
    }
    for (const vertex_id user : m_store.who_answered(round.index)) {
      person_status& p = all[m_joined->person(user)];
      ++p.answered;
      p.is_waited_for = false;
    }
  }
  return all;
}

}  // namespace edgeldp::collect
