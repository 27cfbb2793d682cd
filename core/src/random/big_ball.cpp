// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/big_ball.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace edgeldp {

namespace {

using integer = big_ball::integer;

std::int64_t bit_length(const integer& positive) {
  return positive == 0 ? 0 : static_cast<std::int64_t>(msb(positive)) + 1;
}

integer shifted(const integer& x, std::int64_t by) {
  return by >= 0 ? integer(x << static_cast<unsigned>(by)) : integer(x >> static_cast<unsigned>(-by));
}

/// atanh(numerator / denominator) 2^width for |numerator / denominator| <= 1/3, cut term by term.
/// Each power is off by at most 2 units and each term by one more, there are at most width / 3.1 +
/// 1, and what is left out is below 3: width + 8 units in all.
integer atanh_series(const integer& numerator, const integer& denominator, unsigned width) {
  const integer x = integer(abs(numerator) << width) / denominator;
  const integer square = x * x >> width;
  integer sum = 0, power = x;
  for (unsigned odd = 1; power != 0; odd += 2) {
    sum += power / odd;
    power = power * square >> width;
  }
  return numerator < 0 ? integer(-sum) : sum;
}

/// What twice an atanh_series is off by, at most.
integer series_error(unsigned width) {
  return 2 * integer(width) + 16;
}

/// ln 2 in units of 2^-width, to within series_error(width).
const integer& log_of_two(unsigned width) {
  static thread_local std::map<unsigned, integer> known;
  integer& value = known[width];
  if (value == 0) value = 2 * atanh_series(1, 3, width);
  return value;
}

constexpr unsigned guard = 64;  // bits beyond those asked for, so that the errors of series are below the cut

}  // namespace

big_ball::big_ball(integer mid, integer rad, std::int64_t exponent, unsigned bits)
    : m_mid(std::move(mid)), m_rad(std::move(rad)), m_exponent(exponent), m_bits(bits) {
  const std::int64_t excess = std::max(bit_length(abs(m_mid)), bit_length(m_rad)) - m_bits;
  if (excess <= 0) return;
  const auto cut = static_cast<unsigned>(excess);
  const integer kept = m_mid >> cut;
  const bool is_exact = integer(kept << cut) == m_mid && m_rad == 0;
  m_mid = kept;
  m_rad = is_exact ? integer(0) : integer((m_rad >> cut) + 2);
  m_exponent += excess;
}

double_ball big_ball::to_double() const {
  if (abs(m_mid) <= integer(m_rad << 60)) detail::throw_undecided();
  const std::int64_t cut = std::max<std::int64_t>(0, bit_length(abs(m_mid)) - 62);
  const auto top = static_cast<std::int64_t>(shifted(m_mid, -cut));
  const double mid = std::ldexp(static_cast<double>(top), static_cast<int>(m_exponent + cut));
  return {mid, 2.0 * detail::rounding_unit};
}

big_ball operator+(const big_ball& a, const big_ball& b) {
  const unsigned bits = std::max(a.m_bits, b.m_bits);
  const auto& [low, high] = a.m_exponent <= b.m_exponent ? std::pair<const big_ball&, const big_ball&>(a, b)
                                                         : std::pair<const big_ball&, const big_ball&>(b, a);
  const std::int64_t shift = high.m_exponent - low.m_exponent;
  const std::int64_t reach = bit_length(abs(low.m_mid) + low.m_rad);
  if (high.m_mid != 0 && shift > reach + 2 * std::int64_t{bits}) {  // `low` is lost in the rounding of `high`
    const std::int64_t depth = bits;
    return {shifted(high.m_mid, depth), shifted(high.m_rad, depth) + 1, high.m_exponent - depth, bits};
  }
  return {low.m_mid + shifted(high.m_mid, shift), low.m_rad + shifted(high.m_rad, shift), low.m_exponent,
          bits};
}

big_ball operator-(const big_ball& x) {
  big_ball negative = x;
  negative.m_mid = -negative.m_mid;
  return negative;
}

big_ball operator-(const big_ball& a, const big_ball& b) {
  return a + -b;
}

big_ball operator*(const big_ball& a, const big_ball& b) {
  return {a.m_mid * b.m_mid, abs(a.m_mid) * b.m_rad + (abs(b.m_mid) + b.m_rad) * a.m_rad,
          a.m_exponent + b.m_exponent, std::max(a.m_bits, b.m_bits)};
}

big_ball operator/(const big_ball& a, const big_ball& b) {
  const integer nearest_to_zero = abs(b.m_mid) - b.m_rad;
  if (nearest_to_zero <= 0) detail::throw_undecided();
  const unsigned bits = std::max(a.m_bits, b.m_bits);
  const std::int64_t shift =
      std::max<std::int64_t>(0, bits + 2 + bit_length(abs(b.m_mid)) - bit_length(abs(a.m_mid)));
  const integer quotient = shifted(a.m_mid, shift) / b.m_mid;  // to within 1
  const integer lost = (shifted(a.m_rad, shift) + (abs(quotient) + 1) * b.m_rad) / nearest_to_zero;
  return {quotient, lost + 2, a.m_exponent - b.m_exponent - shift, bits};
}

// x = f 2^e with f in [1/2, 1): ln x = 2 atanh((f - 1) / (f + 1)) + e ln 2.
big_ball log(const big_ball& x) {
  const integer least = x.m_mid - x.m_rad;
  if (least <= 0) detail::throw_undecided();
  const unsigned width = x.m_bits + guard;
  const std::int64_t length = bit_length(x.m_mid), e = x.m_exponent + length;
  const integer one = shifted(1, length);
  const integer value =
      2 * atanh_series(x.m_mid - one, x.m_mid + one, width) + log_of_two(width) * integer(e);
  const integer spread = shifted(x.m_rad, width) / least + 1;
  return {value, spread + series_error(width) * (1 + abs(integer(e))), -std::int64_t{width}, x.m_bits};
}

// x = k ln 2 + f with f in [0, 1): exp x = 2^k times the series of exp f.
big_ball exp(const big_ball& x) {
  const std::int64_t whole = bit_length(abs(x.m_mid)) + x.m_exponent;  // |x| < 2^whole
  if (whole > 40 || bit_length(x.m_rad) + x.m_exponent > 0) detail::throw_undecided();
  const unsigned width = x.m_bits + guard + static_cast<unsigned>(std::max<std::int64_t>(whole, 0));
  const integer at = shifted(x.m_mid, x.m_exponent + width);
  const integer radius = shifted(x.m_rad, x.m_exponent + width) + 2;
  const integer& log_2 = log_of_two(width);
  integer k = at / log_2;
  if (k * log_2 > at) k -= 1;
  const integer f = at - k * log_2;
  integer sum = 0, term = integer(1) << width;
  unsigned n = 1;
  for (; term != 0; ++n) {
    sum += term;
    term = (term * f >> width) / n;
  }
  // f is off by k times the error of ln 2 and 1; terms by 2 units each; what is left out is below
  // the last.
  const integer series = 4 * (series_error(width) * abs(k) + 2 * integer(n) + 4);
  const integer spread = ((sum + series) * (radius + (radius * radius >> width) + 1) >> width) + 1;
  return {sum, spread + series, static_cast<std::int64_t>(k) - width, x.m_bits};
}

big_ball log1p(const big_ball& x) {
  return log(big_ball(1, 0, 0, x.m_bits) + x);
}

big_ball expm1(const big_ball& x) {
  return exp(x) - big_ball(1, 0, 0, x.m_bits);
}

std::int64_t integer_near(const big_ball& x) {
  return static_cast<std::int64_t>(shifted(x.m_mid, x.m_exponent));
}

big_ball scaled(const big_ball& x, int exponent) {
  return {x.m_mid, x.m_rad, x.m_exponent + exponent, x.m_bits};
}

bool surely_less(const big_ball& a, const big_ball& b) {
  const big_ball gap = b - a;
  return gap.m_mid > gap.m_rad;
}

bool less(const big_ball& a, const big_ball& b) {
  const big_ball gap = b - a;
  if (abs(gap.m_mid) > gap.m_rad) return gap.m_mid > 0;
  if (gap.m_mid == 0 && gap.m_rad == 0) return false;
  detail::throw_undecided();
}

std::uint64_t floor_below_power(const big_ball& x, int limit) {
  const integer least = x.m_mid - x.m_rad;
  if (least <= 0) {
    if (least < 0 || x.m_rad != 0) detail::throw_undecided();
    return 0;
  }
  if (bit_length(least) + x.m_exponent > limit) return std::uint64_t{1} << limit;
  const integer low = shifted(least, x.m_exponent);
  if (low != shifted(x.m_mid + x.m_rad, x.m_exponent)) detail::throw_undecided();
  return static_cast<std::uint64_t>(low);
}

int exponent_of(const big_ball& x) {
  const integer least = x.m_mid - x.m_rad;
  if (least <= 0 || bit_length(least) != bit_length(x.m_mid + x.m_rad)) detail::throw_undecided();
  return static_cast<int>(bit_length(least) + x.m_exponent - 1);
}

big_ball big_arithmetic::uniform(uniform_digits& digits) const {
  big_ball::integer word = digits.next();
  const std::size_t places = m_bits / 64 + 1;
  for (std::size_t place = 1; place < places; ++place) word = (word << 64) | digits.further(place);
  return {2 * word + 1, 1, -64 * static_cast<std::int64_t>(places) - 1, m_bits};
}

}  // namespace edgeldp
