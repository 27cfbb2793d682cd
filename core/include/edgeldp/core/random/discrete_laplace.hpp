// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

/// Discrete Laplace noise on the integers: Pr[X = x] proportional to exp(-|x| epsilon /
/// sensitivity).
///
/// Source: Canonne, Kamath, Steinke, "The discrete Gaussian for differential privacy", NeurIPS 2020
///     (arXiv 2004.00010), Algorithm 2.
/// Promise: exact: only integer comparisons of uniform integers, no floating point. Adding X to an
///     integer statistic of that sensitivity is `budget`-private (core/doc/privacy.md, "Discrete
///     Laplace").
/// Interval: 1 <= sensitivity <= 2^76, budget not zero, else invalid_parameter.
/// Cost: a few dozen random words expected.
class discrete_laplace {
 public:
  discrete_laplace(uint128 sensitivity, epsilon budget);

  int128 operator()(private_randomness& coins) const;

  /// Variance 2 a / (1 - a)^2 with a = exp(-budget / sensitivity).
  double variance() const noexcept;

 private:
  uint128 m_numerator;          // scale = numerator / denominator = sensitivity / budget
  std::uint64_t m_denominator;  // budget in units of 2^-32
};

}  // namespace edgeldp
