// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/gathered_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "support/codecs.hpp"
#include "support/vectors.hpp"

namespace edgeldp {
namespace {

constexpr std::uint64_t row_count = 50, item_count = 4000;

vector_layout layout_to_gather(codec_kind codec) {
  return {test::small_vectors(codec, row_count, item_count, 2), std::vector<std::int64_t>(row_count, 12)};
}

/// All but every third user sends its row.
gathered_rows<vector_layout>::result gather(const vector_layout& layout) {
  gathered_rows<vector_layout> rows(layout);
  for (vertex_id u = 0; u < row_count; ++u)
    if (u % 3 != 0) rows.put(layout, u, test::encode_alone(layout, u, {{55, 1}, {u, 1}}));
  return std::move(rows).finish(layout);
}

TEST(GatheredRowsTest, RowsThatCameAreAsTheyWereAndTheOthersAreNamed) {
  for (const codec_kind codec : test::codec_kinds) {
    const vector_layout layout = layout_to_gather(codec);
    const auto [words, absent] = gather(layout);
    const vector_release r(layout, words, {}, absent);
    std::vector<vertex_id> expected;
    for (vertex_id u = 0; u < row_count; ++u) {
      if (u % 3 == 0) {
        expected.push_back(u);
        continue;
      }
      EXPECT_TRUE(std::ranges::equal(r.words(u), test::encode_alone(layout, u, {{55, 1}, {u, 1}})));
    }
    EXPECT_EQ(r.absent(), expected);
    const std::vector<std::byte> file = r.serialize();
    EXPECT_EQ(vector_release_reader(file).absent(), expected);
    EXPECT_EQ(vector_release_reader(file).load().serialize(), file);
  }
}

// The row of a user who is absent is noise: of 17 times 4000 bits as many are 1 as p0 says, up to
// five standard deviations, which a null space of zeros (every bit 1) misses by far.
TEST(GatheredRowsTest, RowsThatNeverCameHaveTheLawOfNoise) {
  for (const codec_kind codec : test::codec_kinds) {
    const vector_layout layout = layout_to_gather(codec);
    const auto [words, absent] = gather(layout);
    const vector_release r(layout, words, {}, absent);
    double ones = 0.0, bits = 0.0;
    for (const vertex_id u : absent) {
      for (std::uint32_t item = 0; item < item_count; ++item) ones += r.offset(u, item);
      bits += static_cast<double>(item_count);
    }
    const double p0 = layout.codec().law().p0;
    EXPECT_NEAR(ones, p0 * bits, 5.0 * std::sqrt(bits * p0 * (1.0 - p0)));
    EXPECT_EQ(gather(layout).words, words);  // everybody draws the same
  }
}

// core/doc/format.md, "Absent users": whoever reads an old collection draws the row that it had.
TEST(GatheredRowsTest, PlainBitsThatNeverCameTakeAWordEach) {
  const vector_layout layout = layout_to_gather(codec_kind::bitmap);
  const vector_release r(layout, gather(layout).words, {}, gather(layout).absent);
  const vector_parameters& p = layout.parameters();
  for (const vertex_id u : {0U, 3U, 48U})
    for (std::uint32_t x = 0; x < item_count; ++x) {
      const philox_block block = public_randomness(p.key).block(stream_tag::absent_row, x / 2, 0, u);
      const std::uint64_t word = block[x % 2 * 2] | std::uint64_t{block[x % 2 * 2 + 1]} << 32;
      ASSERT_EQ(r.words(u)[x / 64] >> (x % 64) & 1, (word >> 24) < p.flip_threshold ? 1U : 0U) << x;
    }
}

// 60 entries where rows provide for a few: hardly a null space is left, and its zeros would say
// that every item is there.
TEST(GatheredRowsTest, RowsOfZerosHaveTheLawOfNoiseToo) {
  vector_parameters p = test::small_vectors(codec_kind::nullspace, row_count, item_count, 2);
  p.coding = row_coding::compact;
  p.kept_rate = 1;
  const vector_layout layout(p, std::vector<std::int64_t>(row_count, 12));
  std::vector<row_entry> entries;
  for (std::uint32_t x = 0; x < 60; ++x) entries.push_back({x * 60, 1});
  gathered_rows<vector_layout> rows(layout);
  std::uint64_t full = 0;
  for (vertex_id u = 0; u < row_count; ++u) {
    const std::vector<std::uint64_t> row = test::encode_alone(layout, u, entries);
    full += nullspace_codec::is_full(row) ? 1 : 0;
    rows.put(layout, u, row);
  }
  EXPECT_GT(full, row_count / 2);
  auto [words, absent] = std::move(rows).finish(layout);
  EXPECT_TRUE(absent.empty());
  const vector_release r(layout, words, {}, absent);
  double ones = 0.0, bits = 0.0;
  for (vertex_id u = 0; u < row_count; ++u) {
    EXPECT_FALSE(nullspace_codec::is_full(r.words(u)));
    for (std::uint32_t item = 1; item < item_count; item += 2) {  // strangers all
      ones += r.offset(u, item);
      bits += 1.0;
    }
  }
  const double p0 = layout.codec().law().p0;
  EXPECT_NEAR(ones, p0 * bits, 5.0 * std::sqrt(bits * p0 * (1.0 - p0)));
}

TEST(GatheredRowsTest, RefusesAbsentUsersInNoOrder) {
  const vector_layout layout = layout_to_gather(codec_kind::bitmap);
  const std::vector<std::uint64_t> words(layout.word_offset(row_count));
  for (const std::vector<vertex_id>& absent : {std::vector<vertex_id>{3, 2}, {2, 2}, {50}, {1, 50}})
    EXPECT_THROW(vector_release(layout, words, {}, absent), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
