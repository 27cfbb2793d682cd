// SPDX-License-Identifier: MIT
#include "wire/sections.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "edgeldp/core/base/free_memory.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp::wire {

namespace {

constexpr std::uint16_t version = 2;
constexpr std::size_t version_at = 8, count_at = 10, table_crc_at = 12;
constexpr std::uint16_t most_sections = 64;  // they are looked up one by one

/// Of all that the checksum in the header covers.
std::uint32_t table_crc(byte_span file, std::size_t entries) {
  return crc32(file.subspan(section_header_bytes, entries * section_entry_bytes),
               crc32(file.first(table_crc_at)));
}

}  // namespace

void require_format(byte_span file, const file_magic& magic, const char* is_another) {
  for (std::size_t i = 0; i < std::min(magic.size(), file.size()); ++i)
    require(wire::get<std::uint8_t>(file, i) == magic[i], i, is_another);
  require(file.size() >= section_header_bytes, file.size(), "release file ends inside its header");
  const auto stated = wire::get<std::uint16_t>(file, version_at);
  require(stated != 1, version_at,
          "a file of format 1, which is no longer read: it is from before the first release, 0.1.0, which "
          "can load it and save it in format 2 (docs/promises.md, \"Files\") and spends nothing for that");
  require(stated == version, version_at, "unsupported format version (expected 2)");
}

void section_writer::add(const section_kind& kind, std::vector<std::byte> bytes) {
  const std::uint64_t size = bytes.size();
  m_sections.push_back({kind, std::move(bytes), size});
}

void section_writer::add_size(const section_kind& kind, std::uint64_t bytes) {
  m_sections.push_back({kind, {}, bytes});
}

std::uint64_t section_writer::file_bytes() const {
  std::uint64_t bytes = section_header_bytes + m_sections.size() * section_entry_bytes;
  for (const entry& e : m_sections) bytes += e.size;
  return bytes;
}

std::uint64_t section_writer::bytes_of(const section_kind& kind) const {
  const auto at = ranges::find(m_sections, kind.tag, [](const entry& e) { return e.kind.tag; });
  return at != m_sections.end() ? at->size : 0;
}

std::vector<std::byte> section_writer::take_file(const file_magic& magic) {
  const std::size_t table_end = section_header_bytes + m_sections.size() * section_entry_bytes;
  std::vector<std::byte> out(table_end);
  for (std::size_t i = 0; i < magic.size(); ++i) put(out, i, magic[i]);
  put(out, version_at, version);
  put(out, count_at, static_cast<std::uint16_t>(m_sections.size()));
  std::uint64_t offset = table_end;
  for (std::size_t i = 0; i < m_sections.size(); ++i) {
    const entry& e = m_sections[i];
    const std::size_t at = section_header_bytes + i * section_entry_bytes;
    const bool has_own = (e.kind.flags & section::own_checksums) != 0;
    for (std::size_t letter = 0; letter < 4; ++letter)
      put(out, at + letter, static_cast<std::uint8_t>(e.kind.tag[letter]));
    put(out, at + 4, e.kind.flags);
    put(out, at + 8, offset);
    put(out, at + 16, e.size);
    put(out, at + 24, has_own ? 0 : crc32(e.bytes));
    offset += e.size;
  }
  put(out, table_crc_at, table_crc(out, m_sections.size()));
  out.reserve(size_of(offset));
  for (entry& e : m_sections) {
    out.insert(out.end(), e.bytes.begin(), e.bytes.end());
    free_memory(e.bytes);
  }
  return out;
}

section_reader::section_reader(byte_span file) {
  const auto count = wire::get<std::uint16_t>(file, count_at);
  require(count <= most_sections, count_at, "more sections than a file may have");
  std::uint64_t offset = section_header_bytes + count * section_entry_bytes;
  require(offset <= file.size(), file.size(), "release file ends inside its table of sections");
  require(wire::get<std::uint32_t>(file, table_crc_at) == table_crc(file, count), table_crc_at,
          "checksum of the table of sections does not match");
  for (std::size_t at = section_header_bytes; m_entries.size() < count; at += section_entry_bytes) {
    const std::string_view tag(reinterpret_cast<const char*>(file.data() + at), 4);
    const auto flags = wire::get<std::uint32_t>(file, at + 4);
    const part where{wire::get<std::uint64_t>(file, at + 8), wire::get<std::uint64_t>(file, at + 16)};
    require(find(tag) == m_entries.end(), at, "a section stands twice in the table");
    require(flags <= (section::critical | section::own_checksums), at + 4, "unknown flags of a section");
    require(where.at == offset, at + 8, "sections do not follow one another");
    require(where.size <= file.size() - offset, at + 16, "a section reaches past the end of the file");
    const bool has_own = (flags & section::own_checksums) != 0;
    const auto crc = wire::get<std::uint32_t>(file, at + 24);
    require(crc == (has_own ? 0 : crc32(file.subspan(size_of(where.at), size_of(where.size)))),
            has_own ? at + 24 : where.at, "checksum of a section does not match");
    require(wire::get<std::uint32_t>(file, at + 28) == 0, at + 28, "reserved bytes must be zero");
    m_entries.push_back({tag, where, at, flags});
    offset += where.size;
  }
  require(offset == file.size(), offset, "bytes after the last section");
}

std::vector<section_reader::entry>::const_iterator section_reader::find(std::string_view tag) const {
  return ranges::find(m_entries, tag, &entry::tag);
}

bool section_reader::has(const section_kind& kind) {
  const auto found = ranges::find(m_entries, kind.tag, &entry::tag);
  if (found == m_entries.end()) return false;
  require(found->flags == kind.flags, found->at + 4, "a section with other flags than it must have");
  found->is_known = true;
  return true;
}

section_reader::part section_reader::get(const section_kind& kind) {
  if (!has(kind)) throw format_error(count_at, "the section " + std::string(kind.tag) + " is missing");
  return find(kind.tag)->where;
}

std::uint64_t section_reader::bytes_of(const section_kind& kind) const {
  const auto found = find(kind.tag);
  return found != m_entries.end() ? found->where.size : 0;
}

void section_reader::end() const {
  for (const entry& e : m_entries)
    if ((e.flags & section::critical) != 0 && !e.is_known)
      throw format_error(e.at,
                         "a critical section that this version does not know: the file was written by "
                         "a later one");
}

}  // namespace edgeldp::wire
