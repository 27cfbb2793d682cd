// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include <boost/math/special_functions/gamma.hpp>

#include "edgeldp/core/budget/ppr_budget.hpp"
#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

struct ppr_choice {
  std::uint64_t index = 0;        ///< K, counted from 1
  std::uint64_t evaluations = 0;  ///< how often the density ratio was asked for
};

namespace detail {

inline double exponential(private_randomness& coins) {
  return -std::log(uniform_open(coins));
}

/// The mass that remains beyond the next point of a Poisson process whose mass from here on is `mass`; 0 if
/// there is no further point. Small remainders, which mean far points, keep their relative precision.
inline double next_mass(private_randomness& coins, double mass) {
  if (mass > 30.0) return std::fmax(0.0, mass - exponential(coins));
  if (uniform_open(coins) >= -std::expm1(-mass)) return 0.0;
  return std::log1p(uniform_fine(coins) * std::expm1(mass));
}

/// The integral over [1, u] of 1 - exp(-t^-alpha), up to a constant: u (1 - exp(-x)) - lowerGamma(1 -
/// 1/alpha, x) with x = u^-alpha. At alpha = 2 the gamma function is an error function, 150 times faster (6
/// against 920 ns) than the general one.
inline double possible_winners_integral(double alpha, double u) {
  const double x = std::pow(u, -alpha);
  const double gamma = alpha == 2.0 ? std::erf(1.0 / u) / std::numbers::inv_sqrtpi
                                    : boost::math::tgamma_lower(1.0 - 1.0 / alpha, x);
  return -u * std::expm1(-x) - gamma;
}

}  // namespace detail

/// Draws the index K of the Poisson private representation with work that does not grow with K.
///
/// Source:     Liu, Chen, Ozgur, Li, NeurIPS 2024 (arXiv 2405.20782), Definition of PPR; the walk below is
/// ours: the points of a unit Poisson process
///             T_1 < T_2 < ... are visited in order; beyond c = r* W a point can win only if its V <
///             (c/T)^alpha, so the next such point is drawn from that hazard (thinning the dominating hazard
///             (c/t)^alpha) and the rank advances by a Poisson count.
/// Definition: K = argmin over k <= candidate_limit of ln T_k + ln(V_k) / alpha - ln r(Z_k), V_k ~ Exp(1).
/// Parameters: largest_log_ratio = sup ln r >= 0, finite. log_ratio(k, needed) returns ln r(Z_k); when that
/// is below
///             `needed` it may return anything below `needed` (the candidate cannot win).
/// Promise:    Pr[K = k | T, Z] proportional to (r(Z_k) / T_k)^alpha over k <= candidate_limit, the same
/// expression for every input, so
///             K is 2 alpha e-private (core/doc/privacy.md, "PPR"). T and V are doubles; what that could
///             change is stated there.
/// Cost:       O(r*) evaluations expected, with an exponential tail, whatever K is. Time depends on the
/// private input. Requires:   1 <= candidate_limit <= largest_candidate.
template <class LogRatio>
ppr_choice sample_ppr_index(double largest_log_ratio, const ppr_alpha& exponent,
                            std::uint64_t candidate_limit, private_randomness& coins, LogRatio&& log_ratio) {
  const double alpha = exponent.value();
  const double inverse_alpha = 1.0 / alpha;
  double best = std::numeric_limits<double>::infinity();
  double reach = best;  // c: points below may win whatever their V, points beyond only with a small V
  double t = 0.0;
  std::uint64_t k = 0;
  ppr_choice choice;

  const auto consider = [&](double v) {
    const double score = std::log(t) + std::log(v) * inverse_alpha;
    const double needed = score - best;
    if (needed > largest_log_ratio) return;
    ++choice.evaluations;
    const double ratio = log_ratio(k, needed);
    if (ratio <= needed) return;
    best = score - ratio;
    reach = std::exp(largest_log_ratio + best);
    choice.index = k;
  };

  while (t < reach && k < candidate_limit) {
    t += detail::exponential(coins);
    ++k;
    consider(detail::exponential(coins));
  }

  double last_counted = t;
  while (k < candidate_limit) {
    const double mass = detail::next_mass(coins, reach * std::pow(t / reach, 1.0 - alpha) / (alpha - 1.0));
    if (mass <= 0.0) break;  // the dominating hazard has no further point
    const double next_u = std::pow(mass * (alpha - 1.0) / reach, -1.0 / (alpha - 1.0));
    const double x = std::pow(next_u, -alpha);
    t = next_u * reach;
    if (uniform_open(coins) * x >= -std::expm1(-x)) continue;
    const double last_u = last_counted / reach;
    const double skipped = reach * ((next_u - last_u) - (detail::possible_winners_integral(alpha, next_u) -
                                                         detail::possible_winners_integral(alpha, last_u)));
    if (!(skipped < 2.0 * static_cast<double>(candidate_limit) + 256.0)) break;  // surely past the end
    k += sample_poisson(coins, std::fmax(skipped, 0.0)) + 1;
    if (k > candidate_limit) break;
    last_counted = t;
    consider(-std::log1p(uniform_open(coins) * std::expm1(-x)));
  }
  return choice;
}

}  // namespace edgeldp
