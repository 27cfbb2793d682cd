// SPDX-License-Identifier: MIT
// Unbiasedness and variances: statistical/vectors_statistical_test.cpp.
#include "edgeldp/graph/questions/vectors/sparse_vectors.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_items.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/questions/vectors/exact.hpp"
#include "support/codecs.hpp"
#include "support/vectors.hpp"

namespace edgeldp {
namespace {

TEST(ExactVectorsTest, CountsValuesAndCommonItems) {
  const std::vector<std::vector<row_entry>> rows = {{{0, 2}, {3, 1}}, {{0, 1}}, {{0, 2}, {2, 1}, {3, 2}}};
  const sparse_vectors data(4, 3, rows);
  const value_counts counts = exact::count_values(data);
  EXPECT_EQ(std::vector<std::uint64_t>(counts.item(0).begin(), counts.item(0).end()),
            (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_EQ(counts.differing(1), 0U);
  EXPECT_EQ(counts.differing(3), 2U);
  EXPECT_EQ(exact::count_common_items(data, 0, 2), 2U);
  EXPECT_EQ(exact::count_common_items(data, 1, 2), 1U);
}

TEST(NoisyVectorsTest, CountsAreThoseOfSingleValuesForEveryThreadCount) {
  for (const codec_kind codec : test::codec_kinds) {
    for (const std::uint32_t alphabet : {2U, 5U}) {
      const vector_release r = test::random_vectors(test::small_vectors(codec, 75, 70, alphabet), 6);
      const std::uint32_t k = r.layout().alphabet();
      value_counts expected(75, 70, k);
      for (vertex_id u = 0; u < 75; ++u) {
        std::vector<std::uint64_t> row(k);
        for (std::uint32_t item = 0; item < 70; ++item) {
          ++expected.item(item)[r.offset(u, item)];
          ++row[r.offset(u, item)];
        }
        EXPECT_EQ(count_noisy_offsets(r, u), row);
      }
      for (const unsigned threads : {1U, 2U, 7U}) {
        const thread_limit limit(threads);
        EXPECT_TRUE(count_noisy_values(r) == expected) << threads;
      }
      EXPECT_THROW(count_noisy_offsets(r, 75), invalid_parameter);
    }
  }
}

TEST(NoisyVectorsTest, OffsetsAddUpAndValuesFollowTheReference) {
  for (const codec_kind codec : test::codec_kinds) {
    const vector_release r = test::random_vectors(test::small_vectors(codec, 30, 40, 3), 6);
    const any_codec& c = r.layout().codec();
    const std::uint32_t k = r.layout().alphabet();
    const value_counts noisy = count_noisy_values(r);
    std::vector<std::uint8_t> reference(40);
    std::vector<double> expected(k), variance(k);
    for (std::uint32_t item = 0; item < 40; ++item) {
      reference[item] = static_cast<std::uint8_t>(item % k);
      const auto offsets = estimate_offsets(noisy.item(item), c);
      const auto frequency = estimate_frequency(noisy, c, item);
      EXPECT_NEAR(frequency.value + offsets[0].value, 30.0, 1e-9);
      double sum = 0.0;
      for (std::uint32_t offset = 0; offset < k; ++offset) {
        sum += offsets[offset].value;
        expected[(item + offset) % k] += offsets[offset].value;
      }
      EXPECT_NEAR(sum, 30.0, 1e-6);
    }
    const auto values = estimate_values(noisy, c, reference);
    for (std::uint32_t v = 0; v < k; ++v) EXPECT_NEAR(values[v].value, expected[v], 1e-6);
    EXPECT_THROW(estimate_values(noisy, c, std::vector<std::uint8_t>(39)), invalid_parameter);
    EXPECT_THROW(estimate_values(noisy, c, std::vector<std::uint8_t>(40, 3)), invalid_parameter);
  }
}

TEST(NoisyVectorsTest, CommonItemsAreTheSumOfProductsOfDebiasedBits) {
  for (const codec_kind codec : test::codec_kinds) {
    const vector_release r = test::random_vectors(test::small_vectors(codec, 3, 100, 4), 7);
    const bit_law law = r.difference_law();
    double expected = 0.0;
    for (std::uint32_t item = 0; item < 100; ++item) {
      const auto debiased = [&](vertex_id u) {
        return ((r.offset(u, item) != 0 ? 1.0 : 0.0) - law.p0) / (law.p1 - law.p0);
      };
      expected += debiased(0) * debiased(2);
    }
    EXPECT_NEAR(estimate_common_items(r, 0, 2).value, expected, 1e-6);
    EXPECT_THROW(estimate_common_items(r, 1, 1), invalid_parameter);
    EXPECT_THROW(estimate_common_items(r, 1, 3), invalid_parameter);
  }
}

// Bits by hand: p1 = 3/4, p0 = 1/4, 100 trials of which 40 are ones.
TEST(NoisyVectorsTest, OnesAreDebiased) {
  const estimate e = estimate_ones(40, 100, {0.75, 0.25});
  EXPECT_DOUBLE_EQ(e.value, 30.0);
  EXPECT_DOUBLE_EQ(e.standard_error, std::sqrt(100.0 * 0.1875 / 0.25));
}

TEST(NoisyVectorsTest, MeansNeedSomethingToDivideBy) {
  vector_parameters p = test::small_vectors(codec_kind::bitmap, 1, 1, 3);
  p.flip_threshold = randomized_response::resolution / 8;
  const any_codec codec = make_codec(p, 3);
  const std::vector<double> scores = {0.0, 1.0, 5.0};
  const std::vector<std::uint64_t> nothing = {750, 125, 125}, half = {438, 437, 125};
  EXPECT_FALSE(estimate_mean(nothing, codec, scores).has_value());
  const auto mean = estimate_mean(half, codec, scores);  // (437 - 125) / (6/8 - 1/8) ones, no twos
  ASSERT_TRUE(mean.has_value());
  EXPECT_NEAR(mean->value, 1.0, 1e-9);
  EXPECT_GT(mean->standard_error, 0.0);
  EXPECT_THROW(estimate_mean(half, codec, std::vector<double>{0.0, 1.0}), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
