// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "edgeldp/core/base/types.hpp"

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

  std::uint64_t size() const noexcept { return m_named ? m_named->size() : m_users; }
  vertex_id user(std::uint64_t number) const noexcept {
    return m_named ? (*m_named)[number] : static_cast<vertex_id>(number);
  }
  bool is_everybody() const noexcept { return !m_named; }
  /// How many users there are, asked or not.
  std::uint64_t users() const noexcept { return m_users; }

  /// The same users under the same numbers.
  friend bool operator==(const roster& a, const roster& b) noexcept {
    return a.m_users == b.m_users && a.is_everybody() == b.is_everybody() &&
           (a.m_named == b.m_named || (a.m_named && b.m_named && *a.m_named == *b.m_named));
  }

  /// Numbers first, first + step, first + 2 step, ...
  /// Errors: invalid_parameter for a step of 0.
  roster stride(std::uint64_t first, std::uint64_t step) const;

 private:
  roster(std::uint64_t users, std::shared_ptr<const std::vector<vertex_id>> named)
      : m_users(users), m_named(std::move(named)) {}

  std::uint64_t m_users;
  std::shared_ptr<const std::vector<vertex_id>> m_named;
};

}  // namespace edgeldp
