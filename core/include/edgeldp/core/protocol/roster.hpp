// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

/// The users that a round asks, which is public: everybody, or some. Within the round they are
/// numbered from 0, in the order in which they are named.
///
/// Examples: the users of one layer, the first users of a list of pairs, those that a public coin
/// chose, those whose limits let them speak. Cheap to copy.
class roster {
 public:
  /// Number i is user i.
  static roster everybody(std::uint64_t users);

  /// Number i is named[i].
  /// Errors: invalid_parameter for a user named twice, or not below `users`.
  static roster of(std::vector<vertex_id> named, std::uint64_t users);

  std::uint64_t size() const noexcept { return m_end - m_first; }
  /// Numbers first_number() .. end_number() - 1: from 0, but in a part.
  std::uint64_t first_number() const noexcept { return m_first; }
  std::uint64_t end_number() const noexcept { return m_end; }
  vertex_id user(std::uint64_t number) const noexcept {
    return m_named ? (*m_named)[number] : static_cast<vertex_id>(number);
  }
  bool is_everybody() const noexcept { return !m_named && size() == m_users; }
  /// How many users there are, asked or not.
  std::uint64_t users() const noexcept { return m_users; }

  /// The same users under the same numbers.
  friend bool operator==(const roster& a, const roster& b) noexcept;

  /// Numbers first, first + step, first + 2 step, ...
  /// Errors: invalid_parameter for a step of 0.
  roster stride(std::uint64_t first, std::uint64_t step) const;

  /// The users of numbers first .. end - 1, who keep them. O(1).
  /// Errors: invalid_parameter for numbers that are none.
  roster part(std::uint64_t first, std::uint64_t end) const;
  /// Whether it is a part of a larger one: only who plays a part of a round meets such.
  bool is_part() const noexcept { return size() < (m_named ? m_named->size() : m_users); }

 private:
  roster(std::uint64_t users, std::uint64_t first, std::uint64_t end,
         std::shared_ptr<const std::vector<vertex_id>> named)
      : m_users(users), m_first(first), m_end(end), m_named(std::move(named)) {}

  std::uint64_t m_users, m_first, m_end;
  std::shared_ptr<const std::vector<vertex_id>> m_named;  ///< null: users by their numbers
};

/// As announcements carry it.
void write_roster(canonical_writer& to, const roster& who);
/// most: no roster names more users, which keeps few bytes from asking for much memory.
/// Errors: format_error for bytes that write_roster never makes.
roster read_roster(canonical_reader& from, std::uint64_t most);

}  // namespace edgeldp
