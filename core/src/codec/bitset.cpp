// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/bitset.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/bitset.cpp"
#include "hwy/foreach_target.h"
// the rest after it
#include "codec/batches-inl.hpp"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace edgeldp {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#if EDGELDP_WITHOUT_VECTORS

HWY_INLINE std::uint64_t test_positions(const std::uint64_t* bits, const std::uint32_t* position) {
  return (bits[*position / 64] >> (*position % 64)) & 1;
}

#else

/// Words are gathered a vector at a time; the bit asked for becomes the top one.
HWY_INLINE std::uint64_t test_vector(const std::uint64_t* bits, const std::uint32_t* positions) {
  const hn::ScalableTag<std::uint64_t> d;
  const hn::RebindToSigned<decltype(d)> d_signed;
  const hn::Rebind<std::uint32_t, decltype(d)> d_positions;
  const auto position = hn::PromoteTo(d, hn::LoadU(d_positions, positions));
  const auto word = hn::GatherIndex(d, bits, hn::BitCast(d_signed, hn::ShiftRight<6>(position)));
  const auto to_top = hn::AndNot(position, hn::Set(d, 63));  // 63 - position mod 64
  return mask_bits(d_signed, hn::Lt(hn::BitCast(d_signed, hn::Shl(word, to_top)), hn::Zero(d_signed)));
}

HWY_INLINE std::uint64_t test_positions(const std::uint64_t* bits, const std::uint32_t* positions) {
  const std::size_t lanes = batch_size() / 2;
  return test_vector(bits, positions) | test_vector(bits, positions + lanes) << lanes;
}

#endif

std::uint64_t count(const std::uint64_t* bits, std::span<const std::uint32_t> positions) {
  return count_in_batches(positions,
                          [&](const std::uint32_t* next) HWY_ATTR { return test_positions(bits, next); });
}

void select(const std::uint64_t* bits, std::span<const std::uint32_t> positions, std::uint64_t* selected) {
  select_in_batches(positions, selected,
                    [&](const std::uint32_t* next) HWY_ATTR { return test_positions(bits, next); });
}

std::uint64_t common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  std::size_t i = 0;
  std::uint64_t ones = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<std::uint64_t> d;
  auto sum = hn::Zero(d);
  for (; i + hn::Lanes(d) <= words; i += hn::Lanes(d))
    sum = hn::Add(sum, hn::PopulationCount(hn::And(hn::LoadU(d, a + i), hn::LoadU(d, b + i))));
  ones = hn::GetLane(hn::SumOfLanes(d, sum));
#endif
  for (; i < words; ++i) ones += static_cast<std::uint64_t>(std::popcount(a[i] & b[i]));
  return ones;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace edgeldp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace edgeldp {

namespace {
HWY_EXPORT(count);
HWY_EXPORT(select);
HWY_EXPORT(common);
}  // namespace

std::uint64_t count_selected(std::span<const std::uint64_t> bits,
                             std::span<const std::uint32_t> positions) noexcept {
  return HWY_DYNAMIC_DISPATCH(count)(bits.data(), positions);
}

void select_bits(std::span<const std::uint64_t> bits, std::span<const std::uint32_t> positions,
                 std::span<std::uint64_t> selected) noexcept {
  HWY_DYNAMIC_DISPATCH(select)(bits.data(), positions, selected.data());
}

std::uint64_t count_common(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) noexcept {
  return HWY_DYNAMIC_DISPATCH(common)(a.data(), b.data(), std::min(a.size(), b.size()));
}

}  // namespace edgeldp
#endif
