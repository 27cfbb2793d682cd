// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/range_coder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace edgeldp {
namespace {

TEST(RangeCoderTest, EmptyStreamTakesNoBytes) {
  EXPECT_TRUE(range_encoder().finish().empty());
}

TEST(RangeCoderTest, ZerosAtTheEndTakeNoBytes) {
  range_encoder out;
  out.encode_direct(0, 64);
  EXPECT_TRUE(out.finish().empty());
}

TEST(RangeCoderTest, DirectBitsComeBackAtEveryWidth) {
  for (unsigned bits = 0; bits <= 64; ++bits) {
    const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    const std::uint64_t values[] = {0, mask, 0x0123456789abcdef & mask, 1 & mask};
    range_encoder out;
    for (const std::uint64_t value : values) out.encode_direct(value, bits);
    const auto bytes = out.finish();
    EXPECT_LE(bytes.size(), (4 * bits + 7) / 8 + 1) << bits;
    range_decoder in(bytes);
    for (const std::uint64_t value : values) EXPECT_EQ(in.decode_direct(bits), value) << bits;
  }
}

// Long runs of ones make the encoder hold bytes that a later carry could change.
TEST(RangeCoderTest, CarriesPropagateThroughRunsOfOnes) {
  for (const unsigned run : {1U, 7U, 40U, 1000U}) {
    for (const std::uint64_t last : {0U, 1U, 0xffffU}) {
      range_encoder out;
      for (unsigned i = 0; i < run; ++i) out.encode_direct(0xffff, 16);
      adaptive_bit tilted(1, 60000);
      adaptive_bit same = tilted;
      out.encode(true, tilted);
      out.encode_direct(last, 16);
      const auto bytes = out.finish();
      range_decoder in(bytes);
      for (unsigned i = 0; i < run; ++i) ASSERT_EQ(in.decode_direct(16), 0xffffU);
      EXPECT_TRUE(in.decode(same));
      EXPECT_EQ(in.decode_direct(16), last);
    }
  }
}

/// Whole words are written in a way of their own: the bytes are those of equally likely values, 16
/// bits at a time, whatever stands before and between them, carries and held bytes among it.
TEST(RangeCoderTest, DirectBitsAreEquallyLikelyValues) {
  std::mt19937_64 random(3);
  for (int stream = 0; stream < 20000; ++stream) {
    range_encoder direct, uniform;
    const int symbols = static_cast<int>(random() % 60);
    for (int i = 0; i < symbols; ++i) {
      if (random() % 4 == 0) {
        const bool bit = random() % 2 != 0;
        const auto chance = static_cast<std::uint32_t>(64 + random() % 65408);
        direct.encode(bit, chance);
        uniform.encode(bit, chance);
        continue;
      }
      const unsigned bits = random() % 2 == 0 ? 64 : static_cast<unsigned>(random() % 65);
      // Ones at the end are what a carry may run through, and ones at both ends let it come.
      const std::uint64_t ones = ~std::uint64_t{0} >> (random() % 64);
      const std::uint64_t ends[] = {0, ~std::uint64_t{0}, random(), random() | ones, ~ones, ones << 1};
      const std::uint64_t value = ends[random() % 6];
      direct.encode_direct(value, bits);
      for (unsigned left = bits; left != 0;) {
        const unsigned part = left < 16 ? left : 16;
        left -= part;
        uniform.encode_uniform(static_cast<std::uint32_t>(value >> left & ((1U << part) - 1)), 1U << part);
      }
    }
    EXPECT_EQ(direct.finish(), uniform.finish()) << stream;
  }
}

TEST(RangeCoderTest, ModelledAndDirectBitsInterleave) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 200; ++round) {
    const auto length = random() % 300;
    std::vector<bool> bits;
    std::vector<std::uint64_t> raw;
    adaptive_bit writer(64, 64), reader(64, 64);
    range_encoder out;
    for (std::uint64_t i = 0; i < length; ++i) {
      bits.push_back(random() % 20 == 0);
      raw.push_back(random() & 0x1ffff);
      out.encode(bits.back(), writer);
      out.encode_direct(raw.back(), 17);
    }
    const auto bytes = out.finish();
    range_decoder in(bytes);
    for (std::uint64_t i = 0; i < length; ++i) {
      ASSERT_EQ(in.decode(reader), bits[i]);
      ASSERT_EQ(in.decode_direct(17), raw[i]);
    }
    EXPECT_LE(in.position(), bytes.size());
  }
}

// 100 000 bits of probability 1/16 cost their entropy of 0.337 bits each, within 2%.
TEST(RangeCoderTest, SpendsTheEntropyOfASkewedSource) {
  std::mt19937_64 random(4);
  adaptive_bit model(64, 64);
  range_encoder out;
  std::uint64_t ones = 0;
  constexpr std::uint64_t length = 100'000;
  for (std::uint64_t i = 0; i < length; ++i) {
    const bool bit = random() % 16 == 0;
    ones += bit ? 1 : 0;
    out.encode(bit, model);
  }
  const double p = static_cast<double>(ones) / length;
  const double entropy = -p * std::log2(p) - (1 - p) * std::log2(1 - p);
  EXPECT_NEAR(8.0 * static_cast<double>(out.finish().size()) / length, entropy, 0.02 * entropy);
}

TEST(RangeCoderTest, EncoderIsFreshAfterFinish) {
  range_encoder out;
  out.encode_direct(0xabc, 12);
  const auto first = out.finish();
  out.encode_direct(0xabc, 12);
  EXPECT_EQ(out.finish(), first);
}

TEST(RangeCoderTest, AnyBytesDecodeWithoutFailure) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::byte> bytes(random() % 20);
    for (std::byte& b : bytes) b = static_cast<std::byte>(random());
    range_decoder in(bytes);
    adaptive_bit model(1, 1000);
    for (unsigned i = 0; i < 100; ++i) {
      in.decode(model);
      const unsigned bits = i % 41;
      EXPECT_EQ(in.decode_direct(bits) >> bits, 0U);
    }
    EXPECT_LE(in.position(), bytes.size());
  }
}

TEST(AdaptiveBitTest, ProbabilityStaysInsideItsInterval) {
  adaptive_bit model(1, 1);
  for (int i = 0; i < 2'000'000; ++i) model.update(false);
  EXPECT_EQ(model.zero_probability(), 65472U);
  for (int i = 0; i < 4'000'000; ++i) model.update(true);
  EXPECT_GE(model.zero_probability(), 64U);
  EXPECT_LT(model.zero_probability(), 6554U);
}

}  // namespace
}  // namespace edgeldp
