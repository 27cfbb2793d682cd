// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"

namespace edgeldp {

/// k-ary randomized response with an integer threshold: a value becomes each one of the k - 1
/// others with probability exactly T / 2^40 and stays with probability 1 - (k - 1) T / 2^40. T is
/// the only source of the privacy loss AND of the debiasing constants; nothing is ever recomputed
/// from an exponential.
///
/// Values are written as offsets from a public reference, (value - reference) mod k, so 0 means "as
/// the reference".
///
/// Source: Warner 1965 (k = 2); [Kairouz 2016] (k-ary); [Hillebrand 2026], Definition 2.
/// Promise: epsilon()-private per changed value, pure: core/doc/privacy.md, "Randomized response".
class randomized_response {
 public:
  static constexpr unsigned resolution_bits = 40;
  static constexpr std::uint64_t resolution = std::uint64_t{1} << resolution_bits;

  /// The smallest T (rounded up, so never more loss than asked for) for a budget e: T >= 2^40 /
  /// (exp(e) + k - 1).
  /// Errors: invalid_parameter unless 2 <= alphabet <= 256 and 0 < budget <= 25 nats (beyond, T
  ///     would be 0 or coarse).
  static randomized_response for_budget(epsilon budget, std::uint32_t alphabet = 2);

  /// From a file.
  /// Errors: invalid_parameter unless 1 <= T and k T < 2^40 (the true value stays the likeliest).
  static randomized_response from_threshold(std::uint64_t threshold, std::uint32_t alphabet = 2);

  std::uint64_t threshold() const noexcept { return m_threshold; }
  std::uint32_t alphabet() const noexcept { return m_alphabet; }

  /// The privacy loss really incurred: ln((2^40 - (k - 1) T) / T).
  double loss_nats() const noexcept { return m_loss; }

  /// Probability of each other value, T / 2^40, and of the true one.
  double other_probability() const noexcept {
    return static_cast<double>(m_threshold) / static_cast<double>(resolution);
  }
  double same_probability() const noexcept { return 1.0 - (m_alphabet - 1) * other_probability(); }

  /// The law of a decoded bit when k = 2 and the reference is 0.
  bit_law law() const noexcept { return {same_probability(), other_probability()}; }
  bit_lattice lattice() const noexcept { return {resolution, m_threshold}; }

  /// From a value to its offset from any reference value and back; both below the alphabet. A
  /// vector with an arbitrary public reference is encoded as the offsets of the positions where it
  /// differs, and read back by adding the reference.
  std::uint32_t offset_from(std::uint32_t value, std::uint32_t reference) const noexcept {
    return (value + m_alphabet - reference) % m_alphabet;
  }
  std::uint32_t value_from(std::uint32_t offset, std::uint32_t reference) const noexcept {
    return (reference + offset) % m_alphabet;
  }

  /// The offset that a uniform 40-bit integer stands for: 0, or 1 + floor(u / T) where u < (k - 1)
  /// T.
  std::uint32_t offset_of(std::uint64_t u) const noexcept {
    return u < m_changed ? 1 + static_cast<std::uint32_t>(u / m_threshold) : 0;
  }

  /// The offset that all u with this top byte share, or `tie` when they differ and the low 32 bits
  /// decide. For k = 2 this is (byte < T >> 32), with a tie at equality.
  static constexpr std::uint32_t tie = ~std::uint32_t{0};
  std::uint32_t offset_of_byte(std::uint32_t byte) const noexcept {
    const std::uint64_t lowest = std::uint64_t{byte} << 32;
    if (lowest >= m_changed) return 0;
    const std::uint64_t highest = lowest | 0xffffffffU;
    if (highest >= m_changed) return tie;
    const std::uint32_t offset = offset_of(lowest);
    return offset == offset_of(highest) ? offset : tie;
  }

 private:
  randomized_response(std::uint64_t threshold, std::uint32_t alphabet);
  std::uint64_t m_threshold, m_changed;
  std::uint32_t m_alphabet;
  double m_loss;
};

}  // namespace edgeldp
