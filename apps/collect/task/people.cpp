// SPDX-License-Identifier: MIT
#include "collect/task/people.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "collect/task/messages.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/base/text_bytes.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::uint64_t names_a_mark = 16;

void require_name(std::string_view name, std::string_view before, std::uint64_t line) {
  const std::string where = "line " + std::to_string(line) + " of the directory: ";
  if (name.empty()) throw format_error(0, where + "an empty name");
  if (name.size() > longest_name) throw format_error(0, where + "a name of more than 200 bytes");
  if (!is_printable(name)) throw format_error(0, where + "a name with a control character");
  if (line > 1 && name == before) throw format_error(0, where + "'" + std::string(name) + "' comes twice");
  if (line > 1 && name < before) throw format_error(0, where + "names are not in increasing order");
}

/// Calls f(name, where it begins) line after line; returns how many there are.
template <class F>
std::uint64_t for_each_name(const public_bytes& bytes, F&& f) {
  if (bytes.size() > 0 && bytes.part(bytes.size() - 1, 1).bytes.front() != std::byte{'\n'})
    throw format_error(bytes.size(), "the last line of the directory has no end");
  std::string before;
  std::uint64_t names = 0;
  for (std::uint64_t first = 0; first < bytes.size();) {
    const held_bytes part = bytes.part(first, std::min<std::uint64_t>(part_bytes, bytes.size() - first));
    const std::string_view text = text_of(part.bytes);
    std::size_t at = 0;
    for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n', at)) {
      const std::string_view name = text.substr(at, end - at);
      require_name(name, before, ++names);
      if (names >= std::numeric_limits<vertex_id>::max())
        throw format_error(first + at, "a directory of more people than there are numbers");
      f(name, first + at);
      before = name;
      at = end + 1;
    }
    if (at == 0) require_name(text, before, ++names);  // longer than any name
    first += at;
  }
  return names;
}

}  // namespace

bool is_printable(std::string_view name) noexcept {
  return ranges::none_of(name, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  });
}

people_directory::people_directory(held_bytes bytes) : m_bytes(std::move(bytes)) {
  std::uint64_t number = 0;
  m_size = for_each_name(m_bytes, [&](std::string_view, std::uint64_t at) {
    if (number++ % names_a_mark == 0) m_begin.push_back(at);
  });
  m_begin.shrink_to_fit();
}

names_in_directory find_names(const public_bytes& directory, std::span<const std::string> names) {
  const std::set<std::string_view> wanted(names.begin(), names.end());
  names_in_directory found;
  std::uint32_t number = 0;
  found.people = for_each_name(directory, [&](std::string_view name, std::uint64_t) {
    if (wanted.contains(name)) found.known.emplace(name, number);
    ++number;
  });
  return found;
}

byte_string people_directory::write(std::vector<std::string> names) {
  ranges::sort(names);
  byte_string bytes;
  for (const std::string& name : names) {
    const auto letters = text_bytes(name);
    bytes.insert(bytes.end(), letters.begin(), letters.end());
    bytes.push_back(std::byte{'\n'});
  }
  for_each_name(public_bytes(bytes), [](std::string_view, std::uint64_t) {});
  return bytes;
}

std::string_view people_directory::name(std::uint32_t person) const noexcept {
  const std::string_view text = text_of(bytes());
  std::size_t begin = size_of(m_begin[person / names_a_mark]);
  for (std::uint64_t skipped = person % names_a_mark; skipped > 0; --skipped)
    begin = text.find('\n', begin) + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::optional<std::uint32_t> people_directory::find(std::string_view wanted) const noexcept {
  std::uint32_t first = 0, last = static_cast<std::uint32_t>(size());
  while (first < last) {
    const std::uint32_t middle = first + (last - first) / 2;
    if (name(middle) < wanted)
      first = middle + 1;
    else
      last = middle;
  }
  if (first == size() || name(first) != wanted) return std::nullopt;
  return first;
}

std::uint64_t write_joined(std::span<const std::uint32_t> people,
                           const std::function<void(const mark_taker&)>& hand_marks,
                           const chosen_parts* chosen, const part_taker& take) {
  byte_string part;
  std::uint64_t written = 0;
  const auto hand_over = [&](std::size_t from) {
    if (part.size() < from) return;
    take(part);
    written += part.size();
    part.clear();
  };
  canonical_writer to(part);
  to.number(static_cast<int128>(people.size()));
  std::int64_t before = -1;
  for (const std::uint32_t person : people) {
    to.number(person - before);
    before = person;
    hand_over(part_bytes);
  }
  hand_marks([&](const key_mark& mark) {
    to.text(text_of(mark));
    hand_over(part_bytes);
  });
  for (std::size_t user = 0; chosen != nullptr && user < people.size(); ++user) {
    write_part(to, chosen->of(static_cast<vertex_id>(user)));
    hand_over(part_bytes);
  }
  hand_over(1);
  return written;
}

byte_string joined_people::write(std::uint32_t version) const {
  byte_string out;
  write_joined(
      m_people, [&](const auto& f) { ranges::for_each(m_marks, f); },
      version >= choosing_version ? &m_chosen : nullptr,
      [&](std::span<const std::byte> part) { out.insert(out.end(), part.begin(), part.end()); });
  return out;
}

key_mark mark_of(const public_key& key) {
  const std::optional<byte_string> digest = from_hex(name_of(key.bytes));
  key_mark mark{};
  std::copy_n(digest.value().begin(), mark.size(), mark.begin());
  return mark;
}

std::uint64_t read_joined(const public_bytes& bytes, std::uint64_t people, std::uint32_t version,
                          const std::function<void(std::uint32_t)>& with_person, const mark_taker& with_mark,
                          const choice_taker& with_choice) {
  canonical_reader from(bytes);
  const std::uint64_t joined = from.count(std::min<std::uint64_t>(people, bytes.size()));
  std::int64_t before = -1;
  for (std::uint64_t user = 0; user < joined; ++user) {
    const std::int64_t step = from.number();
    if (step < 1 || step >= static_cast<std::int64_t>(people) - before)
      throw format_error(0, "the people who joined are in no order, or not in the directory");
    before += step;
    with_person(static_cast<std::uint32_t>(before));
  }
  for (std::uint64_t user = 0; version > first_version && user < joined; ++user) {
    const std::string text = from.text();
    key_mark mark{};
    if (text.size() != mark.size()) throw format_error(0, "the mark of a key that is not 16 bytes long");
    ranges::copy(text_bytes(text), mark.begin());
    with_mark(mark);
  }
  for (std::uint64_t user = 0; version >= choosing_version && user < joined; ++user)
    with_choice(read_part(from));
  from.end();
  return joined;
}

joined_people joined_people::read(std::span<const std::byte> bytes, std::uint64_t people,
                                  std::uint32_t version) {
  std::vector<std::uint32_t> joined;
  std::vector<key_mark> marks;
  std::vector<chosen_part> chosen;
  read_joined(
      public_bytes(bytes), people, version, [&](std::uint32_t person) { joined.push_back(person); },
      [&](const key_mark& mark) { marks.push_back(mark); },
      [&](chosen_part part) { chosen.push_back(part); });
  return joined_people(std::move(joined), std::move(marks), chosen_parts(std::move(chosen)));
}

std::optional<vertex_id> joined_people::user(std::uint32_t person) const noexcept {
  const auto at = ranges::lower_bound(m_people, person);
  if (at == m_people.end() || *at != person) return std::nullopt;
  return static_cast<vertex_id>(at - m_people.begin());
}

}  // namespace edgeldp::collect
