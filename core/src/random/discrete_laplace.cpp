// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/discrete_laplace.hpp"

#include <cmath>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

/// Bernoulli(exp(-numerator / denominator)) for numerator <= denominator, by the alternating series
/// (CKS, Algorithm 1).
bool bernoulli_exp(private_randomness& coins, uint128 numerator, uint128 denominator) {
  std::uint64_t k = 1;
  while (uniform_below(coins, denominator * k) < numerator) ++k;
  return (k & 1) != 0;
}

}  // namespace

discrete_laplace::discrete_laplace(uint128 sensitivity, epsilon budget)
    : m_numerator(sensitivity * epsilon::units_per_nat), m_denominator(budget.units()) {
  if (sensitivity == 0 || sensitivity > (uint128{1} << 76)) {
    throw invalid_parameter("sensitivity of discrete Laplace noise must lie in [1, 2^76]");
  }
  if (budget.is_zero()) throw invalid_parameter("epsilon of discrete Laplace noise is 0: must be positive");
}

int128 discrete_laplace::operator()(private_randomness& coins) const {
  for (;;) {
    const uint128 remainder = uniform_below(coins, m_numerator);
    if (!bernoulli_exp(coins, remainder, m_numerator)) continue;
    std::uint64_t whole = 0;
    while (bernoulli_exp(coins, 1, 1)) ++whole;
    const uint128 magnitude = (remainder + m_numerator * whole) / m_denominator;
    const bool negative = (coins() >> 63) != 0;
    if (negative && magnitude == 0) continue;
    return negative ? -static_cast<int128>(magnitude) : static_cast<int128>(magnitude);
  }
}

double discrete_laplace::variance() const noexcept {
  // 2 a / (1 - a)^2 = 1 / (2 sinh^2(x / 2)), stable for tiny x = 1 / scale.
  const double s = std::sinh(0.5 * static_cast<double>(m_denominator) / static_cast<double>(m_numerator));
  return 0.5 / (s * s);
}

}  // namespace edgeldp
