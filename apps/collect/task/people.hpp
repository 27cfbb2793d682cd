// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collect/task/signature.hpp"
#include "collect/task/version.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

/// Who could take part, and who does. Both are public: they say nothing of who knows whom.
namespace edgeldp::collect {

/// The names of all people of a task, one a line, in a file that everybody downloads whole.
class people_directory {
 public:
  /// Errors: format_error, with the line, for names that are empty, too long (200 bytes), not in
  ///     increasing order of bytes or not printable, and for more than 2^32 - 2.
  explicit people_directory(byte_string bytes);

  /// The bytes of a directory of these people, who may come in any order.
  /// Errors: format_error as above, or for a name that comes twice.
  static byte_string write(std::vector<std::string> names);

  std::uint64_t size() const noexcept { return m_size; }
  std::string_view name(std::uint32_t person) const noexcept;
  /// Cost: O(log size) names, and as many lines as lie between two that are marked.
  std::optional<std::uint32_t> find(std::string_view name) const noexcept;
  const byte_string& bytes() const noexcept { return m_bytes; }

 private:
  byte_string m_bytes;
  std::uint64_t m_size = 0;
  std::vector<std::uint64_t> m_begin;  ///< of each 16th name: half a byte a person
};

/// The first half of a key's digest, by which everybody sees under which key a person joined.
using key_mark = std::array<std::byte, 16>;
key_mark mark_of(const public_key& key);

/// The people who joined in time: user 0, 1, ... of all rounds, in the order of the directory; from
/// version 2 on the marks of their keys; from version 3 on the parts of budgets that they chose.
class joined_people {
 public:
  joined_people() = default;
  /// Requires: increasing; one mark a person, or none.
  explicit joined_people(std::vector<std::uint32_t> people, std::vector<key_mark> marks = {},
                         chosen_parts chosen = {})
      : m_people(std::move(people)), m_marks(std::move(marks)), m_chosen(std::move(chosen)) {}

  byte_string write(std::uint32_t version = usual_version) const;
  /// Errors: format_error for bytes that write never makes, or people beyond the directory.
  static joined_people read(std::span<const std::byte> bytes, std::uint64_t people, std::uint32_t version);

  std::uint64_t size() const noexcept { return m_people.size(); }
  std::uint32_t person(vertex_id user) const noexcept { return m_people[user]; }
  std::optional<vertex_id> user(std::uint32_t person) const noexcept;
  /// For whoever asks for no mark any more.
  void forget_marks() noexcept { std::vector<key_mark>().swap(m_marks); }
  /// Requires: version 2.
  const key_mark& mark(vertex_id user) const noexcept { return m_marks[user]; }
  const chosen_parts& chosen() const noexcept { return m_chosen; }

 private:
  std::vector<std::uint32_t> m_people;
  std::vector<key_mark> m_marks;
  chosen_parts m_chosen;
};

}  // namespace edgeldp::collect
