// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgeldp {

/// Numbers that rise, each once, in little more memory than telling them apart needs: names of the
/// users whom a round asks.
///
/// Example: 3, 4, 9 below 12: high parts 0, 1, 2 (numbers over 4) as gaps in unary, low parts 3, 0,
///     1 in two bits each.
/// Source: the representation of [Elias 1974] and [Fano 1971].
/// Memory: of n numbers below u, n (2 + log2(u / n)) bits and a tenth more.
/// Cost: for_each O(1) a number, and a step to its first; at() some ten steps.
/// Threads: const access is safe concurrently.
class rising_numbers {
 public:
  rising_numbers() = default;

  /// Requires: numbers rise strictly and are below the limit.
  rising_numbers(std::span<const std::uint32_t> numbers, std::uint64_t limit);

  std::size_t size() const noexcept { return m_size; }

  /// Requires: index < size().
  std::uint32_t at(std::size_t index) const noexcept { return number(index, place_of(index)); }

  /// Calls f(index, number) for indices first .. last - 1, in their order.
  /// Requires: first <= last <= size().
  template <class F>
  void for_each(std::size_t first, std::size_t last, F&& f) const {
    if (first >= last) return;
    std::size_t place = place_of(first), word = place / word_bits;
    std::uint64_t ahead = m_high[word] >> place % word_bits << place % word_bits;
    for (std::size_t index = first; index < last; ++index) {
      while (ahead == 0) ahead = m_high[++word];
      place = word * word_bits + static_cast<std::size_t>(std::countr_zero(ahead));
      ahead &= ahead - 1;
      f(index, number(index, place));
    }
  }

  /// Of the same limit.
  friend bool operator==(const rising_numbers&, const rising_numbers&) = default;

 private:
  static constexpr std::size_t word_bits = 64;
  static constexpr std::size_t between_samples = 256;

  /// Where its one stands in m_high.
  std::size_t place_of(std::size_t index) const noexcept;
  std::uint32_t number(std::size_t index, std::size_t place) const noexcept {
    return static_cast<std::uint32_t>((place - index) << m_low_bits) | low(index);
  }
  std::uint32_t low(std::size_t index) const noexcept;

  std::size_t m_size = 0;
  unsigned m_low_bits = 0;            ///< of each number, in m_low
  std::vector<std::uint64_t> m_high;  ///< number i is a one behind i ones and as many zeros as is high
  std::vector<std::uint64_t> m_low;
  std::vector<std::uint64_t> m_samples;  ///< places of every between_samples-th number
};

}  // namespace edgeldp
