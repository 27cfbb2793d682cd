// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
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

/// counts[r] is how many ones the r-th of the rows, which lie one behind another, `stride` words
/// apart, shares with `bits` in its first words.
/// Cost: `bits` is read once for 4 rows.
void count_common_with_rows(const std::uint64_t* rows, std::size_t stride,
                            std::span<const std::uint64_t> bits, std::span<std::uint32_t> counts) noexcept;

/// sums[p] is the sum of the numbers whose bit is 1, in the p-th part of so many words; the last
/// part may be shorter. Numbers are cut into bytes: for each word the lowest bytes of its 64
/// numbers, then their next ones, as many as `width`. Requires 64 * width bytes a word, sums below
/// 2^64, and a sum a part.
void sum_selected_in_parts(std::span<const std::uint64_t> bits, std::span<const std::uint8_t> bytes,
                           std::size_t width, std::size_t part_words, std::span<std::uint64_t> sums) noexcept;

}  // namespace edgeldp
