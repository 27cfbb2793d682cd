// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"

namespace edgeldp {

/// The two public numbers that fix what a nullspace row costs and how its bits are distributed: the
/// field GF(q) and the drop threshold R. A user keeps each neighbour with probability 1 - r, r = R
/// / 2^40, and everything kept decodes to 1; a stranger decodes to 1 with probability 1 / q.
///
/// Source: design of our own; related: Patel, Persiano, Seo, Yeo, NeurIPS 2024 (arXiv 2501.16680),
///     which needs delta.
/// Promise: one changed entry costs loss_nats() = max(-ln r, ln(q - r (q - 1))), pure, for every
///     public matrix: core/doc/privacy.md, "Null space". R is the only source of the loss AND of
///     the law.
class nullspace_response {
 public:
  static constexpr unsigned resolution_bits = 40;
  static constexpr std::uint64_t resolution = std::uint64_t{1} << resolution_bits;

  /// Fields that the codec knows. q = exp(e) + 1 is exactly randomized response.
  static constexpr std::array<unsigned, 9> field_orders = {2, 3, 4, 5, 7, 8, 11, 13, 16};

  /// The field with the least variance of a non-edge, 1 / ((1 - r)^2 (q - 1)), at this budget; R
  /// rounded up, so never more loss than asked for.
  /// Errors: invalid_parameter unless 0 < budget <= 25 nats.
  static nullspace_response for_budget(epsilon budget);
  static nullspace_response for_budget(epsilon budget, unsigned field_order);

  /// From a file.
  /// Errors: invalid_parameter unless 1 <= R < 2^40 and q is one of field_orders.
  static nullspace_response from_threshold(std::uint64_t drop_threshold, unsigned field_order);

  unsigned field_order() const noexcept { return m_field_order; }
  std::uint64_t drop_threshold() const noexcept { return m_threshold; }
  double drop_probability() const noexcept {
    return static_cast<double>(m_threshold) / static_cast<double>(resolution);
  }
  double loss_nats() const noexcept { return m_loss; }

  /// The law of a decoded bit whose matrix row is independent of the kept rows
  /// (core/doc/privacy.md, "Law").
  bit_law law() const noexcept {
    const double p0 = 1.0 / m_field_order;
    return {1.0 - drop_probability() * (1.0 - p0), p0};
  }
  bit_lattice lattice() const noexcept { return {m_field_order, 1}; }

 private:
  nullspace_response(std::uint64_t threshold, unsigned field_order);
  std::uint64_t m_threshold;
  unsigned m_field_order;
  double m_loss;
};

}  // namespace edgeldp
