// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "edgeldp/core/budget/ppr_budget.hpp"
#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

struct ppr_choice {
  std::uint64_t index = 0;        ///< K, counted from 1
  std::uint64_t evaluations = 0;  ///< how often the density ratio was asked for
};

/// What the walk needs of alpha, computed once a codec. Distances u are in units of c, so u >= 1; y = u^(1 -
/// alpha) and x = u^-alpha fall from 1 to 0. Alpha 2 and 3/2, the usual ones, take no power.
class ppr_exponent {
 public:
  ppr_exponent(const ppr_alpha& alpha)  // NOLINT(google-explicit-constructor): an alpha is all there is to it
      : m_alpha(alpha.value()),
        m_inverse(1.0 / m_alpha),
        m_power(1.0 / (1.0 - m_alpha)),
        m_milli(alpha.milli()) {
    double factorial = 1.0;
    for (std::size_t m = 1; m <= terms; ++m) {
      factorial *= -static_cast<double>(m);
      m_terms[m - 1] = 1.0 / (factorial * (m_alpha * static_cast<double>(m) - 1.0));
    }
  }

  double value() const noexcept { return m_alpha; }
  double inverse() const noexcept { return m_inverse; }

  /// u from y.
  double distance(double y) const noexcept {
    if (m_milli == 2000) return 1.0 / y;
    if (m_milli == 1500) return 1.0 / (y * y);
    return std::pow(y, m_power);
  }

  /// ln t + ln v / alpha.
  double log_score(double t, double v) const noexcept {
    if (m_milli == 2000) return 0.5 * std::log(t * t * v);
    if (m_milli == 1500) return std::log(t * t * t * v * v) / 3.0;
    return std::log(t) + m_inverse * std::log(v);
  }

  /// The integral over [1, u] of 1 - exp(-t^-alpha), up to a constant, for x = u^-alpha: the exponential's
  /// series term by term, u times the sum over m of (-x)^m / (m! (alpha m - 1)). The first term left out is
  /// below 2e-16.
  double possible_winners(double u, double x) const noexcept {
    double even = 0.0, odd = 0.0;  // two chains: half the latency
    const double square = x * x;
    for (std::size_t m = terms; m > 0; m -= 2) {
      odd = odd * square + m_terms[m - 1];
      even = even * square + m_terms[m - 2];
    }
    return u * x * (odd * x + even);
  }

 private:
  static constexpr std::size_t terms = 16;
  double m_alpha, m_inverse, m_power;
  std::uint32_t m_milli;
  std::array<double, terms> m_terms;
};

namespace detail {

inline double exponential(private_randomness& coins) {
  return -std::log(uniform_open(coins));
}

/// The mass that remains beyond the next point of a Poisson process whose mass from here on is `mass`; 0 if
/// there is no further point. Small remainders, which mean far points, keep their relative precision: the
/// last sixteenth of the mass, when it is reached, is entered anew with finer coins.
inline double next_mass(private_randomness& coins, double mass) {
  const double step = exponential(coins);
  if (mass > 30.0) return std::fmax(0.0, mass - step);
  const double last = 0.0625 * mass;
  if (step < mass - last) return mass - step;
  if (uniform_open(coins) >= -std::expm1(-last)) return 0.0;
  return std::log1p(uniform_fine(coins) * std::expm1(last));
}

/// True with probability exp(-v).
inline bool survives(private_randomness& coins, double v) {
  const double u = uniform_open(coins);
  return u < 1.0 - v || u < std::exp(-v);
}

/// One draw of K: the points visited so far and the best of them.
template <class LogRatio>
class ppr_walk {
 public:
  ppr_walk(double largest_log_ratio, const ppr_exponent& exponent, std::uint64_t candidate_limit,
           private_randomness& coins, LogRatio& log_ratio)
      : m_largest(largest_log_ratio),
        m_exponent(exponent),
        m_limit(candidate_limit),
        m_coins(coins),
        m_log_ratio(log_ratio) {}

  ppr_choice run() {
    visit_every_point();
    visit_possible_winners();
    return m_choice;
  }

 private:
  /// Below c: any V may win.
  void visit_every_point() {
    while (m_t < m_reach && m_k < m_limit) {
      m_t += exponential(m_coins);
      ++m_k;
      consider(m_exponent.log_score(m_t, exponential(m_coins)));
    }
  }

  /// Beyond c: points with V < x alone. In the plane of t and V their density is exp(-V), so a point of
  /// density 1 below V = x is drawn (its t from the hazard x, its V uniform) and kept with probability
  /// exp(-V).
  void visit_possible_winners() {
    const double alpha_minus_1 = m_exponent.value() - 1.0;
    while (m_k < m_limit) {
      const double from = m_t / m_reach;
      double mass = m_reach / alpha_minus_1 * std::pow(from, -alpha_minus_1);
      double counted = possible_losers(from, std::pow(from, -m_exponent.value()));
      for (bool better = false; !better;) {
        mass = next_mass(m_coins, mass);
        if (mass <= 0.0) return;  // the hazard has no further point
        const double y = mass * alpha_minus_1 / m_reach, u = m_exponent.distance(y), x = y / u;
        const double part = uniform_open(m_coins);
        if (!survives(m_coins, part * x)) continue;
        const double losers = possible_losers(u, x);
        if (!skip(m_reach * (losers - counted))) return;
        counted = losers;
        m_t = u * m_reach;
        better = consider(m_largest + m_best + m_exponent.inverse() * std::log(part));
      }
    }
  }

  /// The mean number of points in [1, u] that cannot win, in units of c and up to a constant.
  double possible_losers(double u, double x) const noexcept { return u - m_exponent.possible_winners(u, x); }

  /// Advances the rank over the points between; false past the end of the list.
  bool skip(double mean) {
    if (!(mean < 2.0 * static_cast<double>(m_limit) + 256.0)) return false;  // surely past the end
    m_k += sample_poisson(m_coins, std::fmax(mean, 0.0)) + 1;
    return m_k <= m_limit;
  }

  /// The point at rank m_k wins if its score, ln T + ln V / alpha - ln r, is the smallest so far; `score`
  /// leaves out ln r.
  bool consider(double score) {
    const double needed = score - m_best;
    if (needed > m_largest) return false;
    ++m_choice.evaluations;
    const double ratio = m_log_ratio(m_k, needed);
    if (ratio <= needed) return false;
    m_best = score - ratio;
    m_reach = std::exp(m_largest + m_best);
    m_choice.index = m_k;
    return true;
  }

  double m_largest;
  const ppr_exponent& m_exponent;
  std::uint64_t m_limit;
  private_randomness& m_coins;
  LogRatio& m_log_ratio;
  double m_best = std::numeric_limits<double>::infinity();
  double m_reach = m_best;  ///< c: points below may win whatever their V, points beyond only with a small V
  double m_t = 0.0;
  std::uint64_t m_k = 0;
  ppr_choice m_choice;
};

}  // namespace detail

/// Draws the index K of the Poisson private representation with work that does not grow with K.
///
/// Source:     Liu, Chen, Ozgur, Li, NeurIPS 2024 (arXiv 2405.20782), Definition of PPR; the walk is ours:
/// the points
///             of a unit Poisson process T_1 < T_2 < ... are visited in order; beyond c = r* W a point can
///             win only if its V < (c/T)^alpha, so the next such point is drawn from that hazard (thinning
///             the dominating hazard (c/t)^alpha) and the rank advances by a Poisson count.
/// Definition: K = argmin over k <= candidate_limit of ln T_k + ln(V_k) / alpha - ln r(Z_k), V_k ~ Exp(1).
/// Parameters: largest_log_ratio = sup ln r >= 0, finite. log_ratio(k, needed) returns ln r(Z_k); when that
/// is below
///             `needed` it may return anything below `needed` (the candidate cannot win).
/// Promise:    Pr[K = k | T, Z] proportional to (r(Z_k) / T_k)^alpha over k <= candidate_limit, the same
/// expression
///             for every input, so K is 2 alpha e-private (core/doc/privacy.md, "PPR"). T and V are doubles;
///             what that could change is stated there.
/// Cost:       O(r*) evaluations expected, with an exponential tail, whatever K is; 0.14 to 0.18 us each, the
/// codec's
///             log_ratio included (chunks of 12 to 35 entries, alpha 2 and 3/2). Time depends on the private
///             input.
/// Requires:   1 <= candidate_limit <= largest_candidate.
template <class LogRatio>
ppr_choice sample_ppr_index(double largest_log_ratio, const ppr_exponent& exponent,
                            std::uint64_t candidate_limit, private_randomness& coins, LogRatio&& log_ratio) {
  return detail::ppr_walk(largest_log_ratio, exponent, candidate_limit, coins, log_ratio).run();
}

}  // namespace edgeldp
