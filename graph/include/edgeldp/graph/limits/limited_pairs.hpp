// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/codec/bit_law.hpp"

/// Counts of noisy pairs whose sensitivity does not need a clipped list.
namespace edgeldp {

/// How many pairs of each kind one member of a list may take part in.
struct pair_limits {
  std::uint64_t ones = 0, zeros = 0;
  friend bool operator==(const pair_limits&, const pair_limits&) = default;
};

/// Accepted pairs, by their noisy bit: [0] zeros, [1] ones.
using pair_degrees = std::array<std::uint32_t, 2>;

/// Greedy acceptance of the pairs of a list, one row of them: member `row` with each member before
/// it. A pair is accepted only while both its members have fewer accepted pairs of its kind than
/// the limit; ones and zeros are two separate graphs.
///
/// Promise: over all rows, one more member anywhere in the list changes the number of accepted ones
///     by an amount in [0, limits.ones] and of accepted zeros by one in [0, limits.zeros], whatever
///     the bits and whatever the length of the list.
/// Proof: graph/src/limits/derivation.md, "Limited pairs".
/// Requires: members in an order that is the same for all lists (a public order of all users), rows
///     in that order, so that pairs are tried in one global order: the promise rests on it.
/// Source: a two-sided form, with a bound that holds for every list, of the noisy triangle clipping
///     of [Imola 2022].
/// Shapes: degrees: accepted pairs of each member so far, of `row` itself on return; bit(k) is the
///     noisy bit of the pair {row, k}, k < row. Returns what this row adds.
/// Cost: 1.2 to 2.2 ns a pair for lists of 20 to 400.
template <class Bit>
pair_degrees accept_row(std::span<pair_degrees> degrees, std::size_t row, const pair_limits& limits,
                        Bit&& bit) {
  std::uint32_t zeros = 0, ones = 0;  // of `row`; in registers, since each step waits for the one before
  for (std::size_t k = 0; k < row; ++k) {
    const bool is_one = bit(k);
    std::uint32_t& other = degrees[k][is_one ? 1 : 0];
    const std::uint64_t most = is_one ? limits.ones : limits.zeros;
    const std::uint32_t accepted = (((is_one ? ones : zeros) < most) & (other < most)) ? 1 : 0;
    other += accepted;
    ones += is_one ? accepted : 0;
    zeros += is_one ? 0 : accepted;
  }
  return degrees[row] = {zeros, ones};
}

/// The same for a list so short that no member reaches the limit of zeros: of `size` members, size
/// - 1 <= limits.zeros. Every zero is accepted, so that only ones are visited, and degrees keeps
///   ones alone.
///
/// Shapes: bit k % 64 of words[k / 64] is the noisy bit of the pair {row, k}; bits from `row` on
///     may be anything.
/// Cost: 1.3 to 1.7 ns a pair where 2 of 5 bits are one; accept_row there 2.8 to 7.8.
inline pair_degrees accept_ones_of_row(std::span<pair_degrees> degrees, std::size_t row,
                                       const pair_limits& limits, std::span<const std::uint64_t> words) {
  std::uint32_t tried = 0, ones = 0;
  for (std::size_t first = 0; first < row; first += 64) {
    const std::uint64_t within =
        row - first < 64 ? (std::uint64_t{1} << (row - first)) - 1 : ~std::uint64_t{0};
    for (std::uint64_t bits = words[first / 64] & within; bits != 0; bits &= bits - 1) {
      std::uint32_t& other = degrees[first + static_cast<std::size_t>(std::countr_zero(bits))][1];
      const std::uint32_t accepted = ((ones < limits.ones) & (other < limits.ones)) ? 1 : 0;
      other += accepted;
      ones += accepted;
      ++tried;
    }
  }
  degrees[row] = {0, ones};
  return {static_cast<std::uint32_t>(row) - tried, ones};
}

/// The same for a list that grows member by member.
class limited_pairs {
 public:
  /// Forgets all members.
  void reset(const pair_limits& limits) {
    m_limits = limits;
    m_degrees.clear();
    m_ones = m_zeros = 0;
  }

  /// Adds the next member of the list; bit(j) is its noisy bit towards the j-th member, from 0.
  template <class Bit>
  void add(Bit&& bit) {
    m_degrees.emplace_back();
    const pair_degrees accepted = accept_row(m_degrees, m_degrees.size() - 1, m_limits, bit);
    m_zeros += accepted[0];
    m_ones += accepted[1];
  }

  std::uint64_t ones() const noexcept { return m_ones; }
  std::uint64_t zeros() const noexcept { return m_zeros; }

 private:
  pair_limits m_limits;
  std::vector<pair_degrees> m_degrees;
  std::uint64_t m_ones = 0, m_zeros = 0;
};

/// Sensitivity of (q - T) ones - T zeros over limited pairs, q the scale and T the offset of the
/// lattice: one member moves the first term by at most (q - T) limits.ones and the second, in the
/// other direction, by at most T limits.zeros.
inline uint128 limited_sensitivity(const pair_limits& limits, const bit_lattice& lattice) {
  return std::max(uint128{lattice.scale - lattice.offset} * limits.ones,
                  uint128{lattice.offset} * limits.zeros);
}

/// The zeros that cost nothing beside so many ones: floor((q - T) ones / T).
inline pair_limits limits_with_free_zeros(std::uint64_t ones, const bit_lattice& lattice) {
  constexpr uint128 largest = ~std::uint64_t{0};
  const uint128 zeros = uint128{ones} * (lattice.scale - lattice.offset) / lattice.offset;
  return {ones, static_cast<std::uint64_t>(std::min(largest, zeros))};
}

}  // namespace edgeldp
