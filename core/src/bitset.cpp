// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/bitset.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitset.cpp"
#include "hwy/foreach_target.h"
// the rest after it
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace edgeldp {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

std::uint64_t selected_one_by_one(const std::uint64_t* bits, std::span<const std::uint32_t> positions) {
  std::uint64_t ones = 0;
  for (const std::uint32_t p : positions) ones += (bits[p / 64] >> (p % 64)) & 1;
  return ones;
}

/// Words are gathered a vector at a time.
std::uint64_t selected(const std::uint64_t* bits, std::span<const std::uint32_t> positions) {
#if HWY_TARGET == HWY_SCALAR
  return selected_one_by_one(bits, positions);
#else
  const hn::ScalableTag<std::uint64_t> d;
  const hn::Rebind<std::uint32_t, decltype(d)> d_positions;
  const std::size_t lanes = hn::Lanes(d);
  auto sum = hn::Zero(d);
  std::size_t i = 0;
  for (; i + lanes <= positions.size(); i += lanes) {
    const auto position = hn::PromoteTo(d, hn::LoadU(d_positions, positions.data() + i));
    const auto word = hn::BitCast(hn::RebindToSigned<decltype(d)>(), hn::ShiftRight<6>(position));
    const auto shifted = hn::Shr(hn::GatherIndex(d, bits, word), hn::And(position, hn::Set(d, 63)));
    sum = hn::Add(sum, hn::And(shifted, hn::Set(d, 1)));
  }
  return hn::GetLane(hn::SumOfLanes(d, sum)) + selected_one_by_one(bits, positions.subspan(i));
#endif
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
HWY_EXPORT(selected);
HWY_EXPORT(common);
}  // namespace

std::uint64_t count_selected(std::span<const std::uint64_t> bits,
                             std::span<const std::uint32_t> positions) noexcept {
  return HWY_DYNAMIC_DISPATCH(selected)(bits.data(), positions);
}

std::uint64_t count_common(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) noexcept {
  return HWY_DYNAMIC_DISPATCH(common)(a.data(), b.data(), std::min(a.size(), b.size()));
}

}  // namespace edgeldp
#endif
