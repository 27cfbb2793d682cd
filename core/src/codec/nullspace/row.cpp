// SPDX-License-Identifier: MIT
// Decoding of nullspace rows, compiled once for each vector extension; the processor chooses at run
// time. Every version returns what row.bit(position) says, which is also the version without
// vectors.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "edgeldp/core/codec/nullspace/nullspace.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/nullspace/row.cpp"
#include "edgeldp/core/base/size_of.hpp"
#include "hwy/foreach_target.h"
// the rest after it
#include "base/kernel_choice.hpp"
#include "codec/batches-inl.hpp"
#include "hwy/highway.h"
#include "random/philox_simd-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace edgeldp {
namespace HWY_NAMESPACE {
namespace {

#if EDGELDP_WITHOUT_VECTORS

template <class Batches>
auto with_test(const nullspace_row& row, const Batches& batches) {
  return batches([&](const std::uint32_t* next) -> std::uint64_t { return row.bit(*next) ? 1 : 0; });
}

void decode_bits(const nullspace_row row, std::span<std::uint64_t> bits) {
  std::fill_n(bits.begin(), (row.length() + 63) / 64, 0);
  for (std::uint64_t position = 0; position < row.length(); ++position)
    bits[position / 64] |= std::uint64_t{row.bit(static_cast<std::uint32_t>(position))} << (position % 64);
}

#else

/// Products of the low halves of lanes.
HWY_INLINE vector64 multiply(vector64 a, vector64 b) {
  return hn::MulEven(hn::BitCast(d32, a), hn::BitCast(d32, b));
}

/// Bits shift .. shift + 63 of the 128 bits low, high. shift in [0, 63].
HWY_INLINE vector64 funnel(vector64 low, vector64 high, vector64 shift) {
  return hn::Or(hn::Shr(low, shift), hn::Shl(hn::Add(high, high), hn::Sub(splat(63), shift)));
}

/// The 128 random bits of a group, a lane each.
struct group_bits {
  vector64 low, high;
};

/// Returned and not filled in: g++ for ARM can inline no default constructor of vectors.
struct two_groups {
  group_bits a, b;
};

/// Those of two sets of groups: twice as many rounds in flight (a batch over GF(4) takes 5.4
/// instead of 5.8 ns a position with AVX2).
HWY_INLINE two_groups random_bits(const nullspace_matrix& matrix, vector64 group_a, vector64 group_b) {
  const vector64 tag = splat(std::uint64_t{static_cast<std::uint8_t>(stream_tag::nullspace)} << 24);
  vector64 a0 = group_a, a1 = splat(0), a2 = tag, a3 = splat(matrix.user());
  vector64 b0 = group_b, b1 = splat(0), b2 = tag, b3 = a3;
  philox_vector_pair(d64, matrix.key().value, a0, a1, a2, a3, b0, b1, b2, b3);
  return {{join_words(d64, a0, a1), join_words(d64, a2, a3)},
          {join_words(d64, b0, b1), join_words(d64, b2, b3)}};
}

/// Multiplying by 1 / q modulo 2^16 takes the multiples of q, and nothing else, to 0 .. floor((2^16
/// - 1) / q).
struct divisibility {
  explicit divisibility(std::uint64_t q) : inverse(q), limit(65535 / q) {
    for (int i = 0; i < 3; ++i) inverse *= 2 - q * inverse;  // Newton, from q q = 1 modulo 8
    inverse &= 65535;
  }
  std::uint64_t inverse, limit;
};

/// Lanes whose sum, below 2^16, is a multiple of q.
HWY_INLINE hn::Mask<lanes64> is_divisible(vector64 sum, const divisibility& by) {
  const hn::Repartition<std::uint16_t, lanes64> d16;
  const hn::RebindToSigned<lanes64> d_signed;  // signed comparisons are one operation
  const auto product = hn::Mul(hn::BitCast(d16, sum), hn::BitCast(d16, splat(by.inverse)));
  return hn::RebindMask(d64, hn::Lt(hn::BitCast(d_signed, product),
                                    hn::Set(d_signed, static_cast<std::int64_t>(by.limit + 1))));
}

// --- batches of positions ---

/// Masks of the lanes whose positions decode to 1.
template <int planes, bool is_binary>
HWY_INLINE hn::Mask<lanes64> test_positions(const nullspace_row& row, const divisibility& divisor,
                                            vector64 position, vector64 low, vector64 high) {
  const nullspace_matrix& matrix = row.matrix();
  const vector64 h = hn::And(funnel(low, high, hn::And(position, splat(63))), splat(matrix.mask()));
  const vector64 golden = multiply(hn::ShiftRight<6>(position), splat(nullspace_matrix::golden));
  const vector64 start = hn::ShiftRight<32>(multiply(golden, splat(matrix.start_count())));
  const vector64 shift = hn::And(start, splat(63));
  const auto word =
      hn::BitCast(hn::RebindToSigned<lanes64>(), multiply(hn::ShiftRight<6>(start), splat(planes)));
  vector64 sum = splat(0);
  for (int t = 0; t < planes; ++t) {
    const vector64 plane = funnel(hn::GatherIndex(d64, row.words() + t, word),
                                  hn::GatherIndex(d64, row.words() + planes + t, word), shift);
    const vector64 count = hn::PopulationCount(hn::And(h, plane));
    sum = is_binary ? hn::Or(sum, count) : hn::Add(sum, hn::ShiftLeftSame(count, t));
  }
  return is_binary ? hn::Eq(hn::And(sum, splat(1)), splat(0)) : is_divisible(sum, divisor);
}

template <int planes, bool is_binary, class Batches>
HWY_NOINLINE auto with_test_in(const nullspace_row& row, const Batches& batches) {
  const divisibility divisor(row.field_order());
  return batches([&](const std::uint32_t* next) HWY_ATTR {
    const std::size_t lanes = hn::Lanes(d64);
    const hn::Rebind<std::uint32_t, lanes64> d_positions;
    const vector64 x = hn::PromoteTo(d64, hn::LoadU(d_positions, next));
    const vector64 y = hn::PromoteTo(d64, hn::LoadU(d_positions, next + lanes));
    const auto [a, b] = random_bits(row.matrix(), hn::ShiftRight<6>(x), hn::ShiftRight<6>(y));
    return mask_bits(d64, test_positions<planes, is_binary>(row, divisor, x, a.low, a.high)) |
           mask_bits(d64, test_positions<planes, is_binary>(row, divisor, y, b.low, b.high)) << lanes;
  });
}

// --- whole rows, a group of 64 positions at a time ---

std::uint64_t reversed(std::uint64_t x) {
  x = ((x >> 1) & 0x5555555555555555U) | ((x & 0x5555555555555555U) << 1);
  x = ((x >> 2) & 0x3333333333333333U) | ((x & 0x3333333333333333U) << 2);
  x = ((x >> 4) & 0x0f0f0f0f0f0f0f0fU) | ((x & 0x0f0f0f0f0f0f0f0fU) << 4);
  return __builtin_bswap64(x);
}

/// Parities of the 64 windows of (low, high) against one plane: coefficients 63 .. 126 of a product
/// of polynomials over GF(2), since lane l has the sum over j of bit l + j times plane bit j.
HWY_INLINE std::uint64_t parities(std::uint64_t low, std::uint64_t high, std::uint64_t plane) {
  const hn::FixedTag<std::uint64_t, 2> d;
  HWY_ALIGN const std::uint64_t bits[2] = {low, high};
  const auto factors = hn::Load(d, bits), window = hn::Set(d, reversed(plane));
  HWY_ALIGN std::uint64_t product[2], upper[2];
  hn::Store(hn::CLMulLower(factors, window), d, product);
  hn::Store(hn::CLMulUpper(factors, window), d, upper);
  return (product[0] >> 63) ^ (product[1] << 1) ^ (upper[0] << 1);
}

/// The bits of a group over GF(2^b): 1 where all parities are 0.
template <int planes>
HWY_INLINE std::uint64_t binary_group(std::uint64_t low, std::uint64_t high, const std::uint64_t* window) {
  std::uint64_t any = 0;
  for (int t = 0; t < planes; ++t) any |= parities(low, high, window[t]);
  return ~any;
}

/// The bits of a group over a prime field, a lane a position: weighted byte counts, summed, tested.
template <int planes>
HWY_INLINE std::uint64_t prime_group(std::uint64_t low, std::uint64_t high, const std::uint64_t* window,
                                     const divisibility& divisor) {
  const std::size_t lanes = hn::Lanes(d64);
  const vector64 first_window = splat(window[0]), second_window = splat(window[1]);
  const vector64 third_window = splat(planes > 2 ? window[2] : 0),
                 fourth_window = splat(planes > 3 ? window[3] : 0);
  const vector64 all_low = splat(low), all_high = splat(high);
  vector64 lane = hn::Iota(d64, 0);
  std::uint64_t bits = 0;
  for (std::size_t first = 0; first < 64; first += lanes) {
    const vector64 h = funnel(all_low, all_high, lane);
    lane = hn::Add(lane, splat(lanes));
    const auto count = [&](vector64 plane)
                           HWY_ATTR { return hn::PopulationCount(hn::BitCast(d8, hn::And(h, plane))); };
    auto counts = hn::Zero(d8);
    if constexpr (planes > 3) counts = count(fourth_window);
    if constexpr (planes > 2) counts = hn::Add(hn::Add(counts, counts), count(third_window));
    counts = hn::Add(hn::Add(counts, counts), count(second_window));
    counts = hn::Add(hn::Add(counts, counts), count(first_window));
    std::uint8_t mask[8] = {};
    hn::StoreMaskBits(d64, is_divisible(hn::SumsOf8(counts), divisor), mask);
    bits |= std::uint64_t{mask[0]} << first;
  }
  return bits;
}

/// The bits of as many groups as there are lanes over GF(3), a position a bit: adds up, column by
/// column, what a column contributes to all 64 positions of a group. Elements are pairs of bits (is
/// 1, is 2), added in seven operations (Kawahara, Aoki, Takagi, IEICE Trans. E91-A, 2008). 11
/// positions a stream block with AVX2, 15 with AVX-512, where byte counts reach 8.5 and 10.7.
HWY_INLINE vector64 ternary_groups(vector64 low, vector64 high, vector64 ones, vector64 twos) {
  const hn::RebindToSigned<lanes64> d_signed;
  const auto top_bit_everywhere = [&](vector64 x) HWY_ATTR {
    return hn::BitCast(d64, hn::BroadcastSignBit(hn::BitCast(d_signed, x)));
  };
  vector64 sum1 = splat(0), sum2 = splat(0);
  vector64 column =
      hn::Or(hn::ShiftRight<63>(low), hn::Add(high, high));  // bits 63 .. 126 belong to column 63
  for (int c = 63; c >= 0; --c) {
    const vector64 x1 = hn::And(column, top_bit_everywhere(ones));
    const vector64 x2 = hn::And(column, top_bit_everywhere(twos));
    const vector64 t = hn::Xor(hn::Or(sum2, x1), hn::Or(sum1, x2));
    const vector64 both1 = hn::Or(sum1, x1), both2 = hn::Or(sum2, x2);
    sum2 = hn::Xor(both1, t);
    sum1 = hn::Xor(both2, t);
    ones = hn::Add(ones, ones);
    twos = hn::Add(twos, twos);
    low = hn::Add(low, low);
    column = hn::Or(hn::Add(column, column), hn::ShiftRight<63>(low));
  }
  return hn::Not(hn::Or(sum1, sum2));
}

/// Groups first .. first + 63 over GF(3), as far as there are any.
void ternary_batch(const nullspace_row& row, std::uint64_t first, const std::uint64_t* low,
                   const std::uint64_t* high, std::span<std::uint64_t> bits) {
  const nullspace_matrix& matrix = row.matrix();
  const std::uint64_t groups = (row.length() + 63) / 64;
  const std::size_t lanes = hn::Lanes(d64);
  for (std::uint64_t g = first; g < std::min(groups, first + 64); g += lanes) {
    HWY_ALIGN std::uint64_t ones[hn::MaxLanes(d64)], twos[hn::MaxLanes(d64)];
    const std::size_t used = size_of(std::min<std::uint64_t>(lanes, groups - g));
    for (std::size_t i = 0; i < lanes; ++i) {
      const std::uint32_t start = matrix.start(static_cast<std::uint32_t>(std::min(g + i, groups - 1) * 64));
      ones[i] = row.plane_at(start, 0) & matrix.mask();
      twos[i] = row.plane_at(start, 1) & matrix.mask();
    }
    HWY_ALIGN std::uint64_t decoded[hn::MaxLanes(d64)];
    hn::Store(ternary_groups(hn::Load(d64, low + (g - first)), hn::Load(d64, high + (g - first)),
                             hn::Load(d64, ones), hn::Load(d64, twos)),
              d64, decoded);
    std::copy_n(decoded, used, bits.begin() + static_cast<std::ptrdiff_t>(g));
  }
}

template <int planes, bool is_binary>
HWY_NOINLINE void decode_bits_in(const nullspace_row& row, std::span<std::uint64_t> bits) {
  constexpr std::size_t batch = 64;
  static_assert(batch % (2 * hn::MaxLanes(d64)) == 0);
  HWY_ALIGN std::uint64_t low[batch], high[batch];
  const divisibility divisor(row.field_order());
  const nullspace_matrix& matrix = row.matrix();
  const std::uint64_t groups = (row.length() + 63) / 64;
  for (std::uint64_t first = 0; first < groups; first += batch) {
    const std::size_t lanes = hn::Lanes(d64);
    for (std::size_t i = 0; i < batch && first + i < groups; i += 2 * lanes) {
      const auto [a, b] = random_bits(matrix, hn::Iota(d64, first + i), hn::Iota(d64, first + i + lanes));
      hn::Store(a.low, d64, low + i);
      hn::Store(a.high, d64, high + i);
      hn::Store(b.low, d64, low + i + lanes);
      hn::Store(b.high, d64, high + i + lanes);
    }
    if (row.field_order() == 3) {
      ternary_batch(row, first, low, high, bits);
      continue;
    }
    for (std::uint64_t g = first; g < std::min(groups, first + batch); ++g) {
      std::uint64_t window[planes];
      for (int t = 0; t < planes; ++t)
        window[t] = row.plane_at(matrix.start(static_cast<std::uint32_t>(g * 64)), static_cast<unsigned>(t)) &
                    matrix.mask();
      bits[size_of(g)] = is_binary ? binary_group<planes>(low[g - first], high[g - first], window)
                                   : prime_group<planes>(low[g - first], high[g - first], window, divisor);
    }
  }
  if (row.length() % 64 != 0) bits[size_of(groups - 1)] &= (std::uint64_t{1} << (row.length() % 64)) - 1;
}

/// Calls f.operator()<planes, is_binary>() for the row's field.
template <class F>
HWY_INLINE auto with_shape(const nullspace_row& row, F&& f) {
  const bool is_binary = std::has_single_bit(row.field_order());
  switch (row.planes()) {
    case 1:
      return f.template operator()<1, true>();
    case 2:
      return is_binary ? f.template operator()<2, true>() : f.template operator()<2, false>();
    case 3:
      return is_binary ? f.template operator()<3, true>() : f.template operator()<3, false>();
    default:
      return is_binary ? f.template operator()<4, true>() : f.template operator()<4, false>();
  }
}

/// Calls batches(test), where test(positions) is what decodes at a batch of positions.
template <class Batches>
auto with_test(const nullspace_row& row, const Batches& batches) {
  return with_shape(
      row, [&]<int planes, bool is_binary>() { return with_test_in<planes, is_binary>(row, batches); });
}

void decode_bits(const nullspace_row row, std::span<std::uint64_t> bits) {
  with_shape(row, [&]<int planes, bool is_binary>() { decode_bits_in<planes, is_binary>(row, bits); });
}

#endif

std::uint64_t count_ones(const nullspace_row row, std::span<const std::uint32_t> positions) {
  return with_test(row, [&](const auto& test) HWY_ATTR { return count_in_batches(positions, test); });
}

void select_bits(const nullspace_row row, std::span<const std::uint32_t> positions, std::uint64_t* selected) {
  with_test(row, [&](const auto& test) HWY_ATTR { select_in_batches(positions, selected, test); });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace edgeldp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace edgeldp {

namespace {
EDGELDP_KERNEL_VERSIONS(count_ones);
EDGELDP_KERNEL_VERSIONS(select_bits);
EDGELDP_KERNEL_VERSIONS(decode_bits);
}  // namespace

std::uint64_t nullspace_row::count_ones(std::span<const std::uint32_t> positions) const noexcept {
  return EDGELDP_KERNEL(count_ones)(*this, positions);
}

void nullspace_row::select_bits(std::span<const std::uint32_t> positions,
                                std::span<std::uint64_t> selected) const noexcept {
  EDGELDP_KERNEL(select_bits)(*this, positions, selected.data());
}

void nullspace_row::decode_bits(std::span<std::uint64_t> bits) const noexcept {
  EDGELDP_KERNEL(decode_bits)(*this, bits);
}

}  // namespace edgeldp
#endif
