// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>

#include "edgeldp/core/privacy/epsilon.hpp"

namespace edgeldp {

/// The exponent alpha of the Poisson private representation, an integer number of thousandths.
/// Interval: [1.3, 16]. Below 1.3 indices outgrow any word and the finite candidate list would bias
///     the output.
class ppr_alpha {
 public:
  static constexpr std::uint32_t smallest_milli = 1300;
  static constexpr std::uint32_t largest_milli = 16000;

  /// Errors: invalid_parameter unless 1.3 <= value <= 16 (to the nearest thousandth).
  explicit ppr_alpha(double value);
  static ppr_alpha from_milli(std::uint32_t milli);

  std::uint32_t milli() const noexcept { return m_milli; }
  double value() const noexcept { return m_milli / 1000.0; }
  auto operator<=>(const ppr_alpha&) const = default;

 private:
  ppr_alpha() = default;
  std::uint32_t m_milli = 2000;
};

/// What a PPR message costs, per unit of Hamming distance, when the mechanism inside is
/// `mechanism`-private.
/// Source: [Liu 2024], Theorem 4.7; [Hillebrand 2026], Theorem 5: message = 2 alpha mechanism.
/// Proof: core/doc/privacy.md, "PPR". Rounds up to a unit.
epsilon message_epsilon(const ppr_alpha& alpha, epsilon mechanism);

/// The largest mechanism budget whose message costs at most `message`; rounds down to a unit.
epsilon mechanism_epsilon(const ppr_alpha& alpha, epsilon message);

}  // namespace edgeldp
