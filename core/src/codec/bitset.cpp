// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/bitset.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/bitset.cpp"
#include "hwy/foreach_target.h"
// the rest after it
#include "base/kernel_choice.hpp"
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

constexpr std::size_t rows_at_once = 4;

/// Of so many rows: each word of `bits` is loaded once for all, and bytes of counts are added up
/// only before they would be full.
template <std::size_t rows_here>
HWY_INLINE void common_of_rows(const std::uint64_t* rows, std::size_t stride, const std::uint64_t* bits,
                               std::size_t words, std::uint32_t* counts) {
  std::size_t i = 0;
  std::uint64_t ones[rows_here] = {};
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<std::uint8_t> d;
  const hn::Repartition<std::uint64_t, decltype(d)> d_words;
  constexpr std::size_t most_in_a_byte = 255 / 8;
  const std::size_t lanes = hn::Lanes(d_words);
  hn::Vec<decltype(d_words)> sums[rows_here];
  for (auto& sum : sums) sum = hn::Zero(d_words);
  while (i + lanes <= words) {
    hn::Vec<decltype(d)> in_bytes[rows_here];
    for (auto& count : in_bytes) count = hn::Zero(d);
    for (std::size_t step = 0; step < most_in_a_byte && i + lanes <= words; ++step, i += lanes) {
      const auto here = hn::LoadU(d_words, bits + i);
      for (std::size_t r = 0; r < rows_here; ++r) {
        const auto both = hn::And(here, hn::LoadU(d_words, rows + r * stride + i));
        in_bytes[r] = hn::Add(in_bytes[r], hn::PopulationCount(hn::BitCast(d, both)));
      }
    }
    for (std::size_t r = 0; r < rows_here; ++r) sums[r] = hn::Add(sums[r], hn::SumsOf8(in_bytes[r]));
  }
  for (std::size_t r = 0; r < rows_here; ++r) ones[r] = hn::GetLane(hn::SumOfLanes(d_words, sums[r]));
#endif
  for (; i < words; ++i)
    for (std::size_t r = 0; r < rows_here; ++r)
      ones[r] += static_cast<std::uint64_t>(std::popcount(bits[i] & rows[r * stride + i]));
  for (std::size_t r = 0; r < rows_here; ++r) counts[r] = static_cast<std::uint32_t>(ones[r]);
}

void common_with_rows(const std::uint64_t* rows, std::size_t stride, std::span<const std::uint64_t> bits,
                      std::span<std::uint32_t> counts) {
  std::size_t r = 0;
  for (; r + rows_at_once <= counts.size(); r += rows_at_once)
    common_of_rows<rows_at_once>(rows + r * stride, stride, bits.data(), bits.size(), counts.data() + r);
  for (; r < counts.size(); ++r)
    common_of_rows<1>(rows + r * stride, stride, bits.data(), bits.size(), counts.data() + r);
}

/// Sum over `some` bytes of numbers, from the first-th on, of 2^(8 byte) times its sum over
/// selected numbers.
template <std::size_t some>
HWY_INLINE std::uint64_t sum_of_bytes(std::span<const std::uint64_t> bits, const std::uint8_t* bytes,
                                      std::size_t width, std::size_t first) {
  std::uint64_t sum = 0;
#if EDGELDP_WITHOUT_VECTORS
  for (std::size_t w = 0; w < bits.size(); ++w)
    for (std::uint64_t left = bits[w]; left != 0; left &= left - 1)
      for (std::size_t b = 0; b < some; ++b)
        sum +=
            std::uint64_t{
                bytes[64 * (w * width + first + b) + static_cast<std::size_t>(std::countr_zero(left))]}
            << (8 * (first + b));
#else
  const hn::CappedTag<std::uint8_t, 64> d;
  const hn::Repartition<std::uint64_t, decltype(d)> d_sums;
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<decltype(d_sums)> sums[some];
  for (auto& of_byte : sums) of_byte = hn::Zero(d_sums);
  for (std::size_t w = 0; w < bits.size(); ++w) {
    for (std::size_t lane = 0; lane < 64; lane += lanes) {
      const std::uint64_t selected = bits[w] >> lane;
      const auto mask = hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(&selected));
      for (std::size_t b = 0; b < some; ++b) {
        const auto number = hn::LoadU(d, bytes + 64 * (w * width + first + b) + lane);
        sums[b] = hn::Add(sums[b], hn::SumsOf8(hn::IfThenElseZero(mask, number)));
      }
    }
  }
  for (std::size_t b = 0; b < some; ++b)
    sum += hn::GetLane(hn::SumOfLanes(d_sums, sums[b])) << (8 * (first + b));
#endif
  return sum;
}

void selected_in_parts(std::span<const std::uint64_t> bits, const std::uint8_t* bytes, std::size_t width,
                       std::size_t part_words, std::uint64_t* sums) {
  for (std::size_t word = 0; word < bits.size(); word += part_words) {
    const auto part = bits.subspan(word, std::min(part_words, bits.size() - word));
    const std::uint8_t* const of_part = bytes + 64 * word * width;
    std::uint64_t sum = 0;
    std::size_t b = 0;
    for (; b + 2 <= width; b += 2) sum += sum_of_bytes<2>(part, of_part, width, b);
    if (b < width) sum += sum_of_bytes<1>(part, of_part, width, b);
    *sums++ = sum;
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace edgeldp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace edgeldp {

namespace {
EDGELDP_KERNEL_VERSIONS(count);
EDGELDP_KERNEL_VERSIONS(select);
EDGELDP_KERNEL_VERSIONS(common);
EDGELDP_KERNEL_VERSIONS(common_with_rows);
EDGELDP_KERNEL_VERSIONS(selected_in_parts);
}  // namespace

std::uint64_t count_selected(std::span<const std::uint64_t> bits,
                             std::span<const std::uint32_t> positions) noexcept {
  return EDGELDP_KERNEL(count)(bits.data(), positions);
}

void select_bits(std::span<const std::uint64_t> bits, std::span<const std::uint32_t> positions,
                 std::span<std::uint64_t> selected) noexcept {
  EDGELDP_KERNEL(select)(bits.data(), positions, selected.data());
}

std::uint64_t count_common(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) noexcept {
  return EDGELDP_KERNEL(common)(a.data(), b.data(), std::min(a.size(), b.size()));
}

void count_common_with_rows(const std::uint64_t* rows, std::size_t stride,
                            std::span<const std::uint64_t> bits, std::span<std::uint32_t> counts) noexcept {
  EDGELDP_KERNEL(common_with_rows)(rows, stride, bits, counts);
}

void sum_selected_in_parts(std::span<const std::uint64_t> bits, std::span<const std::uint8_t> bytes,
                           std::size_t width, std::size_t part_words,
                           std::span<std::uint64_t> sums) noexcept {
  EDGELDP_KERNEL(selected_in_parts)(bits, bytes.data(), width, part_words, sums.data());
}

}  // namespace edgeldp
#endif
