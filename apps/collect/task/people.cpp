// SPDX-License-Identifier: MIT
#include "collect/task/people.hpp"

#include <algorithm>
#include <limits>

#include "collect/task/messages.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/base/text_bytes.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::size_t longest_name = 200;
constexpr std::uint64_t names_a_mark = 16;

bool is_printable(std::string_view name) {
  return ranges::none_of(name, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  });
}

void require_name(std::string_view name, std::string_view before, std::uint64_t line) {
  const std::string where = "line " + std::to_string(line) + " of the directory: ";
  if (name.empty()) throw format_error(0, where + "an empty name");
  if (name.size() > longest_name) throw format_error(0, where + "a name of more than 200 bytes");
  if (!is_printable(name)) throw format_error(0, where + "a name with a control character");
  if (line > 1 && name == before) throw format_error(0, where + "'" + std::string(name) + "' comes twice");
  if (line > 1 && name < before) throw format_error(0, where + "names are not in increasing order");
}

}  // namespace

people_directory::people_directory(byte_string bytes) : m_bytes(std::move(bytes)) {
  const std::string_view text(reinterpret_cast<const char*>(m_bytes.data()), m_bytes.size());
  if (!text.empty() && !text.ends_with('\n'))
    throw format_error(m_bytes.size(), "the last line of the directory has no end");
  std::string_view before;
  std::uint64_t at = 0;
  while (at < text.size()) {
    if (m_size % names_a_mark == 0) m_begin.push_back(at);
    const std::string_view name = text.substr(size_of(at), size_of(text.find('\n', size_of(at)) - at));
    require_name(name, before, ++m_size);
    if (m_size >= std::numeric_limits<vertex_id>::max())
      throw format_error(at, "a directory of more people than there are numbers");
    before = name;
    at += name.size() + 1;
  }
  m_begin.shrink_to_fit();
}

byte_string people_directory::write(std::vector<std::string> names) {
  ranges::sort(names);
  byte_string bytes;
  for (const std::string& name : names) {
    const auto letters = text_bytes(name);
    bytes.insert(bytes.end(), letters.begin(), letters.end());
    bytes.push_back(std::byte{'\n'});
  }
  return people_directory(std::move(bytes)).m_bytes;
}

std::string_view people_directory::name(std::uint32_t person) const noexcept {
  const std::string_view text(reinterpret_cast<const char*>(m_bytes.data()), m_bytes.size());
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

byte_string joined_people::write(std::uint32_t version) const {
  byte_string out;
  canonical_writer to(out);
  to.number(static_cast<int128>(m_people.size()));
  std::int64_t before = -1;
  for (const std::uint32_t person : m_people) {
    to.number(person - before);
    before = person;
  }
  for (const key_mark& mark : m_marks) to.text(text_of(mark));
  if (version >= choosing_version)
    for (std::size_t user = 0; user < m_people.size(); ++user)
      write_part(to, m_chosen.of(static_cast<vertex_id>(user)));
  return out;
}

key_mark mark_of(const public_key& key) {
  const std::optional<byte_string> digest = from_hex(name_of(key.bytes));
  key_mark mark{};
  std::copy_n(digest.value().begin(), mark.size(), mark.begin());
  return mark;
}

joined_people joined_people::read(std::span<const std::byte> bytes, std::uint64_t people,
                                  std::uint32_t version) {
  canonical_reader from(bytes);
  std::vector<std::uint32_t> joined(size_of(from.count(std::min<std::uint64_t>(people, bytes.size()))));
  std::int64_t before = -1;
  for (std::uint32_t& person : joined) {
    const std::int64_t step = from.number();
    if (step < 1 || step >= static_cast<std::int64_t>(people) - before)
      throw format_error(0, "the people who joined are in no order, or not in the directory");
    before += step;
    person = static_cast<std::uint32_t>(before);
  }
  std::vector<key_mark> marks(version > first_version ? joined.size() : 0);
  for (key_mark& mark : marks) {
    const std::string text = from.text();
    if (text.size() != mark.size()) throw format_error(0, "the mark of a key that is not 16 bytes long");
    ranges::copy(text_bytes(text), mark.begin());
  }
  std::vector<chosen_part> chosen(version >= choosing_version ? joined.size() : 0);
  for (chosen_part& part : chosen) part = read_part(from);
  from.end();
  return joined_people(std::move(joined), std::move(marks), chosen_parts(std::move(chosen)));
}

std::optional<vertex_id> joined_people::user(std::uint32_t person) const noexcept {
  const auto at = ranges::lower_bound(m_people, person);
  if (at == m_people.end() || *at != person) return std::nullopt;
  return static_cast<vertex_id>(at - m_people.begin());
}

}  // namespace edgeldp::collect
