// SPDX-License-Identifier: MIT
// Tests of many positions of a row, a batch at a time, for Highway kernels: include after
// foreach_target.h, use inside HWY_NAMESPACE. A batch is two vectors of 64-bit lanes, or one
// position where there are no vectors.

// Guarded per target: included once for each.
#if defined(EDGELDP_BATCHES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef EDGELDP_BATCHES_INL_HPP
#undef EDGELDP_BATCHES_INL_HPP
#else
#define EDGELDP_BATCHES_INL_HPP
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace edgeldp {
namespace HWY_NAMESPACE {

// Bits of masks are taken as words: little-endian only.
#if HWY_TARGET == HWY_SCALAR || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#define EDGELDP_WITHOUT_VECTORS 1
constexpr std::size_t largest_batch = 1;
HWY_INLINE std::size_t batch_size() {
  return 1;
}
#else
#define EDGELDP_WITHOUT_VECTORS 0
using batch_tag = hwy::HWY_NAMESPACE::ScalableTag<std::uint64_t>;
constexpr std::size_t largest_batch = 2 * hwy::HWY_NAMESPACE::MaxLanes(batch_tag());
static_assert(64 % largest_batch == 0 && largest_batch <= 16, "mask_bits holds eight lanes");
HWY_INLINE std::size_t batch_size() {
  return 2 * hwy::HWY_NAMESPACE::Lanes(batch_tag());
}

/// A bit a lane, lane 0 the lowest. d: of the lanes, 64 bits each.
template <class D, class M>
HWY_INLINE std::uint64_t mask_bits(D d, M mask) {
  std::uint8_t bits[8] = {};
  hwy::HWY_NAMESPACE::StoreMaskBits(d, mask, bits);
  return bits[0];
}
#endif

/// The last positions, fewer than a batch, and zeros behind them. A vector is stored where vectors
/// are read again: pieces of other widths would have to reach the cache first (an eighth of a run
/// with 10 million edges, together with storing each selected word once).
HWY_INLINE void load_rest(std::span<const std::uint32_t> positions, std::uint32_t* rest) {
#if EDGELDP_WITHOUT_VECTORS || HWY_MEM_OPS_MIGHT_FAULT
  std::fill_n(rest, largest_batch, 0);
  std::copy(positions.begin(), positions.end(), rest);
#else
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::ScalableTag<std::uint32_t> d;
  hn::Store(hn::MaskedLoad(hn::FirstN(d, positions.size()), d, positions.data()), d, rest);
#endif
}

/// Calls f(first, bits) for every batch, `bits` = test(positions of the batch), bit l that of
/// position first + l.
template <class Test, class F>
HWY_INLINE void for_each_batch(std::span<const std::uint32_t> positions, const Test& test, const F& f) {
  const std::size_t size = batch_size();
  std::size_t i = 0;
  for (; i + size <= positions.size(); i += size) f(i, test(positions.data() + i));
  if (i < positions.size()) {
    HWY_ALIGN std::uint32_t rest[largest_batch];
    load_rest(positions.subspan(i), rest);
    f(i, test(rest) & ((std::uint64_t{1} << (positions.size() - i)) - 1));
  }
}

template <class Test>
HWY_INLINE std::uint64_t count_in_batches(std::span<const std::uint32_t> positions, const Test& test) {
  std::uint64_t ones = 0;
  for_each_batch(positions, test, [&](std::size_t, std::uint64_t bits) HWY_ATTR {
    ones += static_cast<std::uint64_t>(std::popcount(bits));
  });
  return ones;
}

/// Bit i of `selected` becomes that of positions[i]; the rest of the last word becomes zero.
template <class Test>
HWY_INLINE void select_in_batches(std::span<const std::uint32_t> positions, std::uint64_t* selected,
                                  const Test& test) {
  const std::size_t size = batch_size();
  std::uint64_t word = 0;  // each is stored once
  for_each_batch(positions, test, [&](std::size_t first, std::uint64_t bits) HWY_ATTR {
    word |= bits << (first % 64);
    if ((first + size) % 64 != 0 && first + size < positions.size()) return;
    selected[first / 64] = word;
    word = 0;
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace edgeldp
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
