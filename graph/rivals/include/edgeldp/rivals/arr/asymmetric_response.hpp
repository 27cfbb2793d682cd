// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"

namespace edgeldp {

/// Asymmetric randomized response of one bit: a true edge is reported with probability P1 / 2^40,
/// anything else with probability P0 / 2^40, P0 < P1. The two integers are the only source of the
/// privacy loss and of the debiasing constants.
///
/// Source: [Imola 2022]: P1 = mu, P0 = mu exp(-e).
/// Promise: loss_nats() per bit, pure; never above the budget asked for.
///     graph/rivals/src/arr/derivation.md, "Asymmetric response".
class asymmetric_response {
 public:
  static constexpr std::uint64_t resolution = std::uint64_t{1} << 40;
  static constexpr double smallest_mu = 0x1.0p-24;

  /// exp(e) / (1 + exp(e)): plain randomized response. Larger ones cost more than e.
  static double largest_mu(epsilon budget);

  /// P1 rounded down, P0 up.
  /// Errors: invalid_parameter unless the budget is positive and 2^-24 <= mu <= largest_mu(budget).
  static asymmetric_response for_budget(epsilon budget, double mu);

  /// Errors: invalid_parameter unless 0 < stranger < edge < 2^40.
  static asymmetric_response from_thresholds(std::uint64_t edge, std::uint64_t stranger);

  std::uint64_t edge_threshold() const noexcept { return m_edge; }
  std::uint64_t stranger_threshold() const noexcept { return m_stranger; }
  bit_law law() const noexcept;

  /// max(ln(P1 / P0), ln((2^40 - P0) / (2^40 - P1))).
  double loss_nats() const noexcept;

 private:
  asymmetric_response(std::uint64_t edge, std::uint64_t stranger) : m_edge(edge), m_stranger(stranger) {}
  std::uint64_t m_edge, m_stranger;
};

}  // namespace edgeldp
