// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/any/codec_spec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "support/codecs.hpp"

namespace edgeldp {
namespace {

std::vector<int> bytes_of(const codec_spec& codec) {
  std::vector<std::byte> bytes;
  canonical_writer(bytes).codec(codec);
  std::vector<int> numbers;
  for (const std::byte b : bytes) numbers.push_back(std::to_integer<int>(b));
  return numbers;
}

codec_spec read(const std::vector<int>& numbers) {
  std::vector<std::byte> bytes;
  for (const int number : numbers) bytes.push_back(static_cast<std::byte>(number));
  canonical_reader from(bytes);
  const codec_spec codec = from.codec();
  from.end();
  return codec;
}

TEST(CodecSpecTest, NamesAndTagsSayWhichItIs) {
  EXPECT_THAT(codec_spec::names(), testing::ElementsAre("ppr", "nullspace", "bitmap"));
  for (const codec_spec& codec : test::codec_specs()) {
    EXPECT_EQ(codec_spec::parse(codec.name()), codec);
    EXPECT_EQ(codec_spec(*codec.kind()), codec);
    EXPECT_EQ(name_of(*codec.kind()), codec.name());
    EXPECT_FALSE(codec.is_automatic());
  }
  EXPECT_EQ(*test::codec_specs()[0].kind(), codec_kind::bitmap);
  EXPECT_EQ(*test::codec_specs()[1].kind(), codec_kind::ppr);
  EXPECT_EQ(*test::codec_specs()[2].kind(), codec_kind::nullspace);
  EXPECT_EQ(codec_spec(), codec_spec::automatic());
  EXPECT_EQ(codec_spec::parse("auto"), codec_spec::automatic());
  EXPECT_FALSE(codec_spec().kind().has_value());
}

TEST(CodecSpecTest, ParseRefusesUnknownNamesAndSettingsOutOfRange) {
  try {
    codec_spec::parse("zip");
    FAIL();
  } catch (const invalid_parameter& e) {
    EXPECT_STREQ(e.what(), "codec 'zip': must be ppr, nullspace, bitmap or auto");
  }
  EXPECT_THROW(codec_spec::parse("ppr", {.alpha = 1.0}), invalid_parameter);
  EXPECT_THROW(codec_spec::parse("bitmap", {.level = 10}), invalid_parameter);
  EXPECT_EQ(codec_spec::parse("ppr", {1.5, 3, 2.0}), codec_spec(ppr_spec{ppr_alpha(1.5), 3, 2.0}));
}

/// Bytes of decisions: they never change.
TEST(CodecSpecTest, BytesAreThoseOfTheFormat) {
  const auto two_thousand = bytes_of(ppr_spec{});
  ASSERT_EQ(two_thousand.size(), 5U);  // tag, two bytes of alpha, level, no beta
  const int low = two_thousand[1], high = two_thousand[2], level = two_thousand[3];
  EXPECT_EQ(bytes_of(codec_spec()), (std::vector<int>{0, low, high, level, 0}));
  EXPECT_EQ(bytes_of(bitmap_spec{}), (std::vector<int>{4, low, high, level, 0}));
  EXPECT_EQ(bytes_of(ppr_spec{}), (std::vector<int>{6, low, high, level, 0}));
  EXPECT_EQ(bytes_of(nullspace_spec{}), (std::vector<int>{8, low, high, level, 0}));
  EXPECT_EQ(bytes_of(ppr_spec{.beta = 2.0}),
            (std::vector<int>{6, low, high, level, 2, 0, 0, 0, 0, 0, 0, 0, 0x40}));
  for (const codec_spec& codec :
       {codec_spec(), test::codec_specs()[0], test::codec_specs()[1], test::codec_specs()[2],
        codec_spec(ppr_spec{ppr_alpha(1.3), 9, 0.5}), codec_spec::automatic({.alpha = ppr_alpha(3.0)})})
    EXPECT_EQ(read(bytes_of(codec)), codec);
}

TEST(CodecSpecTest, BytesThatNobodyWritesAreRefused) {
  const std::vector<int> bytes = bytes_of(bitmap_spec{});
  const auto with = [&](std::size_t at, int value) {
    std::vector<int> other = bytes;
    other[at] = value;
    return other;
  };
  EXPECT_THROW(read(with(0, 2)), format_error) << "tag 0 is no codec";
  EXPECT_THROW(read(with(0, 10)), format_error) << "tag 4 is no codec";
  EXPECT_THROW(read(with(3, 2)), format_error) << "a level, of a bitmap";
}

/// What plans expect of a codec is what its rows have.
TEST(CodecSpecTest, FilledNumbersHaveTheLawThatWasPlanned) {
  const std::vector<std::int64_t> released = {3, 0, 12, 7};
  for (const double nats : {0.5, 2.0, 6.0}) {
    const epsilon budget = epsilon::from_nats(nats);
    for (const codec_spec& codec : test::codec_specs()) {
      codec_parameters p;
      codec.fill(p, budget, {epsilon::from_nats(0.1), released});
      EXPECT_EQ(p.codec, *codec.kind());
      EXPECT_NO_THROW(check_codec(p)) << codec.name();
      const any_codec made = make_codec(p);
      EXPECT_NO_THROW(check_cost(p, made, budget, "edge"));
      EXPECT_EQ(made.law().p1, codec.law(budget).p1) << codec.name();
      EXPECT_EQ(made.law().p0, codec.law(budget).p0) << codec.name();
      EXPECT_EQ(made.lattice().scale, codec.lattice(budget).scale);
      EXPECT_EQ(codec_of(p), codec);
      EXPECT_TRUE(codec.plans_as(codec_of(p)));
      EXPECT_EQ(p.size_slack != 0, codec.is_shaped()) << "noise hides entries only where rows follow sizes";
    }
  }
}

TEST(CodecSpecTest, NumbersOfAnotherCodecAreRefused) {
  const std::vector<std::int64_t> released = {3, 0, 12, 7};
  for (const codec_spec& codec : test::codec_specs()) {
    for (const codec_spec& other : test::codec_specs()) {
      if (other == codec) continue;
      codec_parameters p;
      codec.fill(p, epsilon::from_nats(1.0), {epsilon::from_nats(0.1), released});
      p.codec = *other.kind();
      EXPECT_THROW(check_codec(p), invalid_parameter) << codec.name() << " as " << other.name();
    }
  }
  codec_parameters p;
  p.codec = static_cast<codec_kind>(4);
  try {
    make_codec(p);
    FAIL();
  } catch (const invalid_parameter& e) {
    EXPECT_STREQ(e.what(), "codec = 4: must be 1 (bitmap), 2 (ppr) or 3 (nullspace)");
  }
}

TEST(CodecSpecTest, AutomaticOnesSettleByBudgetCrowdAndAlphabet) {
  const codec_spec wish = codec_spec::automatic({.level = 7});
  EXPECT_TRUE(wish.settled(epsilon::from_nats(1.0)).is<nullspace_spec>());
  EXPECT_TRUE(wish.settled(epsilon::from_nats(6.0)).is<bitmap_spec>());
  EXPECT_TRUE(wish.settled(epsilon::from_nats(1.0), 1.0).is<bitmap_spec>()) << "crowded rows";
  EXPECT_EQ(wish.settled(epsilon::from_nats(1.0), 0.0, 5), codec_spec(ppr_spec{.level = 7}));
  EXPECT_EQ(codec_spec(ppr_spec{}).settled(epsilon::from_nats(6.0)), codec_spec(ppr_spec{}));
  codec_parameters p;
  const std::vector<std::int64_t> sparse(100, 2), crowded(100, 90);
  wish.fill(p, epsilon::from_nats(1.0), {epsilon::from_nats(1.0), sparse});
  EXPECT_EQ(p.codec, codec_kind::nullspace);
  wish.fill(p = {}, epsilon::from_nats(1.0), {epsilon::from_nats(1.0), crowded});
  EXPECT_EQ(p.codec, codec_kind::bitmap);
}

TEST(CodecSpecTest, EachSaysItsOwnNumbers) {
  const auto names = [](const codec_fields& fields) {
    std::vector<std::string> result;
    for (const codec_field& field : fields) result.emplace_back(field.name);
    return result;
  };
  EXPECT_THAT(names(codec_spec(ppr_spec{}).fields()), testing::ElementsAre("alpha", "level"));
  EXPECT_THAT(names(codec_spec(ppr_spec{.beta = 2.0}).fields()), testing::ElementsAre("alpha", "beta"));
  EXPECT_THAT(names(codec_spec().fields()), testing::IsEmpty());
  codec_parameters p;
  nullspace_spec{}.fill(p, epsilon::from_nats(1.0), {epsilon::from_nats(1.0), {}});
  EXPECT_THAT(names(fields_of(p)), testing::ElementsAre("field"));
  bitmap_spec{}.fill(p = {}, epsilon::from_nats(1.0), {});
  EXPECT_THAT(names(fields_of(p)), testing::IsEmpty());
}

}  // namespace
}  // namespace edgeldp
