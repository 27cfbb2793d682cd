// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "edgeldp/core/privacy/epsilon.hpp"

namespace edgeldp {

/// Unbiased functions of a number that is known with discrete Laplace noise of sensitivity 1, D = d
/// + L.
///
/// Definition: with a = exp(-budget), b = a / (1 - a)^2, and up = g(x + 1) - g(x), down = g(x) -
///     g(x - 1): estimate = g(x) - b (up - down), variance_estimate = b (up^2 + down^2) + b^2 (up -
///     down)^2.
/// Promise: E[estimate(D)] = g(d), and E[variance_estimate(D)] = Var(estimate(D)), for every g that
///     grows slower than a^(-x / 2); exact, whatever d. The variance estimate is never negative.
/// Derivation: graph/src/errors/inverse_filter_derivation.md.
class inverse_filter {
 public:
  explicit inverse_filter(epsilon budget) {
    const double gap = std::expm1(-budget.nats());  // a - 1
    m_b = (1.0 + gap) / (gap * gap);
  }

  /// b: half the variance of the noise.
  double b() const noexcept { return m_b; }
  double noise_variance() const noexcept { return 2.0 * m_b; }

  template <class G>
  double estimate(double x, G&& g) const {
    return g(x) - m_b * (g(x + 1.0) - 2.0 * g(x) + g(x - 1.0));
  }

  template <class G>
  double variance_estimate(double x, G&& g) const {
    const double up = g(x + 1.0) - g(x), down = g(x) - g(x - 1.0), second = up - down;
    return m_b * (up * up + down * down) + m_b * m_b * second * second;
  }

 private:
  double m_b = 0.0;
};

}  // namespace edgeldp
