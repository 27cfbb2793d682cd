// SPDX-License-Identifier: MIT
// Philox4x32-10 at many counters at once, for Highway kernels: include after foreach_target.h, use
// inside HWY_NAMESPACE. Not for HWY_SCALAR, whose kernels call philox4x32_10.

// Guarded per target: included once for each.
#if defined(EDGELDP_PHILOX_VECTOR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef EDGELDP_PHILOX_VECTOR_INL_HPP
#undef EDGELDP_PHILOX_VECTOR_INL_HPP
#else
#define EDGELDP_PHILOX_VECTOR_INL_HPP
#endif

#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace edgeldp {
namespace HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR

namespace hn = hwy::HWY_NAMESPACE;

/// The lanes that kernels work in: positions, counters and halves of blocks are 64 bits each.
using lanes64 = hn::ScalableTag<std::uint64_t>;
using lanes32 = hn::Repartition<std::uint32_t, lanes64>;
using lanes8 = hn::Repartition<std::uint8_t, lanes64>;
using vector64 = hn::Vec<lanes64>;
constexpr lanes64 d64;
constexpr lanes32 d32;
constexpr lanes8 d8;

HWY_INLINE vector64 splat(std::uint64_t value) {
  return hn::Set(d64, value);
}

/// A counter, or a block, a 64-bit lane: word i of it is the low half of w_i's lane. The high
/// halves are free: anything may be there on entry, and anything is on return. So a round needs no
/// shuffle (8 operations a vector; even and odd 32-bit lanes apart would need 9 and more
/// registers).
template <class D, class V = hn::Vec<D>>
// NOLINTNEXTLINE(readability-function-size): vectors stay in registers.
HWY_INLINE void philox_round(D d, std::uint32_t k0, std::uint32_t k1, V& w0, V& w1, V& w2, V& w3) {
  const hn::Repartition<std::uint32_t, D> halves;
  const V product0 = hn::MulEven(hn::BitCast(halves, w0), hn::Set(halves, 0xD2511F53U));
  const V product1 = hn::MulEven(hn::BitCast(halves, w2), hn::Set(halves, 0xCD9E8D57U));
  w0 = hn::Xor(hn::ShiftRight<32>(product1), hn::Xor(w1, hn::Set(d, std::uint64_t{k0})));
  w1 = product1;
  w2 = hn::Xor(hn::ShiftRight<32>(product0), hn::Xor(w3, hn::Set(d, std::uint64_t{k1})));
  w3 = product0;
}

constexpr std::uint32_t philox_bump0 = 0x9E3779B9U, philox_bump1 = 0xBB67AE85U;

/// The words of philox4x32_10(key, counter) in place of the counters' words.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void philox_simd(D d, std::uint64_t key, V& w0, V& w1, V& w2, V& w3) {
  auto k0 = static_cast<std::uint32_t>(key), k1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    philox_round(d, k0, k1, w0, w1, w2, w3);
    k0 += philox_bump0;
    k1 += philox_bump1;
  }
}

/// The same for two sets of counters, a and b, round by round: each hides the other's latency.
template <class D, class V = hn::Vec<D>>
// NOLINTNEXTLINE(readability-function-size): vectors stay in registers.
HWY_INLINE void philox_vector_pair(D d, std::uint64_t key, V& a0, V& a1, V& a2, V& a3, V& b0, V& b1, V& b2,
                                   V& b3) {
  auto k0 = static_cast<std::uint32_t>(key), k1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    philox_round(d, k0, k1, a0, a1, a2, a3);
    philox_round(d, k0, k1, b0, b1, b2, b3);
    k0 += philox_bump0;
    k1 += philox_bump1;
  }
}

/// Words `low` and `high` of blocks side by side: bytes 0 .. 7 of a block from words 0 and 1, 8 ..
/// 15 from 2 and 3.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V join_words(D d, V low, V high) {
  return hn::Or(hn::And(low, hn::Set(d, std::uint64_t{0xffffffff})), hn::ShiftLeft<32>(high));
}

#endif  // HWY_TARGET != HWY_SCALAR

}  // namespace HWY_NAMESPACE
}  // namespace edgeldp
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
