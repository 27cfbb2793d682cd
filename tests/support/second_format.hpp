// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/ranges.hpp"

/// Files taken apart and put together again, whatever their sections hold (core/doc/format.md,
/// "Files").
namespace edgeldp::test {

/// A little-endian field.
inline void put_field(std::span<std::byte> file, std::size_t at, std::size_t size, std::uint64_t value) {
  for (std::size_t i = 0; i < size; ++i) file[at + i] = static_cast<std::byte>(value >> (8 * i));
}

inline std::uint64_t get_field(std::span<const std::byte> file, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= std::to_integer<std::uint64_t>(file[at + i]) << (8 * i);
  return value;
}

struct file_section {
  std::string tag;
  std::uint32_t flags = 0;
  std::vector<std::byte> bytes;
};

class sectioned_file {
 public:
  /// What the table says, as far as it lies inside the file.
  explicit sectioned_file(std::span<const std::byte> file) : m_start(file.begin(), file.begin() + 12) {
    for (std::size_t e = 16; e < 16 + 32 * get_field(file, 10, 2) && e + 32 <= file.size(); e += 32) {
      file_section s;
      for (std::size_t i = 0; i < 4; ++i) s.tag += static_cast<char>(file[e + i]);
      s.flags = static_cast<std::uint32_t>(get_field(file, e + 4, 4));
      const std::uint64_t at = std::min<std::uint64_t>(get_field(file, e + 8, 8), file.size());
      const std::uint64_t size = std::min<std::uint64_t>(get_field(file, e + 16, 8), file.size() - at);
      const auto part = file.subspan(at, size);
      s.bytes.assign(part.begin(), part.end());
      sections.push_back(std::move(s));
    }
  }

  file_section& operator[](std::string_view tag) { return *ranges::find(sections, tag, &file_section::tag); }

  std::vector<std::byte> file() const {
    std::vector<std::byte> out(16 + 32 * sections.size());
    ranges::copy(m_start, out.begin());
    put_field(out, 10, 2, sections.size());
    for (std::size_t i = 0; i < sections.size(); ++i) {
      const file_section& s = sections[i];
      const std::size_t e = 16 + 32 * i;
      for (std::size_t letter = 0; letter < 4; ++letter)
        out[e + letter] = static_cast<std::byte>(s.tag[letter]);
      put_field(out, e + 4, 4, s.flags);
      put_field(out, e + 8, 8, out.size());
      put_field(out, e + 16, 8, s.bytes.size());
      put_field(out, e + 24, 4, (s.flags & 2) != 0 ? 0 : crc32(s.bytes));
      out.insert(out.end(), s.bytes.begin(), s.bytes.end());
    }
    std::vector<std::byte> covered(out.begin(), out.begin() + 12);
    const auto table = std::span(out).subspan(16, 32 * sections.size());
    covered.insert(covered.end(), table.begin(), table.end());
    put_field(out, 12, 4, crc32(covered));
    return out;
  }

  std::vector<file_section> sections;

 private:
  std::vector<std::byte> m_start;
};

}  // namespace edgeldp::test
