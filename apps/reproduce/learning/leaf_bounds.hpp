// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "edgeldp/core/random/private_randomness.hpp"
#include "reproduce/learning/boosted_trees.hpp"

namespace edgeldp::learning {

/// The leaf values of tree t (from 0) of a boosted model whose gradients lie in [-1, 1]: clipped to
/// [-(1 - shrinkage)^t, (1 - shrinkage)^t], and how far one record, added or removed, moves them.
///
/// Source: DPBoost (AAAI 2020), theorem 2. [Zhang 2025], section V C, clips at the sensitivity
///     itself, c = min(1 / (1 + lambda), 2 (1 - shrinkage)^t); a record can then move a value by 2
///     c, twice the noise's scale, as soon as c <= 1 / (3 + 2 lambda).
/// Proof: core/doc/privacy.md, "Leaves of boosted trees".
class leaf_bounds {
 public:
  leaf_bounds(const boosting& shape, unsigned t)
      : m_lambda(shape.lambda), m_clip(std::pow(1.0 - shape.shrinkage, t)) {}

  double clip() const { return m_clip; }
  double sensitivity() const { return std::min(1.0 / (1.0 + m_lambda), 2.0 * m_clip); }
  /// Minus the mean gradient, shrunk by lambda and clipped.
  double value(double gradient_sum, double rows) const {
    return std::clamp(-gradient_sum / (rows + m_lambda), -m_clip, m_clip);
  }

 private:
  double m_lambda, m_clip;
};

/// How far one record with a gradient in [-1, 1] moves a split's gain, for every lambda >= 0.
inline constexpr double gain_sensitivity = 3.0;

/// A split by the exponential mechanism: gain g has weight exp(nats g / (2 gain_sensitivity)).
/// Weights are doubles: for simulations.
std::size_t private_split(std::span<const double> gains, double nats, private_randomness& coins);

}  // namespace edgeldp::learning
