// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/collector/database.hpp"
#include "collect/task/signature.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

/// What a collector keeps: a database of who joined, which rounds were announced and what was
/// received, and the messages themselves in one file a round, which only grows.
namespace edgeldp::collect {

/// A round that was announced.
struct stored_round {
  std::uint32_t index = 0;
  byte_string announcement;  ///< as it was published
  bool is_closed = false;
};

struct store_options {
  bool is_durable = true;     ///< false: for tests without loss of power
  bool is_read_only = false;  ///< beside a process that writes; nothing is made, dropped or mended
  /// Is told what has just happened, by name: tests let a collector die there.
  std::function<void(std::string_view)> happened;
};

/// Another process writes.
class in_use : public io_error {
 public:
  using io_error::io_error;
};

/// Nothing that is put here is there before commit(): until then a crash leaves no trace of it.
/// Promise: what commit() returned from stays, whatever crashes.
/// Threads: one at a time. One process writes, as a lock says; others may read beside it.
/// Errors: io_error.
class store {
 public:
  /// Whether no process writes now.
  static bool is_free(const std::filesystem::path& folder);

  /// Opens what is there, or begins; drops what was never committed.
  explicit store(std::filesystem::path folder, store_options options = {});
  ~store();
  store(const store&) = delete;
  store& operator=(const store&) = delete;

  std::optional<public_key> key_of(std::uint32_t person);
  void put_key(std::uint32_t person, const public_key& key);
  /// What who joined spends of each budget: whole unless it was put.
  chosen_part part_of(std::uint32_t person);
  void put_part(std::uint32_t person, chosen_part part);
  /// People who chose less than all, in their order, and what.
  std::vector<std::pair<std::uint32_t, chosen_part>> parts();
  std::uint64_t registrations() const noexcept { return m_registrations; }
  /// How many of these chose which part.
  part_counts chosen() const noexcept;
  /// Calls f(person, key) for all who joined, in the order of people.
  void for_each_key(const std::function<void(std::uint32_t, const public_key&)>& f);

  /// Texts and bytes by name: who joined, decisions, the result.
  std::optional<byte_string> kept(const std::string& name);
  void keep(const std::string& name, std::span<const std::byte> bytes);

  /// In their order.
  std::vector<stored_round> rounds();
  void put_round(std::uint32_t index, std::span<const std::byte> announcement);
  void close_round(std::uint32_t index);

  /// The digest of what a user answered; nothing if it did not.
  std::optional<byte_string> digest_of(std::uint32_t round, vertex_id user);
  void put_report(std::uint32_t round, vertex_id user, std::span<const std::byte> digest,
                  std::span<const std::byte> message);
  std::uint64_t reports(std::uint32_t round);
  /// Users who answered, in increasing order.
  std::vector<vertex_id> who_answered(std::uint32_t round);
  std::uint64_t report_bytes(std::uint32_t round);
  /// Calls f(user, message) for each report of a round, in the order in which they came.
  /// Errors: io_error for a file that is damaged.
  void for_each_report(std::uint32_t round,
                       const std::function<void(vertex_id, std::span<const std::byte>)>& f);

  /// Counts of what was taken by the minute in which it came, of one round or of joining, without
  /// names; with the order of reports they tell when somebody answered, as a coin chose.
  struct counted_minute {
    std::optional<std::uint32_t> round;  ///< none: joining
    std::int64_t minute = 0;             ///< since 1970
    std::uint64_t count = 0;
    friend bool operator==(const counted_minute&, const counted_minute&) = default;
  };
  void count_in(std::optional<std::uint32_t> round, std::int64_t minute);
  /// Joining first, then the rounds, each in the order of time. Nothing where an earlier version
  /// took all messages.
  std::vector<counted_minute> minutes();

  /// Messages that were refused, by the name of the problem.
  void count_refusal(std::string_view problem);
  std::map<std::string, std::uint64_t> refusals();
  /// A user said two things in one round: the first of its other answers is kept, and no more.
  void put_equivocation(std::uint32_t round, vertex_id user, std::span<const std::byte> digest);
  /// Users who did so, in any round.
  std::uint64_t equivocations();

  void commit();

 private:
  class segment;
  void happened(std::string_view what) const {
    if (m_options.happened) m_options.happened(what);
  }
  void begin();
  segment& segment_of(std::uint32_t round);
  void write_minutes();
  bool has_table(std::string_view name);

  /// Held by the one process that writes.
  class writer_lock {
   public:
    explicit writer_lock(const std::filesystem::path& folder);
    ~writer_lock();
    writer_lock(const writer_lock&) = delete;
    writer_lock& operator=(const writer_lock&) = delete;

   private:
    int m_file;
  };

  std::filesystem::path m_folder;
  store_options m_options;
  std::optional<writer_lock> m_lock;
  database m_database;
  struct statements;
  std::unique_ptr<statements> m_sql;
  std::map<std::uint32_t, std::unique_ptr<segment>> m_segments;
  std::uint64_t m_registrations = 0;
  part_counts m_parts{};  ///< nobody is counted whose part is whole
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> m_counted;  ///< by round and minute
  bool m_has_changes = false;
};

}  // namespace edgeldp::collect
