// SPDX-License-Identifier: MIT
// The law of the encoder, coin by coin: statistical/nullspace_privacy_statistical_test.cpp.
#include "edgeldp/core/codec/nullspace/nullspace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/nullspace_oracle.hpp"
#include "support/nullspace_words.hpp"
#include "support/selection.hpp"
#include "support/simd_targets.hpp"

namespace edgeldp {
namespace {

const std::uint64_t column_counts[] = {1, 17, 63, 64, 65, 127, 128, 129, 1000};

row_shape shape_of(std::uint64_t columns, std::uint64_t length = 3000, vertex_id user = 5) {
  return {.user = user, .length = length, .columns = columns};
}

/// Drops an entry with probability 2^-40 only.
nullspace_codec keeping_codec(unsigned q, std::uint64_t key = 12) {
  return {release_key{key}, nullspace_response::from_threshold(1, q)};
}

std::vector<row_entry> shuffled_entries(std::uint64_t count, std::uint64_t length, std::uint64_t seed) {
  std::vector<std::uint32_t> positions(length);
  for (std::uint32_t x = 0; x < length; ++x) positions[x] = x;
  std::shuffle(positions.begin(), positions.end(), std::mt19937_64(seed));
  positions.resize(count);
  std::ranges::sort(positions);
  std::vector<row_entry> entries;
  for (const std::uint32_t x : positions) entries.push_back({x, 1});
  return entries;
}

// --- the public matrix
// -------------------------------------------------------------------------------------------------------------

/// The columns at which a matrix row is 1, straight from the page, bit by bit.
std::vector<std::uint64_t> slow_row(std::uint64_t key, std::uint32_t user, std::uint32_t x, std::uint64_t m) {
  const std::uint32_t g = x / 64;
  const philox_block block = philox4x32_10(key, {g, 0, 3U << 24, user});
  const std::uint64_t fraction = std::uint64_t{g} * 0x9E3779B9 % 4294967296;
  const std::uint64_t start = m >= 64 ? fraction * (m - 63) / 4294967296 : 0;
  std::vector<std::uint64_t> ones;
  for (std::uint32_t j = 0; j < 64 && start + j < m; ++j) {
    const std::uint32_t bit = x % 64 + j;
    if (block[bit / 32] >> bit % 32 & 1) ones.push_back(start + j);
  }
  return ones;
}

TEST(NullspaceMatrixTest, RowsAreThoseOfThePage) {
  const std::uint64_t key = 0xabcdef0123456789;
  const public_randomness random(release_key{key});
  for (const std::uint64_t m : {1ULL, 2ULL, 17ULL, 62ULL, 63ULL, 64ULL, 65ULL, 66ULL, 127ULL, 128ULL, 1000ULL,
                                123457ULL, 4290000018ULL}) {
    for (const vertex_id user : {0U, 77U, 0xffffffffU}) {
      const nullspace_matrix matrix(random, user, m);
      std::vector<std::uint32_t> positions = {100'000, 0x7fffffff, 0xffffffc0, 0xffffffff};
      for (std::uint32_t x = 0; x < 300; ++x) positions.push_back(x);
      for (const std::uint32_t x : positions) {
        std::vector<std::uint64_t> ones;
        for (unsigned j = 0; j < 64; ++j)
          if (matrix.coefficients(x) >> j & 1) ones.push_back(std::uint64_t{matrix.start(x)} + j);
        ASSERT_EQ(ones, slow_row(key, user, x, m)) << m << " columns, user " << user << ", position " << x;
      }
    }
  }
}

TEST(NullspaceMatrixTest, AGroupSharesItsWindowAndWindowsAreSpreadEvenly) {
  const nullspace_matrix matrix(public_randomness(release_key{1}), 1, 1063);
  std::vector<std::uint32_t> starts;
  for (std::uint32_t x = 0; x < 64 * 500; ++x) {
    ASSERT_EQ(matrix.start(x), matrix.start(x / 64 * 64));
    ASSERT_LE(matrix.start(x), 1063U - 64U);
    if (x % 64 == 0) starts.push_back(matrix.start(x));
  }
  // Any run of 50 groups leaves no gap wider than three times the average (three-distance theorem:
  // 2.7).
  for (std::size_t first = 0; first + 50 <= starts.size(); ++first) {
    std::vector<std::uint32_t> run(starts.begin() + static_cast<std::ptrdiff_t>(first),
                                   starts.begin() + static_cast<std::ptrdiff_t>(first) + 50);
    run.push_back(0);
    run.push_back(999);
    std::ranges::sort(run);
    for (std::size_t i = 1; i < run.size(); ++i) ASSERT_LE(run[i] - run[i - 1], 60U) << first;
  }
}

// --- encoding and decoding
// -------------------------------------------------------------------------------------------------------------

/// <h, w> = 0, element by element.
bool slow_bit(const nullspace_codec& codec, const row_shape& shape, std::span<const std::uint64_t> codes,
              std::uint32_t position) {
  const test::tiny_field field(codec.response().field_order());
  const nullspace_matrix matrix = codec.matrix(shape);
  unsigned sum = 0;
  for (unsigned j = 0; j < 64; ++j)
    if (matrix.coefficients(position) >> j & 1)
      sum = field.add(sum, static_cast<unsigned>(codes[matrix.start(position) + j]));
  return sum == 0;
}

TEST(NullspaceTest, KeptEntriesDecodeToOneAndNothingIsWrittenBeyondTheColumns) {
  for (const unsigned q : nullspace_response::field_orders) {
    const nullspace_codec codec = keeping_codec(q);
    for (const std::uint64_t columns : column_counts) {
      const row_shape shape = shape_of(columns);
      for (const std::uint64_t count :
           {std::uint64_t{0}, std::uint64_t{1}, columns / 2, columns, 2 * columns}) {
        const auto entries = shuffled_entries(count, shape.length, count + columns);
        ASSERT_EQ(codec.word_count(shape), ((columns + 63) / 64 + 1) * test::planes_of_field(q));
        std::vector<std::uint64_t> words(codec.word_count(shape), ~std::uint64_t{0});
        simulation_randomness coins(q, 1, static_cast<vertex_id>(count));
        codec.encode(shape, entries, coins, words);
        const nullspace_row row = codec.row(shape, words);
        for (const row_entry& entry : entries)
          ASSERT_TRUE(row.bit(entry.position)) << "GF(" << q << "), " << columns << ", " << count;
        const auto codes = test::codes_of(words, columns, q);
        for (const std::uint64_t code : codes) ASSERT_LT(code, q);
        ASSERT_EQ(test::words_of(codes, q), words) << "bits beyond the columns";
      }
    }
  }
}

TEST(NullspaceTest, BitOffsetAndDecodeBitsAgreeWithTheSum) {
  for (const unsigned q : nullspace_response::field_orders) {
    const nullspace_codec codec(release_key{13}, nullspace_response::for_budget(epsilon::from_nats(1.0), q));
    for (const std::uint64_t columns : column_counts) {
      const std::uint64_t length = 200 + columns;
      const row_shape shape = shape_of(columns, length);
      std::vector<std::uint64_t> words(codec.word_count(shape)), bits((length + 63) / 64, ~std::uint64_t{0});
      simulation_randomness coins(q, 2, 0);
      codec.encode(shape, shuffled_entries(columns / 2, length, q), coins, words);
      const auto codes = test::codes_of(words, columns, q);
      const nullspace_row row = codec.row(shape, words);
      row.decode_bits(bits);
      for (std::uint64_t x = 0; x < bits.size() * 64; ++x) {
        const bool bit = bits[x / 64] >> (x % 64) & 1;
        const auto position = static_cast<std::uint32_t>(x);
        ASSERT_EQ(bit, x < length && row.bit(position)) << "GF(" << q << "), " << columns << ", " << x;
        if (x >= length) continue;
        ASSERT_EQ(bit, slow_bit(codec, shape, codes, position))
            << "GF(" << q << "), " << columns << ", " << x;
        ASSERT_EQ(row.offset(position), bit ? 1U : 0U);
      }
    }
  }
}

// As many independent rows as columns leave only w = 0, which says 1 everywhere.
TEST(NullspaceTest, ASaturatedRowIsZeroAndDecodesToOnes) {
  for (const unsigned q : nullspace_response::field_orders) {
    for (const std::uint64_t columns : column_counts) {
      const nullspace_codec codec = keeping_codec(q);
      const row_shape shape = shape_of(columns, 6000);
      std::vector<std::uint64_t> words(codec.word_count(shape), 1), bits(6000 / 64 + 1);
      simulation_randomness coins(q, 3, 0);
      codec.encode(shape, shuffled_entries(6000, 6000, 1), coins, words);
      std::uint64_t reached = 0;  // columns beyond the last window are free
      for (std::uint32_t x = 0; x < 6000; x += 64)
        reached = std::max<std::uint64_t>(reached, codec.matrix(shape).start(x) + 64);
      const auto codes = test::codes_of(words, columns, q);
      for (std::uint64_t c = 0; c < std::min(reached, columns); ++c)
        ASSERT_EQ(codes[c], 0U) << "GF(" << q << "), " << columns << ", column " << c;
      codec.row(shape, words).decode_bits(bits);
      EXPECT_EQ(std::ranges::count(bits, ~std::uint64_t{0}), 6000 / 64);
    }
  }
}

TEST(NullspaceTest, RowsWithoutColumnsAreEmpty) {
  for (const unsigned q : nullspace_response::field_orders) {
    const nullspace_codec codec = keeping_codec(q);
    const row_shape shape = shape_of(0, 70);
    EXPECT_EQ(codec.word_count(shape), 0U);
    simulation_randomness coins(1, 1, 1);
    EXPECT_NO_THROW(codec.encode(shape, {}, coins, {}));
    const std::vector<row_entry> entries = {{3, 1}};
    EXPECT_THROW(codec.encode(shape, entries, coins, {}), internal_error);
    nullspace_codec::model model(codec);
    range_encoder out;
    codec.write(shape, {}, out, model);
    const auto bytes = out.finish();
    EXPECT_TRUE(bytes.empty());
    range_decoder in(bytes);
    EXPECT_NO_THROW(codec.read(shape, in, model, {}));
    std::vector<std::uint64_t> bits(2);
    codec.row(shape, {}).decode_bits(bits);
    EXPECT_EQ(bits, (std::vector<std::uint64_t>{~std::uint64_t{0}, 63}));
  }
}

TEST(NullspaceTest, RefusesEntriesOutsideTheRow) {
  const nullspace_codec codec = keeping_codec(4);
  const row_shape shape = shape_of(20, 16);
  const std::vector<row_entry> outside = {{3, 1}, {16, 1}};
  std::vector<std::uint64_t> words(codec.word_count(shape));
  simulation_randomness coins(3, 1, 1);
  EXPECT_THROW(codec.encode(shape, outside, coins, words), internal_error);
}

// --- wire
// -------------------------------------------------------------------------------------------------------------

TEST(NullspaceTest, MessagesComeBackAndCostWhatTheirElementsCost) {
  for (const unsigned q : nullspace_response::field_orders) {
    const nullspace_codec codec = keeping_codec(q);
    for (const std::uint64_t columns : column_counts) {
      const row_shape shape = shape_of(columns);
      std::vector<std::uint64_t> words(codec.word_count(shape));
      simulation_randomness coins(q, 4, 1);
      codec.encode(shape, shuffled_entries(columns / 3, shape.length, q), coins, words);
      nullspace_codec::model writer(codec), reader(codec);
      range_encoder out;
      codec.write(shape, words, out, writer);
      const auto bytes = out.finish();
      range_decoder in(bytes);
      std::vector<std::uint64_t> back(words.size(), ~std::uint64_t{0});
      codec.read(shape, in, reader, back);
      ASSERT_EQ(back, words) << "GF(" << q << "), " << columns;
      // Rounded ranges lose less than 2^-8 of a part's value, on average a tenth of that; an ending
      // that is short by three bytes has probability 2^-16.
      const double bits = static_cast<double>(columns) * std::log2(q), parts = bits / 14.0 + 1.0;
      EXPECT_LE(8.0 * static_cast<double>(bytes.size()), bits + 8.0 + 0.001 * parts)
          << "GF(" << q << "), " << columns;
      EXPECT_GE(8.0 * static_cast<double>(bytes.size()), bits - 17.0) << "GF(" << q << "), " << columns;
    }
  }
}

TEST(NullspaceTest, ExtremeElementsComeBack) {
  for (const unsigned q : nullspace_response::field_orders) {
    const nullspace_codec codec = keeping_codec(q);
    for (const std::uint64_t columns : column_counts) {
      for (const std::uint64_t step : {std::uint64_t{1}, std::uint64_t{2}, columns}) {
        std::vector<std::uint64_t> codes(columns, 0);
        for (std::uint64_t c = 0; c < columns; c += step) codes[columns - 1 - c] = q - 1;
        const auto words = test::words_of(codes, q);
        nullspace_codec::model model(codec);
        range_encoder out;
        codec.write(shape_of(columns), words, out, model);
        const auto bytes = out.finish();
        range_decoder in(bytes);
        std::vector<std::uint64_t> back(words.size());
        codec.read(shape_of(columns), in, model, back);
        ASSERT_EQ(back, words) << "GF(" << q << "), " << columns << ", " << step;
      }
    }
  }
}

TEST(NullspaceTest, AnyBytesAreElementsOfTheField) {
  std::mt19937_64 random(6);
  for (const unsigned q : nullspace_response::field_orders) {
    const nullspace_codec codec = keeping_codec(q);
    for (const std::uint64_t columns : column_counts) {
      for (int round = 0; round < 20; ++round) {
        std::vector<std::byte> bytes(random() % (columns + 8));
        for (std::byte& b : bytes) b = round % 4 == 0 ? std::byte{255} : static_cast<std::byte>(random());
        range_decoder in(bytes);
        nullspace_codec::model model(codec);
        std::vector<std::uint64_t> words(codec.word_count(shape_of(columns)));
        codec.read(shape_of(columns), in, model, words);
        const auto codes = test::codes_of(words, columns, q);
        for (const std::uint64_t code : codes) ASSERT_LT(code, q);
        ASSERT_EQ(test::words_of(codes, q), words);
      }
    }
  }
}

// --- vector kernels
// ----------------------------------------------------------------------------------------------------------------

TEST(NullspaceRowTest, EveryVectorTargetReadsWhatSingleBitsSay) {
  std::mt19937_64 random(3);
  for (const unsigned q : nullspace_response::field_orders) {
    for (const std::uint64_t columns : column_counts) {
      for (const std::uint64_t length :
           {std::uint64_t{1}, std::uint64_t{64}, std::uint64_t{1000}, std::uint64_t{4500}}) {
        const nullspace_codec codec = keeping_codec(q);
        const row_shape shape = shape_of(columns, length);
        simulation_randomness coins(q, 1, static_cast<vertex_id>(columns));
        std::vector<std::uint64_t> words(codec.word_count(shape));
        codec.encode(shape, shuffled_entries(std::min<std::uint64_t>(length, columns / 2), length, q), coins,
                     words);
        const nullspace_row row = codec.row(shape, words);
        std::vector<std::uint64_t> expected((length + 63) / 64);
        for (std::uint64_t x = 0; x < length; ++x)
          expected[x / 64] |= std::uint64_t{row.bit(static_cast<std::uint32_t>(x))} << (x % 64);
        std::vector<std::uint32_t> positions(random() % 70);
        std::uint64_t ones = 0;
        for (std::uint32_t& x : positions) {
          x = static_cast<std::uint32_t>(random() % length);
          ones += row.bit(x) ? 1 : 0;
        }
        test::for_each_vector_target([&](const char* target) {
          std::vector<std::uint64_t> bits(expected.size(), ~std::uint64_t{0});
          row.decode_bits(bits);
          EXPECT_EQ(bits, expected) << target << ", q " << q << ", M " << columns << ", n " << length;
          EXPECT_EQ(row.count_ones(positions), ones) << target << ", q " << q << ", M " << columns;
          EXPECT_EQ(test::selected_by(row, positions),
                    test::select_one_by_one(positions, [&](std::uint32_t x) { return row.bit(x); }))
              << target << ", q " << q << ", M " << columns;
        });
      }
    }
  }
}

}  // namespace
}  // namespace edgeldp
