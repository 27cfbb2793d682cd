// SPDX-License-Identifier: MIT
// Reading of ppr's candidates, compiled once for each vector extension; the processor chooses at
// run time. Every version says what ppr_candidates::bit says, which is also the version without
// vectors.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "codec/ppr/kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/ppr/kernels.cpp"
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

std::uint64_t test_positions(const ppr_row& row, const std::uint32_t* positions) {
  return row.bit(*positions) ? 1 : 0;
}

void decode_bits(const ppr_row row, std::span<std::uint64_t> bits) {
  std::fill_n(bits.begin(), (row.length() + 63) / 64, 0);
  for (std::uint64_t first = 0; first < row.length();) {
    const std::uint64_t candidate = row.index_at(static_cast<std::uint32_t>(first));
    const std::uint64_t chunk_end = (first / row.chunk_size() + 1) * row.chunk_size();
    const std::uint64_t last = std::min({row.length(), chunk_end, (first | 15) + 1});
    const philox_block block = row.candidates().positions(candidate, static_cast<std::uint32_t>(first >> 4));
    for (; first < last; ++first) {
      const auto position = static_cast<std::uint32_t>(first);
      bits[first >> 6] |= std::uint64_t{row.candidates().bit_in(block, candidate, position)} << (first & 63);
    }
  }
}

std::uint64_t count_zeros(const ppr_candidates& candidates, std::uint64_t index,
                          const std::uint32_t* positions, std::size_t count, std::uint64_t enough) {
  std::uint64_t zeros = 0;
  for (std::size_t i = 0; i < count && zeros < enough; ++i)
    zeros += candidates.bit(index, positions[i]) ? 0 : 1;
  return zeros;
}

#else

HWY_INLINE vector64 load_indices(const ppr_row& row, vector64 chunk) {
  return hn::GatherIndex(d64, row.indices(), hn::BitCast(hn::RebindToSigned<lanes64>(), chunk));
}

/// K of each position's chunk: ppr_row::chunk_of, then a load.
HWY_INLINE vector64 index_at(const ppr_row& row, vector64 position) {
  const std::uint64_t inverse = row.inverse_chunk_size();
  const vector64 low = splat(inverse & 0xffffffff), high = splat(inverse >> 32);
  const auto factor = hn::BitCast(d32, position);
  const vector64 product_low = hn::Add(hn::MulEven(factor, hn::BitCast(d32, low)), low);
  const vector64 product_high = hn::Add(hn::MulEven(factor, hn::BitCast(d32, high)), high);
  const vector64 chunk = hn::ShiftRight<32>(hn::Add(product_high, hn::ShiftRight<32>(product_low)));
  return load_indices(row, chunk);
}

/// Counter word 2: the high bits of K and the stream's tag.
template <class V>
HWY_INLINE V tagged(stream_tag tag, V index) {
  const hn::DFromV<V> d;
  return hn::Or(hn::ShiftRight<32>(index), hn::Set(d, std::uint64_t{static_cast<std::uint8_t>(tag)} << 24));
}

/// One of the 2^log2_lanes equal parts of a block: number `position` mod 2^log2_lanes.
template <int log2_lanes, class V>
HWY_INLINE V select_lane(V position, V w0, V w1, V w2, V w3) {
  constexpr std::uint64_t half_lanes = std::uint64_t{1} << (log2_lanes - 1);
  constexpr int log2_bits = 7 - log2_lanes;
  const hn::DFromV<V> d;
  const auto is_high = hn::TestBit(position, hn::Set(d, half_lanes));
  const V half = hn::IfThenElse(is_high, join_words(d, w2, w3), join_words(d, w0, w1));
  const V shift = hn::ShiftLeft<log2_bits>(hn::And(position, hn::Set(d, half_lanes - 1)));
  return hn::And(hn::Shr(half, shift), hn::Set(d, (std::uint64_t{1} << (1 << log2_bits)) - 1));
}

/// In place of two sets of positions, what a stream with 2^log2_lanes positions a block holds for
/// them.
template <stream_tag tag, int log2_lanes>
HWY_INLINE void read_stream(const ppr_row& row, vector64& a, vector64& b) {
  const vector64 user = splat(row.candidates().user());
  vector64 a0 = hn::ShiftRight<log2_lanes>(a), a1 = index_at(row, a), a2 = tagged(tag, a1), a3 = user;
  vector64 b0 = hn::ShiftRight<log2_lanes>(b), b1 = index_at(row, b), b2 = tagged(tag, b1), b3 = user;
  philox_vector_pair(d64, row.candidates().key().value, a0, a1, a2, a3, b0, b1, b2, b3);
  a = select_lane<log2_lanes>(a, a0, a1, a2, a3);
  b = select_lane<log2_lanes>(b, b0, b1, b2, b3);
}

template <class D = lanes64>
HWY_INLINE hn::Vec<D> load_positions(const std::uint32_t* positions, D d = D()) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<std::uint32_t, D>(), positions));
}

/// A bit a lane: its byte is below the tie byte, or ties and the low bits decide.
HWY_INLINE std::uint64_t compare_bytes(const ppr_row& row, const std::uint32_t* positions, vector64 byte) {
  const hn::RebindToSigned<lanes64> d_signed;
  const auto difference = hn::BitCast(d_signed, hn::Sub(byte, splat(row.candidates().tie_byte())));
  std::uint64_t ones = mask_bits(d_signed, hn::Lt(difference, hn::Zero(d_signed)));
  const auto is_tied = hn::Eq(difference, hn::Zero(d_signed));
  if (HWY_LIKELY(hn::AllFalse(d_signed, is_tied))) return ones;
  for (std::uint64_t ties = mask_bits(d_signed, is_tied); ties != 0; ties &= ties - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(ties));
    ones |= std::uint64_t{row.bit(positions[lane])} << lane;
  }
  return ones;
}

HWY_INLINE std::uint64_t test_positions(const ppr_row& row, const std::uint32_t* positions) {
  const std::size_t lanes = hn::Lanes(d64);
  vector64 a = load_positions(positions), b = load_positions(positions + lanes);
  read_stream<stream_tag::ppr, 4>(row, a, b);
  return compare_bytes(row, positions, a) | compare_bytes(row, positions + lanes, b) << lanes;
}

// --- whole rows ---

/// Which item each lane of a pair's vectors takes, so that interleaving the vectors of low and high
/// block halves puts items in order: on 128-bit blocks of lanes, even lanes take the first half of
/// the items.
HWY_INLINE vector64 item_order() {
  const vector64 lane = hn::Iota(d64, 0);
  const vector64 is_odd = hn::And(lane, splat(1));
  return hn::Add(hn::ShiftRight<1>(lane),
                 hn::IfThenElse(hn::Eq(is_odd, splat(0)), splat(0), splat(hn::Lanes(d64) / 2)));
}

/// Sixteen bits a block, in order of position: is the byte below the tie byte, and does it tie.
// NOLINTNEXTLINE(readability-function-size): vectors stay in registers.
HWY_INLINE void store_bits(const ppr_row& row, vector64 w0, vector64 w1, vector64 w2, vector64 w3,
                           std::uint8_t* ones, std::uint8_t* ties) {
  const vector64 low = join_words(d64, w0, w1), high = join_words(d64, w2, w3);
  const auto tie_byte = hn::Set(d8, static_cast<std::uint8_t>(row.candidates().tie_byte()));
  const auto first = hn::BitCast(d8, hn::InterleaveLower(d64, low, high));
  const auto second = hn::BitCast(d8, hn::InterleaveUpper(d64, low, high));
  const std::size_t bytes = hn::Lanes(d64);
  hn::StoreMaskBits(d8, hn::Lt(first, tie_byte), ones);
  hn::StoreMaskBits(d8, hn::Lt(second, tie_byte), ones + bytes);
  hn::StoreMaskBits(d8, hn::Eq(first, tie_byte), ties);
  hn::StoreMaskBits(d8, hn::Eq(second, tie_byte), ties + bytes);
}

/// Two vectors of blocks: block indices a and b, candidates K of each.
// NOLINTNEXTLINE(readability-function-size): vectors stay in registers.
HWY_INLINE void decode_blocks(const ppr_row& row, vector64 a, vector64 index_a, vector64 b, vector64 index_b,
                              std::uint8_t* ones, std::uint8_t* ties) {
  const vector64 user = splat(row.candidates().user());
  vector64 a1 = index_a, a2 = tagged(stream_tag::ppr, index_a), a3 = user;
  vector64 b1 = index_b, b2 = tagged(stream_tag::ppr, index_b), b3 = user;
  philox_vector_pair(d64, row.candidates().key().value, a, a1, a2, a3, b, b1, b2, b3);
  const std::size_t bytes = 2 * hn::Lanes(d64);
  store_bits(row, a, a1, a2, a3, ones, ties);
  store_bits(row, b, b1, b2, b3, ones + bytes, ties + bytes);
}

constexpr std::uint64_t tile_positions = 16384;
constexpr std::size_t slack = 4 * hn::MaxLanes(lanes64());  // bytes of one decode_blocks

/// Bits of some positions of a row before their ties are decided.
struct tile {
  std::uint64_t first, last;  ///< [first, last); first is a multiple of 64
  HWY_ALIGN std::uint8_t ones[tile_positions / 8 + slack];
  HWY_ALIGN std::uint8_t ties[tile_positions / 8 + slack];
};

/// Every block, from the candidate of its first position.
HWY_INLINE void decode_by_first_position(const ppr_row& row, tile& t) {
  const std::uint64_t step = hn::Lanes(d64);
  const auto last_position = hn::Set(d32, static_cast<std::uint32_t>(t.last - 1));
  const auto index = [&](vector64 block) HWY_ATTR {  // lanes past the end repeat the last candidate
    const auto position = hn::BitCast(d32, hn::ShiftLeft<4>(block));
    return index_at(row, hn::BitCast(d64, hn::Min(position, last_position)));
  };
  for (std::uint64_t block = t.first / 16; block * 16 < t.last; block += 2 * step) {
    const std::uint64_t at = (block * 16 - t.first) / 8;
    const vector64 a = hn::Add(splat(block), item_order()), b = hn::Add(a, splat(step));
    decode_blocks(row, a, index(a), b, index(b), t.ones + at, t.ties + at);
  }
}

/// Replaces the bits of a block from `lane` on.
HWY_INLINE void replace_from(std::uint8_t* to, const std::uint8_t* from, unsigned lane) {
  const unsigned keep = (1U << lane) - 1;
  to[0] = static_cast<std::uint8_t>((to[0] & keep) | (from[0] & ~keep));
  to[1] = static_cast<std::uint8_t>((to[1] & (keep >> 8)) | (from[1] & ~(keep >> 8)));
}

/// From each chunk's start to the end of its block, the bits of the chunk's own candidate. In
/// ascending order: where chunks are shorter than a block, the last to start in it decides its end.
HWY_INLINE void redecode_chunk_starts(const ppr_row& row, tile& t) {
  const std::uint64_t size = row.chunk_size(), step = hn::Lanes(d64);
  if (size % 16 == 0) return;
  const std::uint64_t end = row.chunk_of(static_cast<std::uint32_t>(t.last - 1)) + std::uint64_t{1};
  const vector64 last_chunk = splat(end - 1);
  const auto start_block = [&](vector64 chunk) HWY_ATTR {
    return hn::ShiftRight<4>(hn::MulEven(hn::BitCast(d32, chunk), hn::BitCast(d32, splat(size))));
  };
  std::uint8_t ones[slack], ties[slack];
  for (std::uint64_t chunk = (t.first + size - 1) / size; chunk < end; chunk += 2 * step) {
    // lanes past the end repeat the last chunk
    const vector64 a = hn::Min(hn::Add(splat(chunk), item_order()), last_chunk);
    const vector64 b = hn::Min(hn::Add(splat(chunk + step), item_order()), last_chunk);
    decode_blocks(row, start_block(a), load_indices(row, a), start_block(b), load_indices(row, b), ones,
                  ties);
    for (std::uint64_t i = 0; i < 2 * step && chunk + i < end; ++i) {
      const std::uint64_t start = (chunk + i) * size - t.first;
      replace_from(t.ones + start / 16 * 2, ones + 2 * i, start % 16);
      replace_from(t.ties + start / 16 * 2, ties + 2 * i, start % 16);
    }
  }
}

/// Sets the bits of those of `count` tied positions that are ones. `positions` has room for a
/// vector pair more.
void decide_ties(const ppr_row& row, std::uint32_t* positions, std::size_t count, std::uint64_t* words) {
  const std::size_t lanes = hn::Lanes(d64);
  HWY_ALIGN std::uint64_t drawn[2 * hn::MaxLanes(d64)];
  std::fill_n(positions + count, 2 * lanes, 0);
  for (std::size_t i = 0; i < count; i += 2 * lanes) {
    vector64 a = load_positions(positions + i), b = load_positions(positions + i + lanes);
    read_stream<stream_tag::ppr_ties, 2>(row, a, b);
    hn::Store(a, d64, drawn);
    hn::Store(b, d64, drawn + lanes);
    for (std::size_t j = 0; j < std::min(count - i, 2 * lanes); ++j) {
      const std::uint32_t position = positions[i + j];
      words[position / 64] |= std::uint64_t{drawn[j] < row.candidates().tie_word()} << (position % 64);
    }
  }
}

HWY_INLINE std::uint64_t load_word(const std::uint8_t* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

/// The tile's words, ties decided and the bits past its end zero. Ties are decided many at once:
/// one by one they took a quarter of a row's time (36.5 instead of 27.8 us for 100 000 positions,
/// AVX2).
HWY_INLINE void finish(const ppr_row& row, const tile& t, std::uint64_t* words) {
  std::uint32_t tied[128 + 2 * hn::MaxLanes(d64)];
  std::size_t count = 0;
  for (std::uint64_t first = t.first; first < t.last; first += 64) {
    const std::uint64_t at = (first - t.first) / 8;
    const std::uint64_t used = ~std::uint64_t{0} >> (64 - std::min<std::uint64_t>(64, t.last - first));
    words[first / 64] = load_word(t.ones + at) & used;
    for (std::uint64_t ties = load_word(t.ties + at) & used; ties != 0; ties &= ties - 1) {
      tied[count++] = static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(std::countr_zero(ties));
    }
    if (count < 64) continue;
    decide_ties(row, tied, count, words);
    count = 0;
  }
  decide_ties(row, tied, count, words);
}

void decode_bits(const ppr_row row, std::span<std::uint64_t> bits) {
  tile t;
  for (t.first = 0; t.first < row.length(); t.first = t.last) {
    t.last = std::min(row.length(), t.first + tile_positions);
    decode_by_first_position(row, t);
    redecode_chunk_starts(row, t);
    finish(row, t, bits.data());
  }
}

// --- one candidate at given positions ---

// Four lanes bound what is read past the end; with eight, encoding took the same time.
using few64 = hn::CappedTag<std::uint64_t, 4>;
static_assert(2 * hn::MaxLanes(few64()) <= count_zeros_slack);

/// How many of the first `used` lanes are zeros.
template <class V = hn::Vec<few64>>
HWY_INLINE std::size_t zeros_among(const ppr_candidates& candidates, std::uint64_t index,
                                   const std::uint32_t* positions, V byte, std::size_t used) {
  const few64 d;
  const V difference = hn::Sub(byte, hn::Set(d, std::uint64_t{candidates.tie_byte()}));
  const auto is_used = hn::FirstN(d, used);
  const auto is_one = hn::And(is_used, hn::TestBit(difference, hn::Set(d, std::uint64_t{1} << 63)));
  std::size_t zeros = used - hn::CountTrue(d, is_one);
  const auto ties = hn::And(is_used, hn::Eq(difference, hn::Set(d, 0)));
  if (HWY_LIKELY(hn::AllFalse(d, ties))) return zeros;
  HWY_ALIGN std::uint64_t tied[hn::MaxLanes(d)];
  hn::Store(hn::VecFromMask(d, ties), d, tied);
  for (std::size_t lane = 0; lane < used; ++lane)
    zeros -= tied[lane] != 0 && candidates.bit(index, positions[lane]);
  return zeros;
}

std::uint64_t count_zeros(const ppr_candidates& candidates, std::uint64_t index,
                          const std::uint32_t* positions, std::size_t count, std::uint64_t enough) {
  const few64 d;
  const std::size_t lanes = hn::Lanes(d);
  std::uint64_t zeros = 0;
  for (std::size_t i = 0; i < count && zeros < enough; i += 2 * lanes) {
    const auto a = load_positions(positions + i, d), b = load_positions(positions + i + lanes, d);
    auto a0 = hn::ShiftRight<4>(a), a1 = hn::Set(d, index), a2 = tagged(stream_tag::ppr, a1),
         a3 = hn::Set(d, std::uint64_t{candidates.user()});
    auto b0 = hn::ShiftRight<4>(b), b1 = a1, b2 = a2, b3 = a3;
    philox_vector_pair(d, candidates.key().value, a0, a1, a2, a3, b0, b1, b2, b3);
    const std::size_t used = std::min(count - i, 2 * lanes), used_a = std::min(used, lanes);
    zeros += zeros_among(candidates, index, positions + i, select_lane<4>(a, a0, a1, a2, a3), used_a);
    zeros += zeros_among(candidates, index, positions + i + lanes, select_lane<4>(b, b0, b1, b2, b3),
                         used - used_a);
  }
  return zeros;
}

#endif  // plain or vectors

std::uint64_t count_ones(const ppr_row row, std::span<const std::uint32_t> positions) {
  return count_in_batches(positions,
                          [&](const std::uint32_t* next) HWY_ATTR { return test_positions(row, next); });
}

void select_bits(const ppr_row row, std::span<const std::uint32_t> positions, std::uint64_t* selected) {
  select_in_batches(positions, selected,
                    [&](const std::uint32_t* next) HWY_ATTR { return test_positions(row, next); });
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace edgeldp
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace edgeldp {

EDGELDP_KERNEL_VERSIONS(count_ones);
EDGELDP_KERNEL_VERSIONS(select_bits);
EDGELDP_KERNEL_VERSIONS(decode_bits);
EDGELDP_KERNEL_VERSIONS(count_zeros);

std::uint64_t ppr_row::count_ones(std::span<const std::uint32_t> positions) const noexcept {
  return EDGELDP_KERNEL(count_ones)(*this, positions);
}

void ppr_row::select_bits(std::span<const std::uint32_t> positions,
                          std::span<std::uint64_t> selected) const noexcept {
  EDGELDP_KERNEL(select_bits)(*this, positions, selected.data());
}

void ppr_row::decode_bits(std::span<std::uint64_t> bits) const noexcept {
  EDGELDP_KERNEL(decode_bits)(*this, bits);
}

count_zeros_function* choose_count_zeros() {
  return &EDGELDP_KERNEL(count_zeros);
}

}  // namespace edgeldp
#endif  // HWY_ONCE
