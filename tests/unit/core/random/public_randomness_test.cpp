// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/public_randomness.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

namespace edgeldp {
namespace {

TEST(PhiloxTest, MatchesPublishedKnownAnswers) {
  // Random123, kat_vectors, philox4x32 10.
  EXPECT_EQ(philox4x32_10(0, {0, 0, 0, 0}), (philox_block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32_10(~std::uint64_t{0}, {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}),
            (philox_block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32_10(0x299f31d0a4093822, {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}),
            (philox_block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(PublicRandomnessTest, PlacesFieldsAsTheLayoutSays) {
  // counter = (index, candidate low, candidate high | tag << 24, user), written out by hand.
  const public_randomness random(release_key{0x0123456789abcdef});
  EXPECT_EQ(random.block(stream_tag::nullspace, 0xdeadbeef, 0x00abcdef'12345678, 0xcafef00d),
            philox4x32_10(0x0123456789abcdef, {0xdeadbeef, 0x12345678, 0x03abcdef, 0xcafef00d}));
  EXPECT_EQ(random.block(stream_tag::ppr, 0, largest_candidate, 0),
            philox4x32_10(0x0123456789abcdef, {0, 0xffffffff, 0x01ffffff, 0}));
}

TEST(PublicRandomnessTest, MatchesKnownAnswersOfItsLayout) {
  // The pi vector again: its third counter word 0x13198a2e is tag 0x13, candidate high 0x198a2e.
  const public_randomness random(release_key{0x299f31d0a4093822});
  EXPECT_EQ(random.block(static_cast<stream_tag>(0x13), 0x243f6a88, 0x00198a2e'85a308d3, 0x03707344),
            (philox_block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(PublicRandomnessTest, TagsAreStableAndDistinct) {
  EXPECT_EQ(static_cast<int>(stream_tag::ppr), 1);
  EXPECT_EQ(static_cast<int>(stream_tag::ppr_ties), 2);
  EXPECT_EQ(static_cast<int>(stream_tag::nullspace), 3);
  EXPECT_EQ(static_cast<int>(stream_tag::permutation), 4);
  EXPECT_EQ(static_cast<int>(stream_tag::server_sampling), 5);
  EXPECT_EQ(static_cast<int>(stream_tag::order), 6);
}

TEST(PublicRandomnessTest, NoTwoUsesShareABlock) {
  // Philox is a bijection for a fixed key, so equal blocks would mean equal counters.
  const public_randomness random(release_key{42});
  std::set<philox_block> seen;
  std::size_t uses = 0;
  const auto use = [&](const philox_block& block) {
    seen.insert(block);
    ++uses;
  };
  for (const vertex_id user : {0U, 1U, 0xffffffffU}) {
    for (const std::uint64_t candidate : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2},
                                          std::uint64_t{7}, std::uint64_t{1} << 32, largest_candidate}) {
      for (std::uint32_t index = 0; index < 64; ++index) {
        for (const stream_tag tag : {stream_tag::ppr, stream_tag::ppr_ties, stream_tag::nullspace,
                                     stream_tag::permutation, stream_tag::server_sampling, stream_tag::order})
          use(random.block(tag, index, candidate, user));
      }
    }
  }
  EXPECT_EQ(seen.size(), uses);
}

TEST(PublicRandomnessTest, KeysAndCallsAreIndependentOfOrder) {
  const public_randomness a(release_key{1}), b(release_key{2});
  const auto first = a.block(stream_tag::ppr, 3, 4, 5);
  EXPECT_NE(first, b.block(stream_tag::ppr, 3, 4, 5));
  EXPECT_EQ(first, a.block(stream_tag::ppr, 3, 4, 5));
  EXPECT_EQ(a.key(), release_key{1});
}

}  // namespace
}  // namespace edgeldp
