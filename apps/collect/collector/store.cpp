// SPDX-License-Identifier: MIT
#include "collect/collector/store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "collect/collector/segment.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

constexpr const char* schema = R"(
CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS registration (person INTEGER PRIMARY KEY, key BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS part (person INTEGER PRIMARY KEY, part INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS round (number INTEGER PRIMARY KEY, announcement BLOB NOT NULL, closed INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS report (
  round INTEGER NOT NULL, user INTEGER NOT NULL, digest BLOB NOT NULL,
  PRIMARY KEY (round, user)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS segment (round INTEGER PRIMARY KEY, reports INTEGER NOT NULL, ends INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS refusal (problem TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS minute (
  round INTEGER NOT NULL, minute INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (round, minute)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS equivocation (
  round INTEGER NOT NULL, user INTEGER NOT NULL, digest BLOB NOT NULL,
  PRIMARY KEY (round, user, digest)) WITHOUT ROWID;
)";

/// Joining in the place of a round.
constexpr std::int64_t before_rounds = -1;

}  // namespace

struct store::statements {
  explicit statements(database& d)
      : get_key(d.prepare("SELECT key FROM registration WHERE person = ?")),
        put_key(d.prepare("INSERT INTO registration VALUES (?, ?)")),
        get_kept(d.prepare("SELECT bytes FROM kept WHERE name = ?")),
        keep(d.prepare("INSERT OR REPLACE INTO kept VALUES (?, ?)")),
        put_round(d.prepare("INSERT INTO round VALUES (?, ?, 0)")),
        close_round(d.prepare("UPDATE round SET closed = 1 WHERE number = ?")),
        get_digest(d.prepare("SELECT digest FROM report WHERE round = ? AND user = ?")),
        put_report(d.prepare("INSERT INTO report VALUES (?, ?, ?)")),
        put_segment(d.prepare("INSERT OR REPLACE INTO segment VALUES (?, ?, ?)")),
        count_refusal(
            d.prepare("INSERT INTO refusal VALUES (?, 1) ON CONFLICT DO UPDATE SET count = count + 1")),
        put_equivocation(d.prepare("INSERT INTO equivocation SELECT ?1, ?2, ?3 WHERE NOT EXISTS "
                                   "(SELECT 1 FROM equivocation WHERE round = ?1 AND user = ?2)")) {}
  statement get_key, put_key, get_kept, keep, put_round, close_round, get_digest, put_report, put_segment,
      count_refusal, put_equivocation;
};

store::writer_lock::writer_lock(const std::filesystem::path& folder)
    : m_file(::open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
  const std::string path = (folder / "lock").string();
  if (m_file < 0) throw io_error(path + ": " + std::strerror(errno));
  if (flock(m_file, LOCK_EX | LOCK_NB) == 0) return;
  close(m_file);
  throw in_use(
      folder.string() +
      ": in use by another process; one collector at a time (`collector status` and `collector close` "
      "work beside it)");
}

store::writer_lock::~writer_lock() {
  close(m_file);
}

bool store::is_free(const std::filesystem::path& folder) {
  try {
    const writer_lock tried(folder);
    return true;
  } catch (const in_use&) {
    return false;
  }
}

namespace {

database::access access_of(const store_options& options) {
  if (options.is_read_only) return database::access::reading;
  return options.is_durable ? database::access::durable : database::access::writing;
}

}  // namespace

store::store(std::filesystem::path folder, store_options options)
    : m_folder(std::move(folder)),
      m_options(std::move(options)),
      m_lock(m_options.is_read_only ? std::optional<writer_lock>()
                                    : std::optional<writer_lock>(std::in_place, m_folder)),
      m_database((m_folder / "store.db").string(), access_of(m_options)) {
  // Whoever only reads sees one moment of what another process writes.
  m_database.run(m_options.is_read_only ? "BEGIN" : schema);
  m_sql = std::make_unique<statements>(m_database);
  statement joined = m_database.prepare("SELECT COUNT(*) FROM registration");
  joined.step();
  m_registrations = static_cast<std::uint64_t>(joined.number(0));
  for (const auto& [person, part] : parts()) ++m_parts[static_cast<std::size_t>(part)];
  statement all = m_database.prepare("SELECT round, reports, ends FROM segment");
  while (all.step()) {
    const auto round = static_cast<std::uint32_t>(all.number(0));
    m_segments.emplace(
        round, std::make_unique<segment>(m_folder / ("reports-" + std::to_string(round)),
                                         static_cast<std::uint64_t>(all.number(1)),
                                         static_cast<std::uint64_t>(all.number(2)), m_options.is_read_only));
  }
}

store::~store() = default;

store::segment& store::segment_of(std::uint32_t round) {
  auto& found = m_segments[round];
  if (!found)
    found = std::make_unique<segment>(m_folder / ("reports-" + std::to_string(round)), 0, 0,
                                      m_options.is_read_only);
  return *found;
}

void store::begin() {
  if (!m_has_changes) m_database.run("BEGIN");
  m_has_changes = true;
}

std::optional<public_key> store::key_of(std::uint32_t person) {
  if (!m_sql->get_key.bind(1, std::int64_t{person}).step()) return std::nullopt;
  public_key key;
  std::ranges::copy(m_sql->get_key.bytes(0), key.bytes.begin());
  m_sql->get_key.reset();
  return key;
}

void store::put_key(std::uint32_t person, const public_key& key) {
  begin();
  m_sql->put_key.bind(1, std::int64_t{person}).bind(2, std::span<const std::byte>(key.bytes)).run();
  ++m_registrations;
}

// Statements of parts are not among those that whoever only reads prepares too: an old folder has
// no such table.
void store::put_part(std::uint32_t person, chosen_part part) {
  begin();
  m_database.prepare("INSERT INTO part VALUES (?, ?)")
      .bind(1, std::int64_t{person})
      .bind(2, std::int64_t{static_cast<std::uint8_t>(part)})
      .run();
  ++m_parts[static_cast<std::size_t>(part)];
}

part_counts store::chosen() const noexcept {
  auto all = m_parts;
  all.front() = m_registrations - all[1] - all[2];
  return all;
}

chosen_part store::part_of(std::uint32_t person) {
  statement row = m_database.prepare("SELECT part FROM part WHERE person = ?");
  return row.bind(1, std::int64_t{person}).step() ? static_cast<chosen_part>(row.number(0))
                                                  : chosen_part::whole;
}

std::vector<std::pair<std::uint32_t, chosen_part>> store::parts() {
  std::vector<std::pair<std::uint32_t, chosen_part>> all;
  if (!has_table("part")) return all;
  statement rows = m_database.prepare("SELECT person, part FROM part ORDER BY person");
  while (rows.step())
    all.emplace_back(static_cast<std::uint32_t>(rows.number(0)), static_cast<chosen_part>(rows.number(1)));
  return all;
}

bool store::has_table(std::string_view name) {
  statement there = m_database.prepare("SELECT 1 FROM sqlite_master WHERE name = ?");
  return there.bind(1, name).step();
}

void store::for_each_key(const std::function<void(std::uint32_t, const public_key&)>& f) {
  public_key key;
  statement rows = m_database.prepare("SELECT person, key FROM registration ORDER BY person");
  while (rows.step()) {
    std::ranges::copy(rows.bytes(1), key.bytes.begin());
    f(static_cast<std::uint32_t>(rows.number(0)), key);
  }
}

std::optional<byte_string> store::kept(const std::string& name) {
  if (!m_sql->get_kept.bind(1, name).step()) return std::nullopt;
  byte_string bytes = m_sql->get_kept.bytes(0);
  m_sql->get_kept.reset();
  return bytes;
}

void store::keep(const std::string& name, std::span<const std::byte> bytes) {
  begin();
  m_sql->keep.bind(1, name).bind(2, bytes).run();
}

std::vector<stored_round> store::rounds() {
  std::vector<stored_round> all;
  statement rows = m_database.prepare("SELECT number, announcement, closed FROM round ORDER BY number");
  while (rows.step())
    all.push_back({static_cast<std::uint32_t>(rows.number(0)), rows.bytes(1), rows.number(2) != 0});
  return all;
}

void store::put_round(std::uint32_t index, std::span<const std::byte> announcement) {
  begin();
  m_sql->put_round.bind(1, std::int64_t{index}).bind(2, announcement).run();
}

void store::close_round(std::uint32_t index) {
  begin();
  m_sql->close_round.bind(1, std::int64_t{index}).run();
}

std::optional<byte_string> store::digest_of(std::uint32_t round, vertex_id user) {
  if (!m_sql->get_digest.bind(1, std::int64_t{round}).bind(2, std::int64_t{user}).step()) return std::nullopt;
  byte_string digest = m_sql->get_digest.bytes(0);
  m_sql->get_digest.reset();
  return digest;
}

void store::put_report(std::uint32_t round, vertex_id user, std::span<const std::byte> digest,
                       std::span<const std::byte> message) {
  begin();
  segment_of(round).append(user, message);
  m_sql->put_report.bind(1, std::int64_t{round}).bind(2, std::int64_t{user}).bind(3, digest).run();
}

std::uint64_t store::reports(std::uint32_t round) {
  return segment_of(round).reports();
}

std::uint64_t store::report_bytes(std::uint32_t round) {
  return segment_of(round).end();
}

void store::for_each_report(std::uint32_t round,
                            const std::function<void(vertex_id, std::span<const std::byte>)>& f) {
  segment_of(round).for_each(f);
}

std::vector<vertex_id> store::who_answered(std::uint32_t round) {
  std::vector<vertex_id> users;
  statement rows = m_database.prepare("SELECT user FROM report WHERE round = ? ORDER BY user");
  rows.bind(1, std::int64_t{round});
  while (rows.step()) users.push_back(static_cast<vertex_id>(rows.number(0)));
  return users;
}

void store::count_in(std::optional<std::uint32_t> round, std::int64_t minute) {
  begin();
  ++m_counted[{round ? std::int64_t{*round} : before_rounds, minute}];
}

void store::write_minutes() {
  if (m_counted.empty()) return;
  // Not among the statements that whoever only reads prepares too: an old folder has no such table.
  statement add = m_database.prepare(
      "INSERT INTO minute VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count");
  for (const auto& [when, count] : m_counted)
    add.bind(1, when.first).bind(2, when.second).bind(3, static_cast<std::int64_t>(count)).run();
  m_counted.clear();
}

std::vector<store::counted_minute> store::minutes() {
  std::vector<counted_minute> all;
  if (!has_table("minute")) return all;
  statement rows = m_database.prepare("SELECT round, minute, count FROM minute ORDER BY round, minute");
  while (rows.step()) {
    counted_minute m{{}, rows.number(1), static_cast<std::uint64_t>(rows.number(2))};
    if (rows.number(0) != before_rounds) m.round = static_cast<std::uint32_t>(rows.number(0));
    all.push_back(m);
  }
  return all;
}

void store::count_refusal(std::string_view problem) {
  begin();
  m_sql->count_refusal.bind(1, problem).run();
}

std::map<std::string, std::uint64_t> store::refusals() {
  std::map<std::string, std::uint64_t> all;
  statement rows = m_database.prepare("SELECT problem, count FROM refusal");
  while (rows.step()) all[rows.text(0)] = static_cast<std::uint64_t>(rows.number(1));
  return all;
}

void store::put_equivocation(std::uint32_t round, vertex_id user, std::span<const std::byte> digest) {
  begin();
  m_sql->put_equivocation.bind(1, std::int64_t{round}).bind(2, std::int64_t{user}).bind(3, digest).run();
}

std::uint64_t store::equivocations() {
  statement count = m_database.prepare("SELECT COUNT(DISTINCT user) FROM equivocation");
  count.step();
  return static_cast<std::uint64_t>(count.number(0));
}

void store::commit() {
  if (!m_has_changes) return;
  // Messages are on the disk before the database says that they are.
  for (auto& [round, messages] : m_segments) {
    if (!messages->has_changes()) continue;
    messages->write();
    happened("messages written");
    if (m_options.is_durable) messages->sync();
    happened("messages synced");
    m_sql->put_segment.bind(1, std::int64_t{round})
        .bind(2, static_cast<std::int64_t>(messages->reports()))
        .bind(3, static_cast<std::int64_t>(messages->end()))
        .run();
  }
  write_minutes();
  m_database.run("COMMIT");
  m_has_changes = false;
  happened("committed");
}

}  // namespace edgeldp::collect
