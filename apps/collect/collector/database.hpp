// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "edgeldp/core/protocol/public_objects.hpp"

struct sqlite3;
struct sqlite3_stmt;

/// The little of SQLite that a store needs.
namespace edgeldp::collect {

class statement;

/// Errors: io_error with the path and SQLite's words, here and below.
class database {
 public:
  /// How a database is opened: `reading` beside a process that writes; `durable`: what is committed
  /// survives a loss of power (WAL, synchronous FULL).
  enum class access { reading, writing, durable };
  /// A new file is its owner's alone. Whoever writes sees to it that nobody else does (store.hpp).
  database(const std::string& path, access how);
  ~database();
  database(const database&) = delete;
  database& operator=(const database&) = delete;

  /// Statements without results or values.
  void run(const char* sql);
  statement prepare(std::string_view sql);

 private:
  friend class statement;
  [[noreturn]] void fail() const;
  std::string m_path;
  sqlite3* m_connection = nullptr;
};

/// A prepared statement, used again and again: bind, step, reset.
class statement {
 public:
  statement(statement&& other) noexcept;
  statement& operator=(statement&&) = delete;
  ~statement();

  statement& bind(int place, std::int64_t value);
  statement& bind(int place, std::span<const std::byte> bytes);
  statement& bind(int place, std::string_view text);

  /// Whether there is a row; resets itself at the end.
  bool step();
  /// For statements without rows.
  void run();
  void reset();

  std::int64_t number(int column) const;
  byte_string bytes(int column) const;
  std::string text(int column) const;

 private:
  friend class database;
  statement(database& in, std::string_view sql);
  database* m_in;
  sqlite3_stmt* m_statement = nullptr;
};

}  // namespace edgeldp::collect
