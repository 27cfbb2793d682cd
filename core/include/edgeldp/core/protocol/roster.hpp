// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "edgeldp/core/base/rising_numbers.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

/// The users that a round asks, which is public: everybody, or some. Within the round they are
/// numbered from 0, in the order in which they are named.
///
/// Examples: the users of one layer, the first users of a list of pairs, those that a public coin
/// chose, those whose limits let them speak. Cheap to copy.
/// Memory: for each of many users named in increasing order 2 bits and what the gaps take; for
///     others 4 bytes.
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
  /// Cost: some ten steps where the names are held as gaps.
  vertex_id user(std::uint64_t number) const noexcept {
    return m_named ? m_named->at(number) : static_cast<vertex_id>(number);
  }
  /// Whether the user is one of them.
  /// Cost: O(log size()) where the names are held as gaps, O(1) without names, else O(size()).
  bool contains(vertex_id user) const noexcept;
  /// Calls f(number, user) for all numbers, in their order.
  /// Cost: O(1) each.
  template <class F>
  void for_each(F&& f) const;
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
  /// Names of users: the few of most rosters as they are, many that rise as gaps.
  class names {
   public:
    names(std::vector<vertex_id> named, std::uint64_t users);
    std::uint64_t size() const noexcept;
    vertex_id at(std::uint64_t number) const noexcept {
      if (const auto* const rising = std::get_if<rising_numbers>(&m_held)) return rising->at(size_of(number));
      return (*std::get_if<std::vector<vertex_id>>(&m_held))[size_of(number)];
    }
    bool contains(std::uint64_t first, std::uint64_t last, vertex_id user) const noexcept;
    template <class F>
    void for_each(std::uint64_t first, std::uint64_t last, F&& f) const {
      if (const auto* const rising = std::get_if<rising_numbers>(&m_held)) {
        rising->for_each(size_of(first), size_of(last), std::forward<F>(f));
        return;
      }
      const auto& named = *std::get_if<std::vector<vertex_id>>(&m_held);
      for (std::uint64_t number = first; number < last; ++number) f(number, named[size_of(number)]);
    }
    friend bool operator==(const names&, const names&) = default;

   private:
    std::variant<std::vector<vertex_id>, rising_numbers> m_held;
  };

  roster(std::uint64_t users, std::uint64_t first, std::uint64_t end, std::shared_ptr<const names> named)
      : m_users(users), m_first(first), m_end(end), m_named(std::move(named)) {}

  std::uint64_t m_users, m_first, m_end;
  std::shared_ptr<const names> m_named;  ///< null: users by their numbers
};

template <class F>
void roster::for_each(F&& f) const {
  if (m_named) {
    m_named->for_each(m_first, m_end, std::forward<F>(f));
    return;
  }
  for (std::uint64_t number = m_first; number < m_end; ++number) f(number, static_cast<vertex_id>(number));
}

/// As announcements carry it.
void write_roster(canonical_writer& to, const roster& who);
/// most: no roster names more users, which keeps few bytes from asking for much memory.
/// Errors: format_error for bytes that write_roster never makes.
roster read_roster(canonical_reader& from, std::uint64_t most);

}  // namespace edgeldp
