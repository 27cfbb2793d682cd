// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/codec/bitset.hpp"

/// What weights of pairs (peak_weights.hpp, middle_weights.hpp) are made of: unbiased estimates of
/// edges and their sums over words of published bits.
namespace edgeldp {

/// phi = (bit - p0) / (p1 - p0) = alpha bit - beta.
struct bit_estimate {
  double alpha, beta, one;  ///< one: phi of a bit that is set

  explicit bit_estimate(const bit_law& law)
      : alpha(1.0 / (law.p1 - law.p0)), beta(law.p0 * alpha), one(alpha - beta) {}

  double operator()(bool bit) const noexcept { return bit ? one : -beta; }
  double largest() const noexcept { return std::fmax(one, beta); }

  /// Sum of phi(a,u) phi(u,b) over so many places u; ones at both, and ones of a plus ones of b,
  /// among them.
  double two_steps(std::uint64_t both, std::uint64_t single, std::uint64_t places) const noexcept {
    return alpha * alpha * static_cast<double>(both) - alpha * beta * static_cast<double>(single) +
           beta * beta * static_cast<double>(places);
  }
};

/// A power of two: weights stay below 2^48 units, so that limits and sums over a list of any length
/// fit.
inline double unit_for(double largest_weight) {
  return std::ldexp(1.0, std::ilogb(largest_weight) + 1 - 48);
}

constexpr std::uint64_t low_bits(std::uint64_t count) {
  return (std::uint64_t{1} << count) - 1;
}

/// Calls f(word, mask) for the words that places [first, last) lie in.
template <class F>
void for_each_word(std::uint64_t first, std::uint64_t last, F&& f) {
  if (first >= last) return;
  std::uint64_t mask = ~low_bits(first % 64);
  for (std::uint64_t w = first / 64; w < last / 64; ++w, mask = ~std::uint64_t{0}) f(w, mask);
  if (last % 64 != 0)
    f(last / 64, (first / 64 == last / 64 ? mask : ~std::uint64_t{0}) & low_bits(last % 64));
}

/// Ones that two rows share in places [first, last).
inline std::uint64_t ones_in(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                             std::uint64_t first, std::uint64_t last) {
  std::uint64_t ones = 0;
  for_each_word(first, last, [&](std::uint64_t w, std::uint64_t mask) {
    ones += static_cast<std::uint64_t>(std::popcount(a[w] & b[w] & mask));
  });
  return ones;
}

/// The same in places [0, end), whole words by the fastest code there is.
inline std::uint64_t ones_below(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                                std::uint64_t end) {
  const std::size_t words = end / 64;
  const std::uint64_t ones = count_common(a.first(words), b.first(words));
  if (end % 64 == 0) return ones;
  return ones + static_cast<std::uint64_t>(std::popcount(a[words] & b[words] & low_bits(end % 64)));
}

}  // namespace edgeldp
