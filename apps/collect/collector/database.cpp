// SPDX-License-Identifier: MIT
#include "collect/collector/database.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp::collect {

namespace {

/// What people must not see is never readable by them, not for a moment.
void make_private(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) throw io_error(path + ": " + std::strerror(errno));
  fchmod(descriptor, 0600);
  close(descriptor);
}

}  // namespace

database::database(const std::string& path, access how) : m_path(path) {
  const bool reads = how == access::reading;
  if (!reads) make_private(path);
  const int flags = reads ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (sqlite3_open_v2(path.c_str(), &m_connection, flags, nullptr) != SQLITE_OK) {
    const std::string why = m_connection != nullptr ? sqlite3_errmsg(m_connection) : "out of memory";
    sqlite3_close(m_connection);
    throw io_error(path + ": " + why);
  }
  constexpr int readers_wait = 2000;  // milliseconds: a writer may just begin or end
  sqlite3_busy_timeout(m_connection, readers_wait);
  if (reads) return;
  try {
    run("PRAGMA journal_mode = WAL");
    run(how == access::durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = OFF");
  } catch (...) {
    sqlite3_close(m_connection);
    throw;
  }
}

database::~database() {
  sqlite3_close(m_connection);
}

void database::fail() const {
  if (sqlite3_errcode(m_connection) == SQLITE_BUSY)
    throw io_error(m_path + ": in use by another process; one collector at a time");
  throw io_error(m_path + ": " + sqlite3_errmsg(m_connection));
}

void database::run(const char* sql) {
  if (sqlite3_exec(m_connection, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

statement database::prepare(std::string_view sql) {
  return {*this, sql};
}

statement::statement(database& in, std::string_view sql) : m_in(&in) {
  if (sqlite3_prepare_v2(in.m_connection, sql.data(), static_cast<int>(sql.size()), &m_statement, nullptr) !=
      SQLITE_OK)
    in.fail();
}

statement::statement(statement&& other) noexcept
    : m_in(other.m_in), m_statement(std::exchange(other.m_statement, nullptr)) {}

statement::~statement() {
  sqlite3_finalize(m_statement);
}

statement& statement::bind(int place, std::int64_t value) {
  if (sqlite3_bind_int64(m_statement, place, value) != SQLITE_OK) m_in->fail();
  return *this;
}

statement& statement::bind(int place, std::span<const std::byte> bytes) {
  if (sqlite3_bind_blob64(m_statement, place, bytes.data(), bytes.size(), SQLITE_TRANSIENT) != SQLITE_OK)
    m_in->fail();
  return *this;
}

statement& statement::bind(int place, std::string_view text) {
  if (sqlite3_bind_text(m_statement, place, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT) !=
      SQLITE_OK)
    m_in->fail();
  return *this;
}

bool statement::step() {
  const int got = sqlite3_step(m_statement);
  if (got == SQLITE_ROW) return true;
  if (got != SQLITE_DONE) {
    sqlite3_reset(m_statement);
    m_in->fail();
  }
  sqlite3_reset(m_statement);
  return false;
}

void statement::run() {
  while (step()) {
  }
}

void statement::reset() {
  sqlite3_reset(m_statement);
}

std::int64_t statement::number(int column) const {
  return sqlite3_column_int64(m_statement, column);
}

byte_string statement::bytes(int column) const {
  const auto* data = static_cast<const std::byte*>(sqlite3_column_blob(m_statement, column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column));
  return {data, data + size};
}

std::string statement::text(int column) const {
  const byte_string letters = bytes(column);
  return {reinterpret_cast<const char*>(letters.data()), letters.size()};
}

}  // namespace edgeldp::collect
