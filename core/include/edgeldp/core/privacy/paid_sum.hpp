// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <tuple>
#include <vector>

#include "edgeldp/core/privacy/round_kind.hpp"

namespace edgeldp {

/// What one user paid, in units of epsilon: for rounds of its whole list and of its attributes, and
/// for rounds of one half of its list in some order of the users.
///
/// Source: adaptive composition, bit by bit: a bit of the user's list is in all rounds of the whole
///     list and, in each order, in those of one half; which half is public, but not which bit
///     changes (core/doc/privacy.md, "Composition").
class paid_sum {
 public:
  /// Errors: invalid_parameter for an endpoint without an order, or the reverse.
  void add(std::uint64_t units, endpoint answers, std::uint64_t order);

  /// What the bit lost that lost most: of the halves in each order the larger.
  std::uint64_t most() const noexcept;

  /// Whether `most` stays within the ceiling with this added: the largest such number of units.
  /// Requires: it is within it.
  std::uint64_t room(std::uint64_t ceiling, endpoint answers, std::uint64_t order) const noexcept;

  friend paid_sum operator+(const paid_sum& a, const paid_sum& b);
  friend bool operator==(const paid_sum&, const paid_sum&) = default;
  /// Some order, for tables.
  friend bool operator<(const paid_sum& a, const paid_sum& b) {
    return std::tie(a.m_whole, a.m_halves) < std::tie(b.m_whole, b.m_halves);
  }

 private:
  struct halves {
    std::uint64_t order = 0;
    std::uint64_t preceding = 0;  ///< neighbours before the user, in rounds that the later end answers
    std::uint64_t later = 0;      ///< neighbours after it, in rounds that the earlier end answers
    std::uint64_t larger() const noexcept { return preceding > later ? preceding : later; }
    std::uint64_t& of(endpoint answers) noexcept { return answers == endpoint::later ? preceding : later; }
    friend auto operator<=>(const halves&, const halves&) = default;
  };
  halves& in(std::uint64_t order);

  std::uint64_t m_whole = 0;
  std::vector<halves> m_halves;  ///< by order, increasing
};

}  // namespace edgeldp
