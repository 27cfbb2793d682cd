// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "edgeldp/core/types.hpp"

/// Counts of noisy pairs whose sensitivity does not need a clipped list.
namespace edgeldp {

/// How many pairs of each kind one member of a list may take part in.
struct pair_limits {
  std::uint64_t ones = 0, zeros = 0;
};

/// Counts the noisy ones and the noisy zeros among the pairs of a list, so that no member matters much.
///
/// Definition: the members are vertices of two graphs, one whose edges are the pairs with noisy bit 1, one
///             with those of bit 0. Edges are inserted in a public order, later member first, then earlier
///             member; an edge is accepted only while both its ends have fewer accepted ones than the limit.
/// Promise:    one more member anywhere in the list changes the number of accepted ones by an amount in
///             [0, limits.ones] and of accepted zeros by one in [0, limits.zeros], whatever the bits. Proof:
///             graph/doc/baselines.md, "Limited pairs".
/// Requires:   members are added in one order that is the same for all lists (a public order of all users).
/// Cost:       O(members) a member.
class limited_pairs {
 public:
  /// Forgets all members.
  void reset(pair_limits limits) {
    m_limits = limits;
    m_ones_at.clear();
    m_zeros_at.clear();
    m_ones = m_zeros = 0;
  }

  /// Adds the next member of the list; bit(j) is its noisy bit towards the j-th member, from 0.
  template <class Bit>
  void add(Bit&& bit) {
    std::uint64_t ones = 0, zeros = 0;
    for (std::size_t j = 0; j < m_ones_at.size(); ++j) {
      if (bit(j)) {
        if (ones < m_limits.ones && m_ones_at[j] < m_limits.ones) {
          ++ones;
          ++m_ones_at[j];
        }
      } else if (zeros < m_limits.zeros && m_zeros_at[j] < m_limits.zeros) {
        ++zeros;
        ++m_zeros_at[j];
      }
    }
    m_ones_at.push_back(ones);
    m_zeros_at.push_back(zeros);
    m_ones += ones;
    m_zeros += zeros;
  }

  std::uint64_t members() const noexcept { return m_ones_at.size(); }
  std::uint64_t ones() const noexcept { return m_ones; }
  std::uint64_t zeros() const noexcept { return m_zeros; }

 private:
  pair_limits m_limits;
  std::vector<std::uint64_t> m_ones_at, m_zeros_at;  // accepted pairs of each member
  std::uint64_t m_ones = 0, m_zeros = 0;
};

/// Sensitivity of (q - T) ones - T zeros over limited pairs, 0 < T < q: one member moves the first term by at
/// most (q - T) limits.ones and the second, in the other direction, by at most T limits.zeros.
inline uint128 limited_sensitivity(pair_limits limits, std::uint64_t q, std::uint64_t T) {
  const uint128 up = uint128{q - T} * limits.ones, down = uint128{T} * limits.zeros;
  return up > down ? up : down;
}

}  // namespace edgeldp
