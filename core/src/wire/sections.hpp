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

/// The version that a file of this magic states.
/// Errors: format_error unless it begins so; `is_another` says what it is not.
unsigned version_of(byte_span file, const file_magic& magic, const char* is_another);

inline constexpr std::size_t section_header_bytes = 16, section_entry_bytes = 32;

/// What a section holds: four letters. Tags are stored; never reuse.
namespace section {
inline constexpr std::string_view parameters = "PARM", told = "TOLD", degrees = "DEGS", sizes = "SIZE",
                                  absent = "ABSN", ids = "IDS ", catalog = "CATL", index = "INDX",
                                  rows = "ROWS";
}  // namespace section

/// A file in the making.
class section_writer {
 public:
  /// A reader that does not know a critical section refuses the file. Parts of one with checksums
  /// of its own are read on demand.
  enum class kind { critical, optional, critical_with_own_checksums };
  void add(std::string_view tag, kind of, std::vector<std::byte> bytes);
  std::vector<std::byte> file(const file_magic& magic) const;
  std::uint64_t bytes_of(std::string_view tag) const;

 private:
  struct entry {
    std::string_view tag;
    kind of;
    std::vector<std::byte> bytes;
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

  /// Where a section stands; takes note that this reader knows it.
  bool has(std::string_view tag);
  /// Errors: format_error where there is none.
  part get(std::string_view tag);
  /// 0 where there is none.
  std::uint64_t bytes_of(std::string_view tag) const;
  /// Errors: format_error for a critical section that was not asked for.
  void end() const;

 private:
  struct entry {
    std::string_view tag;
    part where;
    std::size_t at = 0;  ///< of the entry itself
    bool is_critical = false, is_known = false;
  };
  std::vector<entry> m_entries;
};

}  // namespace edgeldp::wire
