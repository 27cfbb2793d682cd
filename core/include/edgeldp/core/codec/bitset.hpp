// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

/// Counts on bitsets: little-endian 64-bit words, bit x is bit x mod 64 of word x / 64. Vectorised,
/// chosen at run time.
namespace edgeldp {

/// Number of listed positions whose bit is 1 (a position listed twice counts twice). Requires every
/// position to lie inside the bitset.
std::uint64_t count_selected(std::span<const std::uint64_t> bits,
                             std::span<const std::uint32_t> positions) noexcept;

/// Bit i of `selected` becomes bit positions[i]; unused high bits of its last word become zero.
/// Requires every position to lie inside the bitset, and ceil(positions.size() / 64) words.
void select_bits(std::span<const std::uint64_t> bits, std::span<const std::uint32_t> positions,
                 std::span<std::uint64_t> selected) noexcept;

/// Size of the intersection. Requires equal lengths.
std::uint64_t count_common(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) noexcept;

}  // namespace edgeldp
