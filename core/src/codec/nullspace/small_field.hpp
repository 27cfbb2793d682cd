// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>

/// Arithmetic of 64 elements of GF(q) at once, in bit planes: bit j of plane t is bit t of element
/// j's code. An element of a prime field is coded by its residue, one of GF(2^b) by its polynomial
/// over GF(2).
namespace edgeldp {

/// Reduction polynomials x^b + (low part): x^2 + x + 1, x^3 + x + 1, x^4 + x + 1.
inline constexpr unsigned reduction_low_part = 0b11;

template <unsigned q>
struct small_field {
  static constexpr unsigned order = q;
  static constexpr unsigned planes = static_cast<unsigned>(std::bit_width(q - 1));
  static constexpr bool is_binary = std::has_single_bit(q);
  using lanes = std::array<std::uint64_t, planes>;

  static constexpr lanes add(const lanes& a, const lanes& b) noexcept {
    lanes sum{};
    if constexpr (is_binary) {
      for (unsigned t = 0; t < planes; ++t) sum[t] = a[t] ^ b[t];
    } else {
      std::uint64_t carry = 0;  // a + b, with the carry as its highest plane
      for (unsigned t = 0; t < planes; ++t) {
        sum[t] = a[t] ^ b[t] ^ carry;
        carry = (a[t] & b[t]) | (carry & (a[t] | b[t]));
      }
      lanes less{};  // a + b - q
      std::uint64_t borrow = 0;
      for (unsigned t = 0; t < planes; ++t) {
        const std::uint64_t digit = (q >> t) & 1 ? ~std::uint64_t{0} : 0;
        less[t] = sum[t] ^ digit ^ borrow;
        borrow = (~sum[t] & (digit | borrow)) | (digit & borrow);
      }
      const std::uint64_t keep = borrow & ~carry;  // a + b < q
      for (unsigned t = 0; t < planes; ++t) sum[t] = (sum[t] & keep) | (less[t] & ~keep);
    }
    return sum;
  }

  /// 2 a in a prime field, x a in GF(2^b): the step of scale's Horner scheme.
  static constexpr lanes twice(const lanes& a) noexcept {
    if constexpr (is_binary) {
      lanes out{};
      const std::uint64_t top = a[planes - 1];
      for (unsigned t = planes - 1; t > 0; --t) out[t] = a[t - 1];
      if constexpr (planes > 1)
        for (unsigned t = 0; t < 2; ++t) out[t] ^= (reduction_low_part >> t) & 1 ? top : 0;
      return out;
    } else {
      return add(a, a);
    }
  }

  /// c a for one element c.
  static constexpr lanes scale(unsigned c, const lanes& a) noexcept {
    lanes out{};
    for (unsigned t = planes; t-- > 0;) {
      out = twice(out);
      if ((c >> t) & 1) out = add(out, a);
    }
    return out;
  }

  static constexpr unsigned at(const lanes& a, unsigned lane) noexcept {
    unsigned code = 0;
    for (unsigned t = 0; t < planes; ++t) code |= static_cast<unsigned>((a[t] >> lane) & 1) << t;
    return code;
  }

  static constexpr lanes shifted_down(const lanes& a, unsigned lanes_down) noexcept {
    lanes out{};
    for (unsigned t = 0; t < planes; ++t) out[t] = a[t] >> lanes_down;
    return out;
  }

  static constexpr std::uint64_t nonzero(const lanes& a) noexcept {
    std::uint64_t any = 0;
    for (const std::uint64_t plane : a) any |= plane;
    return any;
  }

  static constexpr unsigned multiply(unsigned a, unsigned b) noexcept {
    lanes one{};
    for (unsigned t = 0; t < planes; ++t) one[t] = (b >> t) & 1;
    return at(scale(a, one), 0);
  }
  static constexpr unsigned negate(unsigned a) noexcept { return is_binary || a == 0 ? a : q - a; }

  /// The element b with a b = 1. Requires a != 0.
  static constexpr unsigned inverse(unsigned a) noexcept { return inverses[a]; }

  /// Sum over the 64 lanes of a_j b_j.
  static constexpr unsigned dot(const lanes& a, const lanes& b) noexcept {
    unsigned sum = 0;
    for (unsigned s = 0; s < planes; ++s) {
      for (unsigned t = 0; t < planes; ++t) {
        const auto count = static_cast<unsigned>(std::popcount(a[s] & b[t]));
        if constexpr (is_binary) {
          sum ^= (count & 1) != 0 ? powers[s + t] : 0;
        } else {
          sum += count << (s + t);
        }
      }
    }
    return is_binary ? sum : sum % q;
  }

 private:
  /// x^i in GF(2^b).
  static constexpr std::array<unsigned, 8> make_powers() noexcept {
    std::array<unsigned, 8> list{};
    unsigned power = 1;
    for (unsigned& p : list) {
      p = power;
      power <<= 1;
      if (power & q) power = planes > 1 ? (power ^ q ^ reduction_low_part) : 1;
    }
    return list;
  }
  static constexpr std::array<unsigned, q> make_inverses() noexcept;
  static const std::array<unsigned, 8> powers;
  static const std::array<unsigned, q> inverses;
};

template <unsigned q>
constexpr std::array<unsigned, 8> small_field<q>::powers = make_powers();

template <unsigned q>
constexpr std::array<unsigned, q> small_field<q>::make_inverses() noexcept {
  std::array<unsigned, q> list{};
  for (unsigned a = 1; a < q; ++a)
    for (unsigned b = 1; b < q; ++b)
      if (multiply(a, b) == 1) list[a] = b;
  return list;
}

template <unsigned q>
constexpr std::array<unsigned, q> small_field<q>::inverses = make_inverses();

}  // namespace edgeldp
