// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/vector_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/codecs.hpp"
#include "support/vectors.hpp"

namespace edgeldp {
namespace {

TEST(VectorLayoutTest, PositionsAreAPermutationOfTheItemsAndPlainForBitmaps) {
  for (const codec_kind codec : test::codec_kinds) {
    const vector_layout layout(test::small_vectors(codec, 3, 100, 4), {1, 2, 3});
    auto positions = layout.positions();
    for (std::uint32_t item = 0; item < 100; ++item) {
      EXPECT_EQ(positions[item], layout.position(item));
      EXPECT_EQ(layout.item_at(positions[item]), item);
    }
    EXPECT_EQ(std::ranges::is_sorted(positions), codec == codec_kind::bitmap);
    std::ranges::sort(positions);
    for (std::uint32_t x = 0; x < 100; ++x) EXPECT_EQ(positions[x], x);
  }
}

TEST(VectorLayoutTest, ReleasedNumbersShapeRowsAndAreClampedToTheLength) {
  vector_parameters p = test::small_vectors(codec_kind::ppr, 4, 50, 3);
  p.chunk_floor_rate = std::uint64_t{1} << 30;  // a quarter of a chunk for each possible entry
  p.size_slack = 10;
  const vector_layout layout(p, {-5, 10, 31, 1000});
  // max(ceil(expected / 2), ceil((released + 10, in 0 .. 50) / 4)), from 1
  for (const auto& [u, chunks, expected] :
       {std::tuple{0U, 2U, 0U}, {1U, 5U, 10U}, {2U, 16U, 31U}, {3U, 25U, 50U}}) {
    EXPECT_EQ(layout.shape(u).chunks, chunks) << u;
    EXPECT_EQ(layout.shape(u).expected_entries, expected) << u;
    EXPECT_EQ(layout.shape(u).length, 50U);
  }
}

TEST(VectorLayoutTest, BitmapsNeedNoSizes) {
  vector_parameters p = test::small_vectors(codec_kind::bitmap, 3, 100, 5);
  p.sizes = size_rule::public_bound;
  p.size = epsilon();
  const vector_layout layout(p, {});
  EXPECT_EQ(layout.word_offset(3), 3U * 5U);  // three bits a value, 21 a word
}

void expect_refused(const char* named, codec_kind codec,
                    const std::function<void(vector_parameters&)>& change,
                    std::vector<std::int64_t> sizes = {1, 2, 3}) {
  vector_parameters p = test::small_vectors(codec, 3, 20, 3);
  EXPECT_NO_THROW(vector_layout(p, {1, 2, 3}));
  change(p);
  try {
    vector_layout(p, std::move(sizes));
    ADD_FAILURE() << "accepted: " << named;
  } catch (const invalid_parameter& e) {
    EXPECT_NE(std::string(e.what()).find(named), std::string::npos) << e.what();
  }
}

TEST(VectorLayoutTest, RefusesParametersThatDoNotFitTogether) {
  for (const codec_kind codec : test::codec_kinds) {
    expect_refused("users", codec, [](auto& p) { p.users = 0; }, {});
    expect_refused("users", codec, [](auto& p) { p.users = (std::uint64_t{1} << 32) + 1; });
    expect_refused("length", codec, [](auto& p) { p.length = 0; });
    expect_refused("length", codec, [](auto& p) { p.length = (std::uint64_t{1} << 32) + 1; });
    expect_refused("size rule", codec, [](auto& p) { p.sizes = size_rule{0}; });
    expect_refused("size rule", codec, [](auto& p) { p.sizes = size_rule{4}; });
    expect_refused("one size a user", codec, [](auto&) {}, {1, 2});
    expect_refused("one size a user", codec, [](auto&) {}, {});
    expect_refused("released size", codec, [](auto&) {}, {1, 2, largest_released_number + 1});
    expect_refused("'entries' has budget 0", codec, [](auto& p) { p.entries = epsilon(); });
    expect_refused("must be positive", codec, [](auto& p) { p.size = epsilon(); });
    expect_refused("must be 0", codec, [](auto& p) { p.sizes = size_rule::public_bound; });
    expect_refused("more than the total", codec, [](auto& p) { p.count = epsilon::from_nats(0.5); });
    expect_refused("entry round", codec, [](auto& p) { p.entries = epsilon::from_nats(0.1); });
  }
  for (const codec_kind codec : {codec_kind::bitmap, codec_kind::ppr}) {
    expect_refused("alphabet", codec, [](auto& p) { p.alphabet = 1; });
    expect_refused("alphabet", codec, [](auto& p) { p.alphabet = 257; });
    expect_refused("flip threshold", codec, [](auto& p) { p.alphabet = 200; });  // 200 T > 2^40
    expect_refused("codec = 9", codec, [](auto& p) { p.codec = codec_kind{9}; });
  }
  expect_refused("binary", codec_kind::nullspace, [](auto& p) { p.alphabet = 3; });
  expect_refused("true sizes", codec_kind::nullspace, [](auto& p) {
    p.sizes = size_rule::true_size;
    p.size = epsilon();
  });
  expect_refused("one size a user", codec_kind::ppr,
                 [](auto& p) {
                   p.sizes = size_rule::public_bound;
                   p.size = epsilon();
                 },
                 {});
}

}  // namespace
}  // namespace edgeldp
