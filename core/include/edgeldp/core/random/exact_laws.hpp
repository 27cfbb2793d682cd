// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/random/double_ball.hpp"
#include "edgeldp/core/random/uniform_digits.hpp"

/// Draws whose laws are exact: each is a function of uniform reals, computed in balls
/// (double_arithmetic or big_arithmetic) whose comparisons decide as the reals do. All throw
/// `undecided` where they do not: the caller rewinds its digits and starts anew in a finer
/// arithmetic.
namespace edgeldp {

/// Exponential of mean 1.
template <class Arithmetic>
auto draw_exponential(const Arithmetic& arithmetic, uniform_digits& digits) {
  return -log(arithmetic.uniform(digits));
}

/// True with probability exp(-x).
/// Requires: x >= 0.
template <class Arithmetic>
bool draw_survival(const Arithmetic& arithmetic, uniform_digits& digits, const typename Arithmetic::real& x) {
  const auto u = arithmetic.uniform(digits);
  if (surely_less(u, arithmetic.integer(1) - x)) return true;  // exp(-x) >= 1 - x
  return less(u, exp(-x));
}

/// Uniform integer in [0, bound).
/// Requires: 1 <= bound <= 2^63.
inline std::uint64_t draw_below(uniform_digits& digits, std::uint64_t bound) {
  for (;;) {
    const uint128 product = uint128{digits.next()} * bound;
    const auto low = static_cast<std::uint64_t>(product);
    if (low >= bound || low >= -bound % bound) return static_cast<std::uint64_t>(product >> 64);
  }
}

namespace detail {

/// Poisson by inversion: one uniform.
template <class Arithmetic>
std::uint64_t draw_small_poisson(const Arithmetic& arithmetic, uniform_digits& digits,
                                 const typename Arithmetic::real& mean) {
  const auto u = arithmetic.uniform(digits);
  if (surely_less(u, arithmetic.integer(1) - mean)) return 0;
  auto term = exp(-mean), sum = term;
  std::uint64_t k = 0;
  while (!less(u, sum)) {
    ++k;
    term = term * (mean * arithmetic.inverse(static_cast<std::int64_t>(k)));
    sum = sum + term;
  }
  return k;
}

/// Poisson by rejection. With p the pmf, n <= mean < n + b the centre on a grid of step b (so that
/// it is easy to decide), J a power of two near (2 n)^(1/2), and d >= 0,
///     p(n + d) / p(n) <= h exp(-J / (n + b + J) (d - (J + 3 b - 2) / 2)^+),
///     p(n - d) / p(n) <= exp(-(J / n) (d - (J + 1) / 2)^+),
/// where h = 1 for b = 1, else 1 + 2^-10: a flat part and an exponential tail on each side.
/// Proof: core/doc/privacy.md, "Exact Poisson numbers".
template <class Arithmetic>
class poisson_rejection {
  using real = typename Arithmetic::real;

 public:
  poisson_rejection(const Arithmetic& arithmetic, uniform_digits& digits, const real& mean)
      : m_a(arithmetic),
        m_digits(digits),
        m_mean(mean),
        m_inverse(arithmetic.integer(1) / mean),
        m_top(mean) {
    m_log_j = (exponent_of(mean) + 2) / 2;
    const int log_b = std::max(0, m_log_j - 6);
    m_b = std::int64_t{1} << log_b;
    m_top = scaled(m_a.integer(m_b == 1 ? 1024 : 1025), -10);
    m_n = static_cast<std::int64_t>(floor_below_power(scaled(mean, -log_b), 60)) << log_b;
  }

  std::uint64_t run() {
    for (;;) {
      const proposal p = propose();
      if (!p.above && p.distance > m_n) continue;
      if (accepts(p)) return static_cast<std::uint64_t>(p.above ? m_n + p.distance : m_n - p.distance);
    }
  }

 private:
  /// A number, and the height at which to compare: a uniform times the hat there, which on flat
  /// parts is h.
  struct proposal {
    bool above;
    std::int64_t distance;
    real height;
  };

  /// Areas are in units of 1 / (2 J): the upper and the lower flat part, the upper and the lower
  /// tail. A place x above means the number n + floor(x), one below n - 1 - floor(x).
  proposal propose() {
    const std::int64_t j = std::int64_t{1} << m_log_j;
    const std::int64_t flat_above = j * (j + 3 * m_b), flat_below = j * (j + 1);
    const std::int64_t tail_above = 2 * (m_n + m_b + j), tail_below = 2 * m_n;
    auto area = static_cast<std::int64_t>(
        draw_below(m_digits, static_cast<std::uint64_t>(flat_above + flat_below + tail_above + tail_below)));
    const real v = m_a.uniform(m_digits) * m_top;
    if (area < flat_above) return {true, area >> (m_log_j + 1), v};
    area -= flat_above;
    if (area < flat_below) return {false, 1 + (area >> (m_log_j + 1)), v};
    const bool above = area - flat_below < tail_above;
    const real u = m_a.uniform(m_digits);
    const real doubled = m_a.integer(above ? j + 3 * m_b : j + 1) -
                         scaled(log(u) * m_a.integer(above ? tail_above : tail_below), -m_log_j);
    const auto place = static_cast<std::int64_t>(floor_below_power(scaled(doubled, -1), 62));
    return {above, above ? place : 1 + place, u * v};
  }

  /// Is height < p(number) / p(n)? That quotient is the product over l < distance of 1 / (1 + y_l),
  /// above, and of 1 - y_l, below, with y_l = (first + l) / mean.
  bool accepts(const proposal& p) const {
    const real fraction = m_mean - m_a.integer(m_n);
    const real first = p.above ? m_a.integer(1) - fraction : fraction;
    const real d = m_a.integer(p.distance), pairs = d * (d - m_a.integer(1));
    const real sum = (d * first + scaled(pairs, -1)) * m_inverse;
    if (surely_less(p.height + sum, m_a.integer(1))) return true;  // both products are at least 1 - sum
    if (p.distance > 8) {
      if (const std::optional<bool> decision = accepts_by_sums(p, first, sum)) return *decision;
    }
    real product = m_a.integer(1);
    for (std::int64_t l = 0; l < p.distance; ++l)
      product = product * (m_a.integer(p.above ? m_n + 1 + l : m_n - l) * m_inverse);
    return p.above ? less(p.height * product, m_a.integer(1)) : less(p.height, product);
  }

  /// The same from ln(1 + y) = y - y^2 / 2 + R, |R| <= (2/3) |y|^3 for |y| <= 1/2; nothing where
  /// that does not decide.
  std::optional<bool> accepts_by_sums(const proposal& p, const real& first, const real& sum) const {
    const real d = m_a.integer(p.distance);
    const real furthest = m_a.integer(p.distance + m_b) * m_inverse;
    if (!surely_less(furthest, m_a.power_of_two(-1))) return {};
    const real pairs = d * (d - m_a.integer(1));
    const real squares = (d * first * first + pairs * (first + (d + d - m_a.integer(1)) / m_a.integer(6))) *
                         m_inverse * m_inverse;
    const real rest = d * furthest * furthest * furthest;
    const real middle = p.above ? sum - scaled(squares, -1) : sum + scaled(squares, -1);
    const real height = -log(p.height);
    if (surely_less(middle + rest, height)) return true;
    if (surely_less(height, middle - rest)) return false;
    static_cast<void>(
        less(middle, height));  // where this is open, more digits help and a long product does not
    return {};
  }

  const Arithmetic& m_a;
  uniform_digits& m_digits;
  real m_mean, m_inverse, m_top;
  int m_log_j;
  std::int64_t m_b, m_n;
};

}  // namespace detail

/// Poisson with a real mean in [0, 2^57], exact.
/// Source: inversion below 4; beyond, rejection from flat parts and exponential tails (as for any
///     log-concave law: Devroye 1986, chapter X; the constants are ours).
/// Cost: one uniform below 4, about four beyond (1.2 to 1.5 proposals).
template <class Arithmetic>
std::uint64_t draw_poisson(const Arithmetic& arithmetic, uniform_digits& digits,
                           const typename Arithmetic::real& mean) {
  if (surely_less(mean, arithmetic.integer(1)) || less(mean, arithmetic.integer(4)))
    return detail::draw_small_poisson(arithmetic, digits, mean);
  return detail::poisson_rejection(arithmetic, digits, mean).run();
}

}  // namespace edgeldp
