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
#include "edgeldp/core/wire/release_file.hpp"
#include "support/vectors.hpp"

namespace edgeldp {
namespace {

constexpr codec_kind codecs[] = {codec_kind::bitmap, codec_kind::ppr, codec_kind::nullspace};
constexpr std::uint64_t users = 50, items = 4000;

vector_layout layout_of(codec_kind codec) {
  return {test::small_vectors(codec, users, items, 2), std::vector<std::int64_t>(users, 12)};
}

/// All but every third user sends its row.
gathered_rows<vector_layout>::result gather(const vector_layout& layout) {
  gathered_rows<vector_layout> rows(layout);
  for (vertex_id u = 0; u < users; ++u)
    if (u % 3 != 0) rows.put(layout, u, test::encode_alone(layout, u, {{55, 1}, {u, 1}}));
  return std::move(rows).finish(layout);
}

TEST(GatheredRowsTest, RowsThatCameAreAsTheyWereAndTheOthersAreNamed) {
  for (const codec_kind codec : codecs) {
    const vector_layout layout = layout_of(codec);
    const auto [words, absent] = gather(layout);
    const vector_release r(layout, words, {}, absent);
    std::vector<vertex_id> expected;
    for (vertex_id u = 0; u < users; ++u) {
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
  for (const codec_kind codec : codecs) {
    const vector_layout layout = layout_of(codec);
    const auto [words, absent] = gather(layout);
    const vector_release r(layout, words, {}, absent);
    double ones = 0.0, bits = 0.0;
    for (const vertex_id u : absent) {
      for (std::uint32_t item = 0; item < items; ++item) ones += r.offset(u, item);
      bits += static_cast<double>(items);
    }
    const double p0 = layout.codec().law().p0;
    EXPECT_NEAR(ones, p0 * bits, 5.0 * std::sqrt(bits * p0 * (1.0 - p0)));
    EXPECT_EQ(gather(layout).words, words);  // everybody draws the same
  }
}

TEST(GatheredRowsTest, RefusesAbsentUsersInNoOrder) {
  const vector_layout layout = layout_of(codec_kind::bitmap);
  const std::vector<std::uint64_t> words(layout.word_offset(users));
  for (const std::vector<vertex_id>& absent : {std::vector<vertex_id>{3, 2}, {2, 2}, {50}, {1, 50}})
    EXPECT_THROW(vector_release(layout, words, {}, absent), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
