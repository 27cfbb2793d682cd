// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Words of 64 bits as bytes, lowest first: rows as public objects.
namespace edgeldp {

inline void append_words(std::vector<std::byte>& out, std::span<const std::uint64_t> words) {
  out.reserve(out.size() + 8 * words.size());
  for (const std::uint64_t word : words)
    for (int shift = 0; shift < 64; shift += 8) out.push_back(static_cast<std::byte>(word >> shift & 0xff));
}

/// Fills the words and drops their bytes.
/// Requires: so many bytes.
inline void take_words(std::span<const std::byte>& in, std::span<std::uint64_t> words) {
  for (std::uint64_t& word : words) {
    word = 0;
    for (unsigned i = 0; i < 8; ++i) word |= std::to_integer<std::uint64_t>(in[i]) << (8 * i);
    in = in.subspan(8);
  }
}

}  // namespace edgeldp
