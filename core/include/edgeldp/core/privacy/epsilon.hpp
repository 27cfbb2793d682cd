// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <iosfwd>

namespace edgeldp {

/// A privacy loss in nats, held as an integer number of units of 2^-32 nat so that shares add up
/// exactly and files carry integers.
/// Interval: [0, 64] for a budget, [0, 4096] for what is derived from one; zero means that nothing
///     is spent.
class epsilon {
 public:
  static constexpr std::uint64_t units_per_nat = std::uint64_t{1} << 32;
  static constexpr double largest = 64.0;  ///< of a budget; sums and message costs may reach largest_units
  static constexpr std::uint64_t largest_units = units_per_nat * 4096;

  constexpr epsilon() = default;

  /// Rounds down to a unit, so that a share never costs more than was asked for.
  /// Errors: invalid_parameter unless 2^-32 <= nats <= 64 (NaN and infinity are refused); `name`
  ///     appears in the message.
  static epsilon from_nats(double nats, const char* name = "epsilon");

  /// Errors: invalid_parameter unless units <= 4096 * 2^32.
  static epsilon from_units(std::uint64_t units);

  constexpr std::uint64_t units() const noexcept { return m_units; }
  constexpr double nats() const noexcept {
    return static_cast<double>(m_units) / static_cast<double>(units_per_nat);
  }
  constexpr bool is_zero() const noexcept { return m_units == 0; }
  constexpr auto operator<=>(const epsilon&) const = default;

 private:
  std::uint64_t m_units = 0;
};

/// In nats: "1.5".
std::ostream& operator<<(std::ostream& out, epsilon e);

}  // namespace edgeldp
