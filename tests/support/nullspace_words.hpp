// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Bit planes, as nullspace_row reads them, from and to the codes of field elements.
namespace edgeldp::test {

inline unsigned planes_of_field(unsigned q) {
  unsigned planes = 0;
  while (1U << planes < q) ++planes;
  return planes;
}

inline std::vector<std::uint64_t> codes_of(std::span<const std::uint64_t> words, std::uint64_t columns,
                                           unsigned q) {
  const unsigned planes = planes_of_field(q);
  std::vector<std::uint64_t> codes(columns, 0);
  for (std::uint64_t c = 0; c < columns; ++c)
    for (unsigned t = 0; t < planes; ++t) codes[c] += (words[c / 64 * planes + t] >> (c % 64) & 1) << t;
  return codes;
}

/// The words of a row, with the group of zeros at the end.
inline std::vector<std::uint64_t> words_of(std::span<const std::uint64_t> codes, unsigned q) {
  const unsigned planes = planes_of_field(q);
  if (codes.empty()) return {};
  std::vector<std::uint64_t> words(((codes.size() + 63) / 64 + 1) * planes, 0);
  for (std::size_t c = 0; c < codes.size(); ++c)
    for (unsigned t = 0; t < planes; ++t) words[c / 64 * planes + t] |= (codes[c] >> t & 1) << (c % 64);
  return words;
}

}  // namespace edgeldp::test
