// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/bitmap/bitmap.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/selection.hpp"

namespace edgeldp {
namespace {

const std::uint64_t bitmap_lengths[] = {0, 1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 1000};
const std::uint32_t alphabets[] = {2, 3, 5, 11, 256};

bitmap_codec codec_for(std::uint32_t alphabet) {
  return bitmap_codec(randomized_response::for_budget(epsilon::from_nats(0.7), alphabet));
}

std::vector<row_entry> every_third_entry(std::uint64_t length, std::uint32_t alphabet) {
  std::vector<row_entry> entries;
  for (std::uint64_t x = 0; x < length; x += 3)
    entries.push_back({static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(1 + x % (alphabet - 1))});
  if (length > 1 && (length - 1) % 3 != 0) entries.push_back({static_cast<std::uint32_t>(length - 1), 1});
  return entries;
}

TEST(BitmapTest, EncodesOneCoinAPositionInOrder) {
  for (const std::uint32_t alphabet : alphabets) {
    if (alphabet == 2) continue;  // 64 bits at once
    const bitmap_codec codec = codec_for(alphabet);
    for (const std::uint64_t length : bitmap_lengths) {
      const row_shape shape{0, length, 1, 0};
      const auto entries = every_third_entry(length, alphabet);
      std::vector<std::uint64_t> words(codec.word_count(shape), ~std::uint64_t{0});
      simulation_randomness coins(1, 1, 1), replay(1, 1, 1);
      codec.encode(shape, entries, coins, words);
      const bitmap_row row = codec.row(shape, words);
      std::size_t next = 0;
      for (std::uint32_t x = 0; x < length; ++x) {
        std::uint32_t expected = codec.response().offset_of(replay() >> 24);
        if (next < entries.size() && entries[next].position == x)
          expected = (expected + entries[next++].offset) % alphabet;
        ASSERT_EQ(row.offset(x), expected) << alphabet << ", " << length << ", " << x;
      }
    }
  }
}

TEST(BitmapTest, EncodesBitsAWordAtATimeInOrder) {
  const bitmap_codec codec = codec_for(2);
  for (const std::uint64_t length : bitmap_lengths) {
    const row_shape shape{0, length, 1, 0};
    const auto entries = every_third_entry(length, 2);
    std::vector<std::uint64_t> words(codec.word_count(shape), ~std::uint64_t{0}), expected(words.size());
    simulation_randomness coins(1, 1, 1), replay(1, 1, 1);
    codec.encode(shape, entries, coins, words);
    for (std::uint64_t w = 0; w < expected.size(); ++w) {
      const std::uint64_t lanes = ~std::uint64_t{0} >> (64 * (w + 1) > length ? 64 * (w + 1) - length : 0);
      expected[w] = bernoulli_40_of_each(replay, codec.response().threshold(), lanes);
    }
    for (const row_entry& entry : entries)
      expected[entry.position / 64] ^= std::uint64_t{1} << (entry.position % 64);
    EXPECT_EQ(words, expected) << length;
  }
}

// Bits of a part leave others as they are.
TEST(BitmapTest, DrawsBitsOfAPart) {
  const randomized_response response = codec_for(2).response();
  simulation_randomness coins(3, 1, 1);
  for (const auto& [first, last] : {std::pair{0U, 200U}, {3U, 4U}, {60U, 70U}, {64U, 128U}, {5U, 5U}}) {
    std::uint64_t zeros = 0, ones = 0;  // of 200 positions, those that were 0 or 1 throughout
    std::vector<std::uint64_t> never(4, ~std::uint64_t{0}), always(4, ~std::uint64_t{0});
    for (int draw = 0; draw < 300; ++draw) {
      std::vector<std::uint64_t> empty(4), full(4, ~std::uint64_t{0});
      draw_bits(response, first, last, coins, empty);
      draw_bits(response, first, last, coins, full);
      for (std::size_t w = 0; w < 4; ++w) {
        never[w] &= ~empty[w];
        always[w] &= full[w];
      }
    }
    for (std::size_t w = 0; w < 4; ++w) {
      zeros += static_cast<std::uint64_t>(std::popcount(never[w]));
      ones += static_cast<std::uint64_t>(std::popcount(always[w]));
    }
    EXPECT_EQ(zeros, 256 - (last - first)) << first << ' ' << last;
    EXPECT_EQ(ones, 256 - (last - first)) << first << ' ' << last;
  }
}

TEST(BitmapTest, BitOffsetAndDecodeBitsAgree) {
  const bitmap_codec codec = codec_for(2);
  for (const std::uint64_t length : bitmap_lengths) {
    const row_shape shape{0, length, 1, 0};
    std::vector<std::uint64_t> words(codec.word_count(shape)), bits((length + 63) / 64, ~std::uint64_t{0});
    simulation_randomness coins(2, 1, 1);
    codec.encode(shape, every_third_entry(length, 2), coins, words);
    const bitmap_row row = codec.row(shape, words);
    row.decode_bits(bits);
    for (std::uint64_t x = 0; x < bits.size() * 64; ++x) {
      const bool bit = (bits[x / 64] >> (x % 64)) & 1;
      const auto position = static_cast<std::uint32_t>(x);
      ASSERT_EQ(bit, x < length && row.bit(position)) << length << ", " << x;
      if (x < length) {
        ASSERT_EQ(row.offset(position), bit ? 1U : 0U);
      }
    }
  }
}

TEST(BitmapTest, CountsOnesAtPositionsInAnyOrder) {
  const std::vector<std::uint64_t> words = {0x8000000000000001, 0x6};
  const bitmap_row row(words, 68, 1);
  EXPECT_EQ(row.count_ones(std::vector<std::uint32_t>{66, 0, 1, 63, 64, 65, 0}), 5U);
  EXPECT_EQ(row.count_ones({}), 0U);
  const std::vector<std::uint32_t> positions = {66, 0, 1, 63, 64, 65, 0};
  EXPECT_EQ(test::selected_by(row, positions), std::vector<std::uint64_t>{0b1101011});
}

TEST(BitmapTest, MessagesComeBack) {
  for (const std::uint32_t alphabet : alphabets) {
    const bitmap_codec codec = codec_for(alphabet);
    for (const std::uint64_t length : bitmap_lengths) {
      const row_shape shape{0, length, 1, 0};
      std::vector<std::uint64_t> words(codec.word_count(shape)), back(words.size());
      simulation_randomness coins(3, 1, 1);
      codec.encode(shape, every_third_entry(length, alphabet), coins, words);
      bitmap_codec::model writer(codec), reader(codec);
      range_encoder out;
      codec.write(shape, words, out, writer);
      const auto bytes = out.finish();
      range_decoder in(bytes);
      codec.read(shape, in, reader, back);
      EXPECT_EQ(back, words) << alphabet << ", " << length;
    }
  }
}

TEST(BitmapTest, RefusesValuesOutsideTheAlphabet) {
  const bitmap_codec codec = codec_for(5);
  const row_shape shape{0, 3, 1, 0};
  std::vector<std::uint64_t> words = {0b101'000'000}, back(1);
  bitmap_codec::model model(codec);
  range_encoder out;
  codec.write(shape, words, out, model);
  const auto bytes = out.finish();
  range_decoder in(bytes);
  EXPECT_THROW(codec.read(shape, in, model, back), format_error);
}

TEST(BitmapTest, RefusesEntriesOutsideTheRowOrOutOfOrder) {
  const bitmap_codec codec = codec_for(2);
  const row_shape shape{0, 4, 1, 0};
  std::vector<std::uint64_t> words(1);
  simulation_randomness coins(4, 1, 1);
  const std::vector<row_entry> outside = {{4, 1}}, unsorted = {{2, 1}, {1, 1}};
  EXPECT_THROW(codec.encode(shape, outside, coins, words), internal_error);
  EXPECT_THROW(codec.encode(shape, unsorted, coins, words), internal_error);
}

}  // namespace
}  // namespace edgeldp
