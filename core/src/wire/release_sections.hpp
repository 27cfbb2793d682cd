// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "wire/bytes.hpp"
#include "wire/sections.hpp"

/// What writers and readers of the files of core/doc/format.md share: the two kinds of files,
/// digests, and how the bytes of a file divide.
namespace edgeldp::wire {

inline constexpr std::size_t digest_bytes = 32;

template <class Layout>
inline constexpr bool is_graph = std::is_same_v<Layout, release_layout>;

template <class Layout>
struct file_kind {
  static constexpr file_magic magic = {0x89, 'E', 'L', 'D', is_graph<Layout> ? 'P' : 'V', '\r', '\n', 0x1a};
  static constexpr const char* is_another =
      is_graph<Layout> ? "not an edgeldp release file" : "not an edgeldp file of vectors";
  using parameters = std::conditional_t<is_graph<Layout>, release_parameters, vector_parameters>;
  using bytes = std::conditional_t<is_graph<Layout>, release_sizes, vector_release_sizes>;
};

/// The bytes of a digest from its hexadecimal digits; none for another text.
inline std::optional<std::vector<std::byte>> bytes_of_digits(std::string_view hex) {
  if (hex.size() != 2 * digest_bytes) return std::nullopt;
  std::vector<std::byte> bytes;
  for (const char* at = hex.data(); at != hex.data() + hex.size(); at += 2) {
    unsigned value = 0;
    if (std::from_chars(at, at + 2, value, 16).ptr != at + 2) return std::nullopt;
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

inline std::string digits_of(byte_span digest) {
  std::string hex;
  for (const std::byte b : digest)
    for (const unsigned shift : {4U, 0U})
      hex += "0123456789abcdef"[std::to_integer<unsigned>(b) >> shift & 15U];
  return hex;
}

inline std::vector<std::byte> bytes_of(const told_digest& digest) {
  return *bytes_of_digits(digest.hex());
}

/// Sizes are large where many preceding neighbours are expected by the degrees alone.
class expected_by_degrees {
 public:
  expected_by_degrees(std::span<const std::uint32_t> ranks, std::span<const std::int64_t> degrees)
      : m_sizes(predict_sizes(ranks, degrees)) {}
  unsigned operator()(std::size_t user) const { return static_cast<unsigned>(std::bit_width(m_sizes[user])); }

 private:
  std::vector<std::uint32_t> m_sizes;
};

/// How the bytes of a file divide, by the sections that it is written from or read as.
template <class Layout, class Sections>
typename file_kind<Layout>::bytes divide(const Sections& sections, std::uint64_t file_bytes) {
  typename file_kind<Layout>::bytes bytes;
  bytes.sizes = sections.bytes_of(section::sizes);
  const std::uint64_t rows = sections.bytes_of(section::index) + sections.bytes_of(section::rows);
  if constexpr (is_graph<Layout>) {
    bytes.degrees = sections.bytes_of(section::degrees);
    bytes.ids = sections.bytes_of(section::ids);
    bytes.edges = rows;
  } else {
    bytes.catalog = sections.bytes_of(section::catalog);
    bytes.entries = rows;
  }
  bytes.header = file_bytes - bytes.total();
  return bytes;
}

}  // namespace edgeldp::wire
