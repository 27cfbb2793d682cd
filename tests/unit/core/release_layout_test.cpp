// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "edgeldp/core/error.hpp"
#include "edgeldp/core/random/permutation.hpp"

namespace edgeldp {
namespace {

release_parameters small(std::uint64_t users) {
  release_parameters p;
  p.users = users;
  p.key.value = 5;
  p.flip_threshold = randomized_response::resolution / 4;
  p.chunk_rate = std::uint64_t{1} << 31;  // a chunk for every second expected neighbour
  p.degree = p.size = epsilon::from_nats(1.0);
  p.edges = epsilon::from_nats(20.0);
  p.total = epsilon::from_nats(22.0);
  return p;
}

TEST(RankUsersTest, PutsHubsFirstAndBreaksTiesByNumber) {
  const std::vector<std::int64_t> degrees = {3, 9, -1, 9, 3};
  EXPECT_EQ(rank_users(user_order::noisy_degree, {}, 5, degrees),
            (std::vector<std::uint32_t>{2, 0, 4, 1, 3}));
  EXPECT_EQ(rank_users(user_order::id, {}, 3, {}), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(RankUsersTest, RandomOrderIsAPermutationOfItsOwn) {
  auto rank = rank_users(user_order::random, release_key{5}, 100, {});
  EXPECT_NE(rank, permutation(release_key{5}, 100).table());
  std::ranges::sort(rank);
  for (std::uint32_t place = 0; place < 100; ++place) EXPECT_EQ(rank[place], place);
}

TEST(PredictSizesTest, StaysBelowTheRankAndIgnoresNegativeDegrees) {
  const std::vector<std::uint32_t> rank = {2, 0, 4, 1, 3};
  const std::vector<std::int64_t> degrees = {4, 4, -50, 4, 4};
  // d * (degrees before) / 16: 0, 1, 2, 3 by place, and nothing for the negative one
  EXPECT_EQ(predict_sizes(rank, degrees), (std::vector<std::uint64_t>{2, 0, 0, 1, 3}));
  EXPECT_EQ(predict_sizes(rank, std::vector<std::int64_t>(5, -1)), std::vector<std::uint64_t>(5, 0));
  for (const std::uint64_t size : predict_sizes(rank, std::vector<std::int64_t>(5, std::int64_t{1} << 48)))
    EXPECT_LE(size, 4U);
}

TEST(ReleaseLayoutTest, LaterUserOwnsTheEdge) {
  const release_layout layout(small(4), {1, 5, 3, 2}, {});
  for (vertex_id u = 0; u < 4; ++u) {
    EXPECT_EQ(layout.user_at(layout.rank(u)), u);
    for (vertex_id v = 0; v < 4; ++v) {
      if (u == v) continue;
      EXPECT_EQ(layout.owner(u, v), layout.owner(v, u));
      EXPECT_EQ(layout.owner(u, v), layout.rank(u) > layout.rank(v) ? u : v);
    }
  }
}

TEST(ReleaseLayoutTest, ShapesDependOnReleasedNumbersOnly) {
  auto p = small(6);
  p.chunk_rule = chunk_rule::released_size;
  const release_layout layout(p, std::vector<std::int64_t>(6, 3), {9, 9, 1, -4, 4, 3});
  const std::uint64_t expected[] = {0, 1, 1, 0, 4, 3}, chunks[] = {1, 1, 1, 1, 2, 2};
  std::uint64_t words = 0;
  for (vertex_id u = 0; u < 6; ++u) {
    EXPECT_EQ(layout.expected_size(u), expected[u]) << u;
    EXPECT_EQ(layout.shape(u).chunks, chunks[u]) << u;
    EXPECT_EQ(layout.shape(u).length, 6U);
    EXPECT_EQ(layout.word_offset(u), words);
    words += layout.codec().word_count(layout.shape(u));
  }
  EXPECT_EQ(layout.word_offset(6), words);
}

TEST(ReleaseLayoutTest, BitmapRowsEndAtTheRank) {
  auto p = small(70);
  p.codec = codec_kind::bitmap;
  p.chunk_rate = 0;
  const release_layout layout(p, std::vector<std::int64_t>(70, 3), {});
  for (vertex_id u = 0; u < 70; ++u) {
    EXPECT_EQ(layout.shape(u).length, layout.rank(u));
    EXPECT_EQ(layout.position(u), layout.rank(u));
  }
}

TEST(ReleaseLayoutTest, RefusesParametersThatDoNotFit) {
  const std::vector<std::int64_t> degrees(3, 1);
  const auto refused = [&](auto&& change, std::vector<std::int64_t> d, std::vector<std::int64_t> s) {
    release_parameters p = small(3);
    change(p);
    EXPECT_THROW(release_layout(p, d, s), invalid_parameter);
  };
  EXPECT_NO_THROW(release_layout(small(3), degrees, {}));
  refused([](auto& p) { p.users = 0; }, {}, {});
  refused([](auto& p) { p.users = 4; }, degrees, {});
  refused([](auto& p) { p.flip_threshold = 0; }, degrees, {});
  refused([](auto& p) { p.flip_threshold = randomized_response::resolution / 2; }, degrees, {});
  refused([](auto& p) { p.alpha_milli = 1200; }, degrees, {});
  refused([](auto& p) { p.candidate_limit_log2 = 57; }, degrees, {});
  refused([](auto& p) { p.chunk_rate = 0; }, degrees, {});
  refused([](auto& p) { p.codec = codec_kind::bitmap; }, degrees, {});  // chunks of a bitmap
  refused([](auto& p) { p.edges = epsilon::from_nats(0.01); }, degrees,
          {});  // rows that cost more than they say
  refused([](auto& p) { p.candidate_limit_log2 = 56; }, degrees, {});
  refused([](auto& p) { p.size_slack = (std::uint64_t{1} << 32) + 1; }, degrees, {});
  refused([](auto&) {}, {std::int64_t{1} << 49, 0, 0}, {});
  refused([](auto& p) { p.codec = static_cast<codec_kind>(9); }, degrees, {});
  refused([](auto& p) { p.order = static_cast<user_order>(9); }, degrees, {});
  refused([](auto& p) { p.chunk_rule = chunk_rule::released_size; }, degrees, {});
  refused([](auto&) {}, degrees, {1, 2});
}

TEST(ReleaseParametersTest, TrueDegreeRuleIsNotPrivate) {
  release_parameters p;
  EXPECT_TRUE(p.is_private());
  p.chunk_rule = chunk_rule::true_degree;
  EXPECT_FALSE(p.is_private());
}

}  // namespace
}  // namespace edgeldp
