// SPDX-License-Identifier: MIT
// Bytes of files: little-endian fields, and what is wrong where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "edgeldp/core/base/crc32.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::wire {

using byte_span = std::span<const std::byte>;

inline void require(bool good, std::uint64_t offset, const char* what) {
  if (!good) throw format_error(offset, what);
}

template <class T>
void put(std::span<std::byte> bytes, std::size_t at, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    bytes[at + i] = static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i));
}

template <class T>
T get(byte_span bytes, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i)
    value |= std::to_integer<std::uint64_t>(bytes[at + i]) << (8 * i);
  return static_cast<T>(value);
}

}  // namespace edgeldp::wire
