// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/bitmap/gaps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/bitmap/spec.hpp"

namespace edgeldp {
namespace {

constexpr std::uint64_t certain = std::uint64_t{1} << 40;

TEST(GapLawTest, GapsOfEveryLengthComeBackAtEveryDensity) {
  std::vector<std::uint64_t> gaps;
  for (std::uint64_t gap = 0; gap < 70; ++gap) gaps.push_back(gap);
  for (unsigned bits = 7; bits <= 32; ++bits)
    for (const std::uint64_t near : {0U, 1U, 2U}) gaps.push_back((std::uint64_t{1} << bits) + near - 1);
  for (const std::uint64_t density :
       {std::uint64_t{1}, certain >> 20, certain >> 6, certain / 5, certain / 2, certain - 1}) {
    const gap_law model(density);
    range_encoder out;
    for (const std::uint64_t gap : gaps) model.write(out, gap);
    const std::vector<std::byte> bytes = out.finish();
    range_decoder in(bytes);
    for (const std::uint64_t gap : gaps) ASSERT_EQ(model.read(in), gap) << density;
  }
}

/// Bytes of a row without entries over the entropy of its law.
double overhead(const bitmap_codec& codec, std::uint64_t length) {
  const row_shape shape{0, length, 1, 0, 0};
  std::vector<std::uint64_t> words(codec.word_count(shape)), back(words.size());
  simulation_randomness coins(11, 1, 0);
  codec.encode(shape, {}, coins, words);
  bitmap_codec::model model(codec);
  range_encoder out;
  codec.write(shape, words, out, model);
  const std::vector<std::byte> bytes = out.finish();
  range_decoder in(bytes);
  codec.read(shape, in, model, back);
  EXPECT_EQ(back, words);
  const double others = codec.response().alphabet() - 1;
  const double differs = 1.0 - codec.response().same_probability();
  const double entropy = -differs * std::log2(differs / others) - (1.0 - differs) * std::log2(1.0 - differs);
  return 8.0 * static_cast<double>(bytes.size()) / (entropy * static_cast<double>(length));
}

// A sample's surprise strays from the entropy too: by less than 3% over 400 000 positions at these
// budgets (the seed is fixed).
TEST(GapLawTest, RowsTakeAsManyBytesAsTheirEntropy) {
  for (const std::uint32_t alphabet : {2U, 3U, 5U, 256U}) {
    for (const double nats : {1.5, 2.0, 3.0, 4.0, 6.0, 8.0}) {
      codec_parameters p;
      row_numbers numbers;
      numbers.alphabet = alphabet;
      bitmap_spec().fill(p, epsilon::from_nats(nats), numbers);
      if (p.coding != row_coding::compact) continue;
      const double ratio = overhead(bitmap_spec::make(p, alphabet), 400'000);
      EXPECT_LT(ratio, 1.05) << alphabet << " values, " << nats << " nats";
      EXPECT_GT(ratio, 0.95) << alphabet << " values, " << nats << " nats";
    }
  }
}

TEST(GapLawTest, AreChosenWhereTheySave) {
  const auto coding = [](double nats, std::uint32_t alphabet) {
    codec_parameters p;
    row_numbers numbers;
    numbers.alphabet = alphabet;
    bitmap_spec().fill(p, epsilon::from_nats(nats), numbers);
    return p.coding;
  };
  EXPECT_EQ(coding(1.3, 2), row_coding::plain);    // p0 = 0.21
  EXPECT_EQ(coding(1.5, 2), row_coding::compact);  // 0.18
  EXPECT_EQ(coding(0.5, 3), row_coding::plain);    // 0.55 of the values differ
  EXPECT_EQ(coding(1.0, 3), row_coding::compact);  // 0.42
}

TEST(GapLawTest, RowsOfAnyLengthAndLoadComeBack) {
  for (const std::uint32_t alphabet : {2U, 3U, 17U}) {
    const bitmap_codec codec(randomized_response::for_budget(epsilon::from_nats(5.0), alphabet),
                             row_coding::compact);
    for (std::uint64_t length = 0; length < 140; ++length) {
      const row_shape shape{0, length, 1, length / 3, 0};
      for (const std::uint64_t stride : {1U, 3U, 1000U}) {
        std::vector<row_entry> entries;
        for (std::uint64_t x = 0; x < length; x += stride)
          entries.push_back({static_cast<std::uint32_t>(x), alphabet - 1});
        std::vector<std::uint64_t> words(codec.word_count(shape)), back(words.size(), ~std::uint64_t{0});
        simulation_randomness coins(length, 1, 0);
        codec.encode(shape, entries, coins, words);
        bitmap_codec::model model(codec);
        range_encoder out;
        codec.write(shape, words, out, model);
        const auto bytes = out.finish();
        range_decoder in(bytes);
        codec.read(shape, in, model, back);
        ASSERT_EQ(back, words) << length << " positions, every " << stride;
      }
    }
  }
}

TEST(GapLawTest, RefusesAGapBeyondItsRow) {
  const bitmap_codec codec(randomized_response::for_budget(epsilon::from_nats(5.0)), row_coding::compact);
  const row_shape longer{0, 500, 1, 0, 0}, shape{0, 100, 1, 0, 0};
  std::vector<std::uint64_t> words(codec.word_count(longer));
  words[3] = 1;  // position 192
  bitmap_codec::model model(codec);
  range_encoder out;
  codec.write(longer, words, out, model);
  const auto bytes = out.finish();
  range_decoder in(bytes);
  std::vector<std::uint64_t> back(codec.word_count(shape));
  EXPECT_THROW(codec.read(shape, in, model, back), format_error);
}

}  // namespace
}  // namespace edgeldp
