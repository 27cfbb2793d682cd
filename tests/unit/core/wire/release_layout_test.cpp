// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
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
  EXPECT_EQ(predict_sizes(rank, degrees), (std::vector<std::uint32_t>{2, 0, 0, 1, 3}));
  EXPECT_EQ(predict_sizes(rank, std::vector<std::int64_t>(5, -1)), std::vector<std::uint32_t>(5, 0));
  for (const std::uint32_t size : predict_sizes(rank, std::vector<std::int64_t>(5, std::int64_t{1} << 48)))
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

// Who published an order and who holds a layout under it hold one table of ranks.
TEST(ReleaseLayoutTest, UnderAnOrderItIsTheSameAndSharesIt) {
  for (const codec_kind kind : {codec_kind::bitmap, codec_kind::ppr}) {
    auto p = small(300);
    p.codec = kind;
    if (kind == codec_kind::bitmap) p.chunk_rate = 0;
    std::vector<std::int64_t> degrees(300);
    for (std::size_t u = 0; u < 300; ++u) degrees[u] = static_cast<std::int64_t>(u * 37 % 101);
    const release_layout alone(p, degrees, {});
    const auto order = std::make_shared<const public_order>(p.order, p.key, degrees);
    const release_layout made(p, order, {});
    const release_layout copy = made;
    EXPECT_EQ(copy.ranks().data(), order->ranks().data());
    EXPECT_EQ(copy.degrees().data(), order->degrees().data());
    std::uint64_t words = 0;
    for (vertex_id u = 0; u < 300; ++u) {
      EXPECT_EQ(copy.rank(u), alone.rank(u));
      EXPECT_EQ(copy.position(u), alone.position(u));
      EXPECT_EQ(copy.user_at(copy.rank(u)), u);
      EXPECT_EQ(copy.expected_size(u), alone.expected_size(u));
      EXPECT_EQ(copy.word_offset(u), words);
      words += copy.codec().word_count(copy.shape(u));
    }
    EXPECT_EQ(copy.word_offset(300), words);
    auto other = p;
    other.key = release_key{p.key.value + 1};
    EXPECT_THROW(release_layout(other, order, {}), invalid_parameter);
    other = p;
    other.order = user_order::id;
    EXPECT_THROW(release_layout(other, order, {}), invalid_parameter);
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

// Released numbers beyond 32 bits say what they say (core/doc/format.md lets them reach 2^48).
TEST(ReleaseLayoutTest, KeepsReleasedNumbersOfEverySize) {
  constexpr std::int64_t half = std::int64_t{1} << 31, most = std::int64_t{1} << 48;
  const std::vector<std::int64_t> numbers = {-most, -half - 1, -half, 1 - half, 0,   1,
                                             70,    half - 1,  half,  half + 1, most};
  std::vector<std::int64_t> all(70, 40);
  std::ranges::copy(numbers, all.begin() + 55);  // on both sides of a base
  for (const chunk_rule rule : {chunk_rule::released_size, chunk_rule::noisy_degree}) {
    auto p = small(70);
    p.chunk_rule = rule;
    p.chunk_floor_rate = std::uint64_t{1} << 30;
    p.size_slack = std::uint64_t{1} << 32;
    const bool by_sizes = rule == chunk_rule::released_size;
    const release_layout layout(p, by_sizes ? std::vector<std::int64_t>(70, 3) : all,
                                by_sizes ? all : std::vector<std::int64_t>{});
    std::uint64_t words = 0;
    for (vertex_id u = 0; u < 70; ++u) {
      const std::uint64_t rank = layout.rank(u), expected = layout.expected_size(u);
      EXPECT_EQ(layout.released_number(u), all[u]);
      if (by_sizes) {
        EXPECT_EQ(expected, clamp_released(all[u], rank));
      }
      EXPECT_EQ(layout.shape(u), make_shape(p, u, {70, rank, expected, all[u]}));
      EXPECT_EQ(layout.possible_size(u), clamp_released(all[u] + (std::int64_t{1} << 32), rank));
      EXPECT_EQ(layout.word_offset(u), words);
      words += layout.codec().word_count(layout.shape(u));
    }
    EXPECT_EQ(layout.word_offset(70), words);
  }
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

release_parameters small_nullspace(std::uint64_t users) {
  release_parameters p = small(users);
  p.codec = codec_kind::nullspace;
  p.flip_threshold = p.chunk_rate = 0;
  p.alpha_milli = p.candidate_limit_log2 = p.level = 0;
  p.drop_threshold = nullspace_response::resolution / 4;
  p.field_order = 4;
  p.kept_rate = std::uint64_t{3} << 30;  // three of four possible neighbours
  p.size_slack = 2;
  return p;
}

TEST(ReleaseLayoutTest, ColumnsDependOnReleasedNumbersOnly) {
  auto p = small_nullspace(6);
  p.order = user_order::id;
  p.chunk_rule = chunk_rule::released_size;
  const release_layout by_size(p, std::vector<std::int64_t>(6, 3), {9, 9, 1, -4, 4, 3});
  const std::uint64_t columns[] = {0, 18 + 1 + 1, 18 + 2 + 1, 18, 18 + 4 + 1, 18 + 4 + 1};
  std::uint64_t words = 0;
  for (vertex_id u = 0; u < 6; ++u) {
    EXPECT_EQ(by_size.shape(u).columns, columns[u]) << u;
    EXPECT_EQ(by_size.shape(u).length, 6U);
    EXPECT_EQ(by_size.shape(u).chunks, 1U);
    EXPECT_EQ(by_size.position(u), permutation(release_key{5}, 6)(u));
    EXPECT_EQ(by_size.word_offset(u), words);
    words += u == 0 ? 0 : 2 * 2;  // one group of columns and one of zeros, two planes each
  }
  EXPECT_EQ(by_size.word_offset(6), words);
  p.chunk_rule = chunk_rule::noisy_degree;
  const release_layout by_degree(p, {9, 9, 1, -4, 4, 3}, std::vector<std::int64_t>(6, 100));
  for (vertex_id u = 0; u < 6; ++u) EXPECT_EQ(by_degree.shape(u).columns, columns[u]) << u;
}

TEST(ReleaseLayoutTest, ColumnsAreThereForTheLargestNumbers) {
  auto p = small_nullspace(3);
  p.kept_rate = p.size_slack = std::uint64_t{1} << 32;
  const std::int64_t largest = std::int64_t{1} << 48;
  const release_layout layout(p, {largest, largest, -largest}, {});
  for (vertex_id u = 0; u < 3; ++u) {
    const std::uint64_t rank = layout.rank(u);
    EXPECT_EQ(layout.shape(u).columns, rank == 0 ? 0 : layout.degrees()[u] < 0 ? 18 : 18 + rank + 1) << u;
  }
}

TEST(ReleaseLayoutTest, RefusesNullspaceParametersThatDoNotFit) {
  const std::vector<std::int64_t> numbers(3, 1);
  const auto refused = [&](const char* named, auto&& change) {
    release_parameters p = small_nullspace(3);
    change(p);
    try {
      release_layout(p, numbers, numbers);
      ADD_FAILURE() << "accepted: " << named;
    } catch (const invalid_parameter& e) {
      EXPECT_NE(std::string(e.what()).find(named), std::string::npos) << e.what();
    }
  };
  EXPECT_NO_THROW(release_layout(small_nullspace(3), numbers, {}));
  for (const unsigned q : {0U, 1U, 6U, 9U, 12U, 14U, 15U, 17U, 256U})
    refused("field order", [&](auto& p) { p.field_order = q; });
  refused("drop threshold", [](auto& p) { p.drop_threshold = 0; });
  refused("drop threshold", [](auto& p) { p.drop_threshold = nullspace_response::resolution; });
  refused("kept_rate", [](auto& p) { p.kept_rate = 0; });
  refused("kept_rate", [](auto& p) { p.kept_rate = (std::uint64_t{1} << 32) + 1; });
  refused("size_slack", [](auto& p) { p.size_slack = (std::uint64_t{1} << 32) + 1; });
  refused("true degree", [](auto& p) { p.chunk_rule = chunk_rule::true_degree; });
  refused("edge round", [](auto& p) { p.edges = epsilon::from_nats(1.1); });  // ln 4 = 1.39
  refused("flip threshold", [](auto& p) { p.flip_threshold = 1; });
  refused("alpha", [](auto& p) { p.alpha_milli = 2000; });
  refused("candidate limit", [](auto& p) { p.candidate_limit_log2 = 40; });
  refused("level", [](auto& p) { p.level = 5; });
  refused("chunk rates", [](auto& p) { p.chunk_rate = 1; });
  refused("chunk rates", [](auto& p) { p.chunk_floor_rate = 1; });
}

TEST(ReleaseLayoutTest, RefusesNullspaceFieldsOfOtherCodecs) {
  const std::vector<std::int64_t> degrees(3, 1);
  const auto refused = [&](auto&& change) {
    for (const codec_kind codec : {codec_kind::bitmap, codec_kind::ppr}) {
      release_parameters p = small(3);
      p.codec = codec;
      if (codec == codec_kind::bitmap) p.chunk_rate = 0;
      EXPECT_NO_THROW(release_layout(p, degrees, {}));
      change(p);
      EXPECT_THROW(release_layout(p, degrees, {}), invalid_parameter);
    }
  };
  refused([](auto& p) { p.drop_threshold = 1; });
  refused([](auto& p) { p.field_order = 4; });
  refused([](auto& p) { p.kept_rate = 1; });
}

TEST(ReleaseLayoutTest, ReleasedSizesOfANullspaceNeedABudget) {
  auto p = small_nullspace(3);
  p.chunk_rule = chunk_rule::released_size;
  const std::vector<std::int64_t> numbers(3, 1);
  EXPECT_NO_THROW(release_layout(p, numbers, numbers));
  EXPECT_THROW(release_layout(p, numbers, {}), invalid_parameter);
  p.size = epsilon();
  EXPECT_THROW(release_layout(p, numbers, numbers), invalid_parameter);
}

TEST(ReleaseParametersTest, TrueDegreeRuleIsNotPrivate) {
  release_parameters p;
  EXPECT_TRUE(p.is_private());
  p.chunk_rule = chunk_rule::true_degree;
  EXPECT_FALSE(p.is_private());
}

}  // namespace
}  // namespace edgeldp
