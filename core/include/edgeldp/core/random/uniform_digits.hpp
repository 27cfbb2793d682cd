// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

/// Independent uniform reals U_1, U_2, ... as infinite strings of digits base 2^64: next() reads
/// the first digit of one after the other. All digits drawn are kept, so that after rewind() the
/// same numbers are read again, and further digits are drawn when they are asked for. A computation
/// that ends when its digits decide every comparison is thus one and the same function of exact
/// reals, however often it starts anew.
///
/// Cost: one word drawn and one stored a number. Secrets: digits are private coins; restart(),
///     growth and the destructor overwrite them.
class uniform_digits {
 public:
  explicit uniform_digits(private_randomness& coins);
  ~uniform_digits();
  uniform_digits(const uniform_digits&) = delete;
  uniform_digits& operator=(const uniform_digits&) = delete;

  /// The first digit of the next number.
  std::uint64_t next() {
    if (m_next < m_drawn) return m_first[m_next++];
    if (m_drawn == m_first.size()) grow();
    ++m_drawn;
    return m_first[m_next++] = m_coins();
  }

  /// The digit at `place` >= 1 of the number that next() read last.
  std::uint64_t further(std::size_t place);

  /// Back to the first number; every digit stays what it is.
  void rewind() noexcept { m_next = 0; }

  /// Forgets all numbers: the next ones are fresh.
  void restart();

 private:
  void grow();
  private_randomness& m_coins;
  std::vector<std::uint64_t> m_first;
  std::vector<std::vector<std::uint64_t>> m_further;  ///< digits from place 1 on, number by number
  std::size_t m_next = 0, m_drawn = 0;
};

}  // namespace edgeldp
