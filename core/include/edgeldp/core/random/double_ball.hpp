// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "edgeldp/core/base/older_library.hpp"
#include "edgeldp/core/random/uniform_digits.hpp"

namespace edgeldp {

/// Thrown where a ball is too wide for a decision: decide again with more digits of the same
/// numbers.
struct undecided {};

/// A real number x that is known to within a relative radius: |x - mid| <= rel |mid|. Operations
/// give a ball that contains the exact result for every choice of operands in theirs; comparisons
/// decide, or throw `undecided`.
///
/// Source: ball arithmetic, van der Hoeven 2010; Johansson, IEEE Transactions on Computers 66,
///     2017.
/// Promise: an operation adds 2^-52, twice the rounding error to nearest (so any rounding mode will
///     do), to what its operands make; the roundings of the radius itself are made up for by a
///     factor. A result below 2^-900, which may have underflowed, has an infinite radius, and one
///     that overflows an infinite middle: every decision on either throws, and on what is computed
///     from them.
/// Requires: IEEE 754 binary64; std::log, exp, log1p and expm1 within 8 units in the last place
///     (glibc's manual says 1; the radius has room for 16).
struct double_ball {
  double mid = 0.0, rel = 0.0;
};

static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53);
#ifdef __FAST_MATH__
#error "ball arithmetic is wrong under -ffast-math"
#endif

namespace detail {

inline constexpr double rounding_unit = 0x1p-52, function_error = 0x1p-48;

/// Above any sum of radii that was computed in at most sixteen roundings.
inline double outward(double radius) noexcept {
  return radius * (1.0 + 0x1p-48);
}

inline double_ball checked(double mid, double rel, bool is_zero) noexcept {
  if (std::fabs(mid) < 0x1p-900) [[unlikely]]
    return {mid, is_zero ? 0.0 : std::numeric_limits<double>::infinity()};
  return {mid, outward(rel)};
}

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_undecided() {
  throw undecided();
}

}  // namespace detail

inline double_ball operator+(const double_ball& a, const double_ball& b) noexcept {
  const double mid = a.mid + b.mid;
  const double lost = std::fabs(a.mid) * a.rel + std::fabs(b.mid) * b.rel;
  return detail::checked(mid, lost / std::fabs(mid) + detail::rounding_unit, mid == 0.0 && lost == 0.0);
}

inline double_ball operator-(const double_ball& x) noexcept {
  return {-x.mid, x.rel};
}

inline double_ball operator-(const double_ball& a, const double_ball& b) noexcept {
  return a + -b;
}

inline double_ball operator*(const double_ball& a, const double_ball& b) noexcept {
  return detail::checked(a.mid * b.mid, a.rel + b.rel + a.rel * b.rel + detail::rounding_unit,
                         a.mid == 0.0 || b.mid == 0.0);
}

/// Errors: undecided when b may be zero.
inline double_ball operator/(const double_ball& a, const double_ball& b) {
  if (!(b.rel <= 0.25)) detail::throw_undecided();  // then 1 / (1 - rel) <= 1 + 2 rel
  return detail::checked(a.mid / b.mid, (a.rel + b.rel) * (1.0 + 2.0 * b.rel) + 2.0 * detail::rounding_unit,
                         a.mid == 0.0);
}

/// Errors: undecided when x may be zero or less.
inline double_ball log(const double_ball& x) {
  if (!(x.rel <= 0.25 && x.mid > 0.0)) detail::throw_undecided();  // then -ln(1 - rel) <= rel + rel^2
  const double mid = std::log(x.mid);
  return detail::checked(mid, x.rel * (1.0 + x.rel) / std::fabs(mid) + detail::function_error, false);
}

/// Errors: undecided when x is not known to within 1.
inline double_ball exp(const double_ball& x) {
  const double lost = std::fabs(x.mid) * x.rel;
  if (!(lost <= 1.0)) detail::throw_undecided();  // then exp(lost) - 1 <= lost + lost^2
  return detail::checked(std::exp(x.mid), lost + lost * lost + (1.0 + 2.0 * lost) * detail::function_error,
                         false);
}

/// ln(1 + x).
/// Errors: undecided when x may be zero or less.
inline double_ball log1p(const double_ball& x) {
  if (!(x.rel <= 0.25 && x.mid > 0.0)) detail::throw_undecided();  // x / (1 + x) <= ln(1 + x) for x > 0
  return detail::checked(std::log1p(x.mid), x.rel * (1.0 + 2.0 * x.rel) + detail::function_error, false);
}

/// exp(x) - 1.
/// Errors: undecided when x may be zero or less, or is not known to within 1.
inline double_ball expm1(const double_ball& x) {
  const double lost = x.mid * x.rel;
  if (!(x.rel <= 0.25 && x.mid > 0.0 && lost <= 1.0)) detail::throw_undecided();
  // exp(x) (exp(lost) - 1) is at most (1 + 1 / x) (lost + lost^2) times exp(x) - 1
  return detail::checked(
      std::expm1(x.mid),
      (lost + x.rel) * (1.0 + lost) + (1.0 + 4.0 * (lost + x.rel)) * detail::function_error, false);
}

/// Is a < b surely? Does not throw.
inline bool surely_less(const double_ball& a, const double_ball& b) noexcept {
  return b.mid - a.mid > detail::outward(std::fabs(a.mid) * a.rel + std::fabs(b.mid) * b.rel);
}

/// Is a < b? Errors: undecided.
inline bool less(const double_ball& a, const double_ball& b) {
  const double gap = b.mid - a.mid, width = std::fabs(a.mid) * a.rel + std::fabs(b.mid) * b.rel;
  if (std::fabs(gap) > detail::outward(width)) return gap > 0.0;
  if (width == 0.0 && gap == 0.0) return false;
  detail::throw_undecided();
}

namespace detail {

/// The radius with room for one more rounding of mid - radius and mid + radius; an exact number
/// stays exact.
inline double radius_of_ends(const double_ball& x) noexcept {
  return x.rel == 0.0 ? 0.0 : outward((x.rel + rounding_unit) * std::fabs(x.mid));
}

inline double power_of_two(int exponent) noexcept {
  return bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

inline int exponent_of(double positive) noexcept {
  return static_cast<int>(bit_cast<std::uint64_t>(positive) >> 52) - 1023;
}

}  // namespace detail

/// The lesser of floor(x) and 2^limit.
/// Errors: undecided.
/// Requires: x >= 0, 0 <= limit <= 62.
inline std::uint64_t floor_below_power(const double_ball& x, int limit) {
  const double radius = detail::radius_of_ends(x), largest = detail::power_of_two(limit);
  const double low = std::floor(x.mid - radius), high = std::floor(x.mid + radius);
  if (low >= largest) return std::uint64_t{1} << limit;
  if (!(low == high) || low < 0.0) detail::throw_undecided();
  return static_cast<std::uint64_t>(low);
}

/// An integer near x; which one depends on the ball, so nothing may be decided by it.
/// Requires: |x| <= 2^62.
inline std::int64_t integer_near(const double_ball& x) noexcept {
  return static_cast<std::int64_t>(x.mid);
}

/// x 2^exponent, without a rounding.
/// Requires: |exponent| <= 1022.
inline double_ball scaled(const double_ball& x, int exponent) noexcept {
  const double mid = x.mid * detail::power_of_two(exponent);
  return std::fabs(mid) < 0x1p-900 ? detail::checked(mid, x.rel, x.mid == 0.0) : double_ball{mid, x.rel};
}

/// floor(log2 x).
/// Errors: undecided, also outside [2^-800, 2^800].
inline int exponent_of(const double_ball& x) {
  const double radius = detail::radius_of_ends(x), low = x.mid - radius, high = x.mid + radius;
  if (!(low >= 0x1p-800 && high <= 0x1p800)) detail::throw_undecided();
  if (detail::exponent_of(low) != detail::exponent_of(high)) detail::throw_undecided();
  return detail::exponent_of(low);
}

/// Makes balls of doubles. big_arithmetic is the same with as many bits as one asks for.
struct double_arithmetic {
  using real = double_ball;

  real integer(std::int64_t n) const noexcept {
    const auto mid = static_cast<double>(n);
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    return {mid, n >= -exact && n <= exact ? 0.0 : detail::rounding_unit};
  }

  /// 1 / n.
  /// Requires: 1 <= n <= 2^53.
  real inverse(std::int64_t n) const noexcept {
    return {1.0 / static_cast<double>(n), detail::rounding_unit};
  }

  /// Requires: |exponent| <= 1022.
  real power_of_two(int exponent) const noexcept { return {detail::power_of_two(exponent), 0.0}; }

  /// A uniform real in [0, 1], of which one digit is read: 52 bits of it, all where they are zeros.
  real uniform(uniform_digits& digits) const {
    const std::uint64_t word = digits.next();
    const double mid = word >> 52 != 0 ? (static_cast<double>(word >> 12) + 0.5) * 0x1p-52
                                       : (static_cast<double>(word) + 0.5) * 0x1p-64;
    return {mid, (word >> 52 != 0 ? 0x1p-53 : 0x1p-65) / mid * (1.0 + 0x1p-50)};
  }
};

}  // namespace edgeldp
