// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace edgeldp::test {

/// What select_bits promises, one position at a time: bit i is bit_at(positions[i]).
template <class F>
std::vector<std::uint64_t> select_one_by_one(std::span<const std::uint32_t> positions, F&& bit_at) {
  std::vector<std::uint64_t> words((positions.size() + 63) / 64);
  for (std::size_t i = 0; i < positions.size(); ++i)
    words[i / 64] |= std::uint64_t{bit_at(positions[i]) ? 1U : 0U} << (i % 64);
  return words;
}

/// row.select_bits into words that were full of ones.
template <class R>
std::vector<std::uint64_t> selected_by(const R& row, std::span<const std::uint32_t> positions) {
  std::vector<std::uint64_t> words((positions.size() + 63) / 64, ~std::uint64_t{0});
  row.select_bits(positions, words);
  return words;
}

}  // namespace edgeldp::test
