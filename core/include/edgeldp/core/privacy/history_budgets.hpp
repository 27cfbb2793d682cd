// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "edgeldp/core/privacy/epsilon.hpp"

namespace edgeldp {

/// What a number costs that is told on several dates: once as it is, and then by its changes.
///
/// Unit: one entry of one list over all dates, there or not date by date, that changes at most
///     `most_changes` times; any two such histories are neighbours.
/// Mechanism: number + discrete Laplace noise of sensitivity 1 at `first`; on each later date, what
///     has changed since it was told last + noise of sensitivity reach() at `changes`.
/// Promise: all messages of all dates together lose at most total(), however many there are, and
///     whichever dates are left out by public numbers (core/doc/privacy.md, "A number that is told
///     by its changes").
struct history_budgets {
  /// More of them have more noise than whole dates.
  static constexpr std::uint32_t largest_limit = 16;

  std::uint32_t most_changes = 0;  ///< of one entry that are told; 0: nothing is told by its changes
  epsilon first, changes;          ///< of the first date; of all later dates together

  friend bool operator==(const history_budgets&, const history_budgets&) = default;

  bool is_used() const noexcept { return most_changes > 0; }
  epsilon total() const { return epsilon::from_units(first.units() + changes.units()); }
  /// How far two histories move all changes together: each of their changes moves one by 1.
  std::uint32_t reach() const noexcept { return 2 * most_changes; }
  /// What the first date and so many later ones lose: a date moves its change by 2 at most, and all
  /// together by no more than reach().
  epsilon loss_after(std::uint64_t later_dates) const {
    return epsilon::from_units(first.units() + part_of_changes(later_dates));
  }
  /// What a later date loses by plain addition, where it stands alone.
  epsilon price_of_date() const { return epsilon::from_units(part_of_changes(1)); }

 private:
  /// Rounded up.
  std::uint64_t part_of_changes(std::uint64_t later_dates) const noexcept {
    const std::uint64_t limit = std::max(most_changes, 1U);
    return (changes.units() * std::min<std::uint64_t>(later_dates, limit) + limit - 1) / limit;
  }
};

}  // namespace edgeldp
