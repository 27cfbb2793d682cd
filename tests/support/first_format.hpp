// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/core/wire/vector_release.hpp"

/// Files of format 1, which the library reads and no longer writes (core/doc/format-1.md).
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

inline constexpr std::size_t first_header_bytes = 160;

/// Magic, version and every checksum whose section lies inside the file; `letter` is that of its
/// kind, P or V.
inline void repair_first_format(std::span<std::byte> file, char letter) {
  const unsigned char start[] = {0x89, 'E', 'L', 'D', static_cast<unsigned char>(letter), '\r', '\n', 0x1a,
                                 1,    0,   160, 0};
  if (file.size() < first_header_bytes) return;
  for (std::size_t i = 0; i < sizeof(start); ++i) file[i] = static_cast<std::byte>(start[i]);
  const std::uint64_t first = get_field(file, 104, 8), second = get_field(file, 112, 8);
  const std::uint64_t users = get_field(file, 16, 8), left = file.size() - first_header_bytes;
  if (first <= left && second <= left - first && users <= left) {
    const std::span<std::byte> body = file.subspan(first_header_bytes);
    const std::uint64_t index = (users + users_per_block - 1) / users_per_block * 8;
    put_field(file, 128, 4, crc32(body.first(first)));
    put_field(file, 132, 4, crc32(body.subspan(first, second)));
    if (index <= left - first - second) {
      const std::uint64_t blocks_at = first + second + index;
      if (index == 8) put_field(body, first + second + 4, 4, crc32(body.subspan(blocks_at)));
      put_field(file, 136, 4, crc32(body.subspan(first + second, index)));
    }
  }
  put_field(file, 156, 4, crc32(file.first(156)));
}

namespace detail {

inline std::vector<std::byte> plain_numbers(std::span<const std::int64_t> numbers) {
  std::vector<std::byte> bytes;
  for (const std::int64_t number : numbers) append_integer(bytes, number);
  return bytes;
}

template <class Release>
std::vector<std::byte> first_format(const Release& r, std::span<const std::byte> first,
                                    std::span<const std::byte> second) {
  const auto& p = r.parameters();
  const std::vector<std::byte> rows = write_rows(r);
  std::vector<std::byte> file(first_header_bytes);
  put_field(file, 12, 1, static_cast<std::uint64_t>(p.codec));
  put_field(file, 15, 1,
            (p.simulated ? 1U : 0U) | (p.is_private() ? 2U : 0U) | (r.layout().sizes().empty() ? 0U : 4U));
  put_field(file, 16, 8, p.users);
  put_field(file, 24, 8, p.key.value);
  visit_kind(p.codec, [&]<class S>(std::type_identity<S>) {
    const auto [threshold, rate, third] = S::header(p);
    put_field(file, 32, 8, threshold);
    put_field(file, 40, 8, rate);
    put_field(file, 48, 4, third);
  });
  put_field(file, 52, 4, p.candidate_limit_log2);
  put_field(file, 56, 4, p.level);
  put_field(file, 60, 4, users_per_block);
  put_field(file, 104, 8, first.size());
  put_field(file, 112, 8, second.size());
  put_field(file, 120, 8, rows.size() - (p.users + users_per_block - 1) / users_per_block * 8);
  put_field(file, 140, 8, p.chunk_floor_rate);
  put_field(file, 148, 8, p.size_slack);
  for (const std::span<const std::byte> part : {first, second, std::span<const std::byte>(rows)})
    file.insert(file.end(), part.begin(), part.end());
  return file;
}

}  // namespace detail

/// Requires rows that are written as they are (row_coding::plain).
inline std::vector<std::byte> write_first_format(const release& r) {
  const release_parameters& p = r.parameters();
  const auto degrees = detail::plain_numbers(r.layout().degrees()),
             sizes = detail::plain_numbers(r.layout().sizes());
  std::vector<std::byte> file = detail::first_format(r, degrees, sizes);
  put_field(file, 13, 1, static_cast<std::uint64_t>(p.order));
  put_field(file, 14, 1, static_cast<std::uint64_t>(p.chunk_rule));
  std::size_t at = 64;
  for (const epsilon* budget : {&p.total, &p.degree, &p.size, &p.edges, &p.count}) {
    put_field(file, at, 8, budget->units());
    at += 8;
  }
  repair_first_format(file, 'P');
  return file;
}

inline std::vector<std::byte> write_first_format(const vector_release& r) {
  const vector_parameters& p = r.parameters();
  const auto sizes = detail::plain_numbers(r.layout().sizes());
  std::vector<std::byte> file = detail::first_format(r, sizes, std::as_bytes(std::span(r.catalog())));
  put_field(file, 13, 1, static_cast<std::uint64_t>(p.sizes));
  put_field(file, 14, 1, p.alphabet - 1);
  std::size_t at = 64;
  for (const epsilon* budget : {&p.total, &p.size, &p.entries, &p.count}) {
    put_field(file, at, 8, budget->units());
    at += 8;
  }
  put_field(file, 96, 8, p.length);
  repair_first_format(file, 'V');
  return file;
}

/// The file of a release in every format that can hold it.
template <class Release>
std::vector<std::vector<std::byte>> files_of(const Release& r) {
  std::vector<std::vector<std::byte>> files = {r.serialize()};
  if (r.parameters().coding == row_coding::plain) files.push_back(write_first_format(r));
  return files;
}

}  // namespace edgeldp::test
