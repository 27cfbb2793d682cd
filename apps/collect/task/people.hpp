// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collect/task/parts.hpp"
#include "collect/task/signature.hpp"
#include "collect/task/version.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"

/// Who could take part, and who does. Both are public: they say nothing of who knows whom.
namespace edgeldp::collect {

/// That people, items and labels have, in bytes.
inline constexpr std::size_t longest_name = 200;
/// Whether no byte of a name is a control character.
bool is_printable(std::string_view name) noexcept;

/// The names of all people of a task, one a line, in a file that everybody downloads whole.
class people_directory {
 public:
  /// Errors: format_error, with the line, for names that are empty, too long (200 bytes), not in
  ///     increasing order of bytes or not printable, and for more than 2^32 - 2.
  explicit people_directory(byte_string bytes) : people_directory(held_here(std::move(bytes))) {}
  explicit people_directory(held_bytes bytes);

  /// The bytes of a directory of these people, who may come in any order.
  /// Errors: format_error as above, or for a name that comes twice.
  static byte_string write(std::vector<std::string> names);

  std::uint64_t size() const noexcept { return m_size; }
  std::string_view name(std::uint32_t person) const noexcept;
  /// Cost: O(log size) names, and as many lines as lie between two that are marked.
  std::optional<std::uint32_t> find(std::string_view name) const noexcept;
  std::span<const std::byte> bytes() const noexcept { return m_bytes.bytes; }

 private:
  held_bytes m_bytes;
  std::uint64_t m_size = 0;
  std::vector<std::uint64_t> m_begin;  ///< of each 16th name: half a byte a person
};

/// A directory that somebody looks a few names up in.
struct names_in_directory {
  std::uint64_t people = 0;                                   ///< of the directory
  std::map<std::string, std::uint32_t, std::less<>> known{};  ///< those of the names that it has
};
/// Reads the bytes of a directory line after line, and keeps what is asked for.
/// Errors: as people_directory.
names_in_directory find_names(const public_bytes& directory, std::span<const std::string> names);

/// The first half of a key's digest, by which everybody sees under which key a person joined.
using key_mark = std::array<std::byte, 16>;
key_mark mark_of(const public_key& key);

using mark_taker = std::function<void(const key_mark&)>;
using choice_taker = std::function<void(chosen_part)>;
/// Writes, part after part, who joined: people in increasing order; the marks of their keys, if
/// any, which hand_marks hands over in the same order; and what they chose, null before version 3.
/// Returns how many bytes these are.
std::uint64_t write_joined(std::span<const std::uint32_t> people,
                           const std::function<void(const mark_taker&)>& hand_marks,
                           const chosen_parts* chosen, const part_taker& take);

/// Reads such bytes: calls with_person(person) for each, then with_mark(mark), from version 2 on,
/// and with_choice(part), from version 3 on. Returns how many people there are.
/// Errors: format_error for bytes that write_joined never makes, or people beyond the directory.
std::uint64_t read_joined(const public_bytes& bytes, std::uint64_t people, std::uint32_t version,
                          const std::function<void(std::uint32_t)>& with_person, const mark_taker& with_mark,
                          const choice_taker& with_choice);

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
  /// Errors: as read_joined.
  static joined_people read(std::span<const std::byte> bytes, std::uint64_t people, std::uint32_t version);

  std::uint64_t size() const noexcept { return m_people.size(); }
  std::uint32_t person(vertex_id user) const noexcept { return m_people[user]; }
  std::optional<vertex_id> user(std::uint32_t person) const noexcept;
  std::span<const std::uint32_t> people() const noexcept { return m_people; }
  /// Requires: version 2.
  const key_mark& mark(vertex_id user) const noexcept { return m_marks[user]; }
  const chosen_parts& chosen() const noexcept { return m_chosen; }

 private:
  std::vector<std::uint32_t> m_people;
  std::vector<key_mark> m_marks;
  chosen_parts m_chosen;
};

}  // namespace edgeldp::collect
