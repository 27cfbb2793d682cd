// SPDX-License-Identifier: MIT
// Format 2: a header, a table of sections, the sections (core/doc/format.md, "Files").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/bytes.hpp"

namespace edgeldp::wire {

using file_magic = std::array<unsigned char, 8>;

/// Errors: format_error unless a file begins with this magic (`is_another` says what it is not) and
/// is of format 2; one of format 1 is refused by that name.
void require_format(byte_span file, const file_magic& magic, const char* is_another);

inline constexpr std::size_t section_header_bytes = 16, section_entry_bytes = 32;

/// What a section holds, in four letters, and its flags. Tags are stored; never reuse.
struct section_kind {
  std::string_view tag;
  std::uint32_t flags;
};

namespace section {
/// A reader that does not know a critical section refuses the file. Parts of one with checksums of
/// its own are read on demand.
inline constexpr std::uint32_t optional = 0, critical = 1, own_checksums = 2;

inline constexpr section_kind parameters{"PARM", critical}, classes{"LAWS", critical}, told{"TOLD", critical},
    degrees{"DEGS", critical}, sizes{"SIZE", critical}, absent{"ABSN", critical}, ids{"IDS ", optional},
    task{"TASK", optional}, catalog{"CATL", optional}, index{"INDX", critical},
    rows{"ROWS", critical | own_checksums};
}  // namespace section

/// A file in the making.
class section_writer {
 public:
  void add(const section_kind& kind, std::vector<std::byte> bytes);
  /// A section of which the size alone is known: there is no file then.
  void add_size(const section_kind& kind, std::uint64_t bytes);
  std::uint64_t file_bytes() const;
  /// The file. Of the sections their sizes are left: bytes are freed as they are copied.
  std::vector<std::byte> take_file(const file_magic& magic);
  std::uint64_t bytes_of(const section_kind& kind) const;

 private:
  struct entry {
    section_kind kind;
    std::vector<std::byte> bytes;
    std::uint64_t size;
  };
  std::vector<entry> m_sections;
};

/// The table of a file that is being read. Nothing is believed of the sections but that they fill
/// the file one after another, and their checksums.
class section_reader {
 public:
  struct part {
    std::uint64_t at = 0, size = 0;
  };
  /// Errors: format_error for a table that is malformed or names a section twice.
  explicit section_reader(byte_span file);

  /// Whether there is such a section; takes note that this reader knows it.
  /// Errors: format_error for one with other flags.
  bool has(const section_kind& kind);
  /// Where it stands.
  /// Errors: the same; format_error where there is none.
  part get(const section_kind& kind);
  /// 0 where there is none.
  std::uint64_t bytes_of(const section_kind& kind) const;
  /// Errors: format_error for a critical section that was not asked for.
  void end() const;

 private:
  struct entry {
    std::string_view tag;
    part where;
    std::size_t at = 0;  ///< of the entry itself
    std::uint32_t flags = 0;
    bool is_known = false;
  };
  std::vector<entry>::const_iterator find(std::string_view tag) const;

  std::vector<entry> m_entries;
};

}  // namespace edgeldp::wire
