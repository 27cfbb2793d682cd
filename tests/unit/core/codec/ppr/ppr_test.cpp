// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/ppr/ppr.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/selection.hpp"
#include "support/simd_targets.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

const std::uint64_t ppr_lengths[] = {1, 2, 15, 16, 17, 63, 64, 65, 100, 257};

randomized_response response(std::uint32_t alphabet = 2) {
  return randomized_response::for_budget(epsilon::from_nats(0.5), alphabet);
}

/// One decoded value, straight from the counter layout with a full 40-bit integer: no bytes, no
/// shortcuts.
std::uint32_t slow_offset(std::uint64_t key, const randomized_response& rr, std::uint32_t user,
                          std::uint64_t k, std::uint32_t x) {
  const auto low = static_cast<std::uint32_t>(k), high = static_cast<std::uint32_t>(k >> 32);
  const philox_block bytes = philox4x32_10(key, {x / 16, low, high | (1U << 24), user});
  const philox_block ties = philox4x32_10(key, {4 * (x / 16) + x % 16 / 4, low, high | (2U << 24), user});
  const std::uint32_t lane = x % 16;
  const std::uint64_t byte = (bytes[lane / 4] >> (8 * (lane % 4))) & 0xff;
  return rr.offset_of((byte << 32) | ties[lane % 4]);
}

TEST(PprCandidatesTest, MatchTheFortyBitReference) {
  for (const std::uint32_t alphabet : {2U, 3U, 5U, 11U, 256U}) {
    const auto rr = response(alphabet);
    const ppr_candidates candidates(public_randomness(release_key{0xabcdef0123456789}), rr, 77);
    for (const std::uint64_t k :
         {std::uint64_t{1}, std::uint64_t{5}, (std::uint64_t{1} << 40) - 1, largest_candidate}) {
      for (std::uint32_t x = 0; x < 600; ++x)
        ASSERT_EQ(candidates.offset(k, x), slow_offset(0xabcdef0123456789, rr, 77, k, x))
            << alphabet << ", " << k << ", " << x;
      EXPECT_EQ(candidates.offset(k, 0xffffffff), slow_offset(0xabcdef0123456789, rr, 77, k, 0xffffffff));
    }
  }
}

// Positions whose byte is exactly T >> 32 read the tie stream: of 200 000, about 1 in 256, decided
// by the low 32 bits.
TEST(PprCandidatesTest, TiesAreDecidedByTheTieStream) {
  const std::uint64_t threshold =
      (std::uint64_t{100} << 32) | 0x40000000;  // a tie is a one with probability 1/4
  const auto rr = randomized_response::from_threshold(threshold);
  const ppr_candidates candidates(public_randomness(release_key{3}), rr, 1);
  std::uint64_t ties = 0, ones = 0;
  constexpr std::uint32_t positions = 200'000;
  for (std::uint32_t x = 0; x < positions; ++x) {
    const bool bit = candidates.bit(9, x);
    ASSERT_EQ(bit, slow_offset(3, rr, 1, 9, x) == 1);
    if (ppr_candidates::lane_byte(candidates.positions(9, x / 16), x % 16) != 100) continue;
    ++ties;
    ones += bit ? 1 : 0;
  }
  EXPECT_LT(std::fabs(test::binomial_z(ties, positions, 1.0 / 256.0)), test::significant_z);
  EXPECT_LT(std::fabs(test::binomial_z(ones, ties, 0.25)), test::significant_z);
}

std::vector<row_entry> few_entries(std::uint64_t length, std::uint32_t alphabet) {
  std::vector<row_entry> entries;
  // few, since the work of a chunk grows like exp(e0 entries)
  for (std::uint64_t x = 0; x < length; x += std::max<std::uint64_t>(7, length / 6))
    entries.push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(1 + x % (alphabet - 1))});
  return entries;
}

TEST(PprTest, BitOffsetAndDecodeBitsAgree) {
  const ppr_codec codec(release_key{12}, response(), ppr_alpha(2.0));
  simulation_randomness coins(1, 1, 1);
  for (const std::uint64_t length : ppr_lengths) {
    for (const std::uint64_t chunks :
         {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, (length + 4) / 5, length}) {
      const row_shape shape{5, length, chunks, 0};
      std::vector<std::uint64_t> words(codec.word_count(shape)), bits((length + 63) / 64, ~std::uint64_t{0});
      codec.encode(shape, few_entries(length, 2), coins, words);
      const ppr_row row = codec.row(shape, words);
      row.decode_bits(bits);
      for (std::uint64_t x = 0; x < bits.size() * 64; ++x) {
        const bool bit = (bits[x / 64] >> (x % 64)) & 1;
        const auto position = static_cast<std::uint32_t>(x);
        ASSERT_EQ(bit, x < length && row.bit(position)) << length << ", " << chunks << ", " << x;
        if (x >= length) continue;
        ASSERT_EQ(row.offset(position), bit ? 1U : 0U);
        ASSERT_EQ(row.offset(position),
                  slow_offset(12, codec.response(), 5, words[x / codec.chunk_size(shape)], position));
      }
    }
  }
}

// Thresholds of every kind: tiny (every one is a tie), no tie is a one, some ties are ones, the
// largest.
const std::uint64_t thresholds[] = {1, 0xfffffff0, std::uint64_t{100} << 32,
                                    (std::uint64_t{37} << 32) | 0x40000000, (std::uint64_t{1} << 39) - 1};

std::uint64_t ones_by_bit(const ppr_row& row, std::span<const std::uint32_t> positions) {
  std::uint64_t ones = 0;
  for (const std::uint32_t position : positions) ones += row.bit(position) ? 1 : 0;
  return ones;
}

void expect_same_counts(const ppr_row& row, std::vector<std::uint32_t> positions) {
  for (const bool sorted : {false, true}) {
    if (sorted) std::ranges::sort(positions);
    const std::span<const std::uint32_t> all(positions);
    for (const std::size_t skip : std::initializer_list<std::size_t>{0, 1, 3}) {
      for (std::size_t count = 0; skip + count <= all.size();
           count = count < 40 ? count + 1 : 2 * count + 1) {
        const auto some = all.subspan(skip, count);
        ASSERT_EQ(row.count_ones(some), ones_by_bit(row, some)) << skip << ", " << count;
        ASSERT_EQ(test::selected_by(row, some),
                  test::select_one_by_one(some, [&](std::uint32_t x) { return row.bit(x); }))
            << skip << ", " << count;
      }
    }
  }
}

void expect_same_bits(const ppr_row& row, const std::vector<std::uint64_t>& expected) {
  std::vector<std::uint64_t> bits(expected.size() + 1, 0x0123456789abcdef);
  row.decode_bits(bits);
  ASSERT_EQ(bits.back(), 0x0123456789abcdef);  // nothing is written past the last word
  bits.pop_back();
  ASSERT_EQ(bits, expected);
}

/// A row of `length` in chunks of `chunk_size`, asked in every vector version, against bit().
void expect_same_row(std::uint64_t threshold, std::uint64_t length, std::uint64_t chunk_size) {
  std::mt19937_64 random(length * 1000 + chunk_size);
  const ppr_candidates candidates(public_randomness(release_key{0xfedcba9876543210}),
                                  randomized_response::from_threshold(threshold), 0x89abcdef);
  std::vector<std::uint64_t> indices((length + chunk_size - 1) / chunk_size);
  for (std::uint64_t& index : indices) index = 1 + (random() >> (9 + random() % 55));
  const ppr_row row(candidates, indices, length, chunk_size);
  std::vector<std::uint64_t> bits((length + 63) / 64);
  for (std::uint64_t x = 0; x < length; ++x)
    bits[x / 64] |= std::uint64_t{row.bit(static_cast<std::uint32_t>(x))} << (x % 64);
  std::vector<std::uint32_t> positions(300);
  for (std::uint32_t& position : positions) position = static_cast<std::uint32_t>(random() % length);
  test::for_each_vector_target([&](const char* target) {
    SCOPED_TRACE(::testing::Message() << target << ", threshold " << threshold << ", length " << length
                                      << ", chunk size " << chunk_size);
    expect_same_bits(row, bits);
    expect_same_counts(row, positions);
  });
}

TEST(PprRowTest, VectorsSayWhatBitSays) {
  for (const std::uint64_t threshold : thresholds) {
    for (const std::uint64_t length :
         std::initializer_list<std::uint64_t>{1, 2, 15, 16, 17, 63, 64, 65, 100, 257, 1000}) {
      for (const std::uint64_t chunk_size :
           std::initializer_list<std::uint64_t>{1, 3, 15, 16, 17, 48, 1000, 1009}) {
        ASSERT_NO_FATAL_FAILURE(expect_same_row(threshold, length, chunk_size));
      }
    }
  }
}

// Longer than the pieces that rows are decoded in.
TEST(PprRowTest, VectorsSayWhatBitSaysOnLongRows) {
  for (const std::uint64_t length : std::initializer_list<std::uint64_t>{16384, 16385, 50001}) {
    for (const std::uint64_t chunk_size :
         std::initializer_list<std::uint64_t>{1, 3, 16, 17, 1000, 16384, 20000, 60000}) {
      ASSERT_NO_FATAL_FAILURE(expect_same_row(thresholds[3], length, chunk_size));
    }
  }
}

// Positions up to 2^32 - 1, whose products need every bit.
TEST(PprRowTest, VectorsSayWhatBitSaysOnTheLongestRow) {
  constexpr std::uint64_t length = std::uint64_t{1} << 32;
  std::mt19937_64 random(8);
  const ppr_candidates candidates(public_randomness(release_key{5}), response(), 3);
  std::vector<std::uint64_t> indices(3000);
  for (std::uint64_t& index : indices) index = 1 + (random() >> 20);
  for (const std::uint64_t chunk_size :
       {std::uint64_t{1500007}, length / 2048, length / 3 + 1, length / 2, length}) {
    const ppr_row row(candidates, indices, length, chunk_size);
    std::vector<std::uint32_t> positions{0, 0xffffffff, 0x7fffffff, 0x80000000};
    for (int i = 0; i < 200; ++i) {
      const auto start = static_cast<std::uint32_t>(random() % (length / chunk_size) * chunk_size);
      for (const std::uint32_t position : {start - 1, start, static_cast<std::uint32_t>(random())})
        positions.push_back(position);
    }
    test::for_each_vector_target([&](const char*) { expect_same_counts(row, positions); });
  }
}

TEST(PprRowTest, EmptyRowsAndEmptyQuestionsAreFine) {
  const ppr_codec codec(release_key{12}, response(), ppr_alpha(2.0));
  const ppr_row empty = codec.row(row_shape{5, 0, 1, 0}, {});
  test::for_each_vector_target([&](const char*) {
    EXPECT_EQ(empty.count_ones({}), 0U);
    empty.decode_bits({});
  });
}

TEST(PprRowTest, ChunkOfIsTheQuotient) {
  const ppr_candidates candidates(public_randomness(release_key{5}), response(), 3);
  std::mt19937_64 random(9);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t size = 1 + (random() >> (32 + random() % 32));
    const ppr_row row(candidates, {}, std::uint64_t{1} << 32, size);
    const auto some = static_cast<std::uint32_t>(random());
    const auto multiple = static_cast<std::uint32_t>(some / size * size);
    for (const std::uint32_t x : {some, multiple, multiple - 1, std::uint32_t{0}, 0xffffffffU})
      ASSERT_EQ(row.chunk_of(x), x / size) << x << ", " << size;
  }
  EXPECT_EQ(ppr_row(candidates, {}, std::uint64_t{1} << 32, std::uint64_t{1} << 32).chunk_of(0xffffffff), 0U);
}

TEST(PprTest, ReturnsTheSameBitInAnyVisitOrder) {
  const ppr_codec codec(release_key{13}, response(), ppr_alpha(2.0));
  const row_shape shape{5, 300, 4, 0};
  const std::vector<std::uint64_t> words = {1, 900, 3, std::uint64_t{1} << 39};
  const ppr_row row = codec.row(shape, words), again = codec.row(shape, words);
  std::vector<bool> forward;
  for (std::uint32_t x = 0; x < 300; ++x) forward.push_back(row.bit(x));
  for (std::uint32_t x = 300; x-- > 0;) EXPECT_EQ(again.bit(x), forward[x]);
}

TEST(PprTest, ChunksCoverTheRow) {
  const ppr_codec codec(release_key{13}, response(), ppr_alpha(2.0));
  for (std::uint64_t length = 1; length < 100; ++length) {
    for (std::uint64_t chunks = 1; chunks <= length; ++chunks) {
      const row_shape shape{0, length, chunks, 0};
      const std::uint64_t size = codec.chunk_size(shape), words = codec.word_count(shape);
      EXPECT_GE(size * words, length);
      EXPECT_LT(size * (words - 1), length);
      EXPECT_LE(words, chunks);
    }
  }
  EXPECT_EQ(codec.word_count(row_shape{0, 0, 1, 0}), 0U);
}

TEST(PprTest, MessagesComeBackWithExtremeIndices) {
  for (const unsigned limit : {1U, 5U, 40U, 55U}) {
    const ppr_codec codec(release_key{14}, response(), ppr_alpha(1.5), limit);
    const std::uint64_t top = std::uint64_t{1} << limit;
    const std::vector<std::uint64_t> words = {1, top, top - 1, 1, top / 2, (top + 1) / 3 + 1, top};
    const row_shape shape{0, 700, 7, 20};
    ppr_codec::model writer(codec), reader(codec);
    range_encoder out;
    codec.write(shape, words, out, writer);
    const auto bytes = out.finish();
    range_decoder in(bytes);
    std::vector<std::uint64_t> back(7);
    codec.read(shape, in, reader, back);
    EXPECT_EQ(back, words) << limit;
  }
}

/// Encoded by the sampler alone, with every bit read and no early exit.
std::uint64_t plainly_encoded(const ppr_codec& codec, release_key key, const row_shape& shape,
                              std::span<const row_entry> entries, private_randomness& coins) {
  const ppr_candidates candidates(public_randomness(key), codec.response(), shape.user);
  const auto loss = [&](std::uint64_t k, std::uint64_t) {
    std::uint64_t sum = 0;
    for (const row_entry& entry : entries) sum += candidates.bit(k, entry.position) ? 0 : 2;
    return sum;
  };
  return sample_ppr_index(codec.index_law(), std::uint64_t{1} << codec.candidate_limit_log2(), coins, loss)
      .index;
}

// 0 to 40 entries fill vectors of candidates' bits in every way; the last threshold makes one test
// in 256 a tie that is a one half the time.
TEST(PprTest, EveryVectorVersionEncodesAsTheSamplerDoes) {
  for (const auto& [threshold, alpha] :
       {std::pair{std::uint64_t{500'000'000'000}, 2.0}, std::pair{std::uint64_t{117} << 32, 1.5},
        std::pair{(std::uint64_t{118} << 32) | 0x80000000, 3.0}}) {
    const release_key key{77};
    const ppr_codec codec(key, randomized_response::from_threshold(threshold), ppr_alpha(alpha));
    std::mt19937_64 random(5);
    for (std::uint32_t count = 0; count <= 40; ++count) {
      std::vector<row_entry> entries(count);
      for (std::uint32_t i = 0; i < count; ++i)
        entries[i].position = (i + 1) * 1000 + static_cast<std::uint32_t>(random() % 1000);
      const row_shape shape{count, 50'000, 1, 0};
      simulation_randomness plain_coins(1, 1, count);
      const std::uint64_t expected = plainly_encoded(codec, key, shape, entries, plain_coins);
      test::for_each_vector_target([&](const char* target) {
        simulation_randomness coins(1, 1, count);
        std::vector<std::uint64_t> words(1);
        codec.encode(shape, entries, coins, words);
        EXPECT_EQ(words[0], expected) << target << ", " << threshold << ", " << count;
      });
    }
  }
}

TEST(PprTest, IndicesStayInsideTheCandidateList) {
  simulation_randomness coins(2, 1, 1);
  for (const unsigned limit : {1U, 2U, 6U}) {
    const ppr_codec codec(release_key{14}, response(), ppr_alpha(1.3), limit);
    const row_shape shape{0, 60, 6, 0};
    std::vector<std::uint64_t> words(6);
    for (int i = 0; i < 2000; ++i) {
      codec.encode(shape, few_entries(60, 2), coins, words);
      for (const std::uint64_t k : words) ASSERT_TRUE(k >= 1 && k <= (std::uint64_t{1} << limit)) << k;
    }
  }
}

TEST(PprTest, ChoosesTheListByAlpha) {
  EXPECT_EQ(ppr_codec(release_key{1}, response(), ppr_alpha(2.0)).candidate_limit_log2(), 40U);
  EXPECT_EQ(ppr_codec(release_key{1}, response(), ppr_alpha(1.999)).candidate_limit_log2(), 55U);
  EXPECT_THROW(ppr_codec(release_key{1}, response(), ppr_alpha(2.0), 57), invalid_parameter);
}

TEST(PprTest, TruncationBoundFallsWithTheListAndGrowsWithTheLoad) {
  const ppr_codec small(release_key{1}, response(), ppr_alpha(2.0), 20),
      large(release_key{1}, response(), ppr_alpha(2.0), 40);
  EXPECT_LT(large.truncation_bound(8), small.truncation_bound(8));
  EXPECT_NEAR(small.truncation_bound(0), 2.0 * 0x1.0p-20, 1e-12);  // Gamma(3) / 1 * 2^-20
  EXPECT_GT(small.truncation_bound(9), small.truncation_bound(8));
  EXPECT_EQ(small.truncation_bound(100000), 1.0);
}

TEST(PprTest, WorkDoesNotGrowWithTheIndex) {
  const ppr_codec codec(release_key{15}, response(), ppr_alpha(1.3));
  const row_shape shape{0, 16, 1, 0};
  std::vector<std::uint64_t> words(1);
  simulation_randomness coins(3, 1, 1);
  std::uint64_t largest = 0, work = 0;
  for (int i = 0; i < 20'000; ++i) {
    work = std::max(work, codec.encode_counting(shape, {}, coins, words));
    largest = std::max(largest, words[0]);
  }
  EXPECT_GT(largest, std::uint64_t{1} << 30);
  EXPECT_LT(work, 100U);
}

TEST(PprTest, RefusesEntriesOutsideTheRow) {
  const ppr_codec codec(release_key{16}, response(), ppr_alpha(2.0));
  const std::vector<row_entry> outside = {{16, 1}};
  std::vector<std::uint64_t> words(1);
  simulation_randomness coins(3, 1, 1);
  EXPECT_THROW(codec.encode(row_shape{0, 16, 1, 0}, outside, coins, words), internal_error);
}

}  // namespace
}  // namespace edgeldp
