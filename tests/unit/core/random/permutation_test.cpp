// SPDX-License-Identifier: MIT
#include "edgeldp/core/random/permutation.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

void expect_bijection(const permutation& phi) {
  std::vector<bool> hit(phi.size());
  std::uint64_t failures = 0;
  for (std::uint64_t x = 0; x < phi.size(); ++x) {
    const std::uint32_t y = phi(static_cast<std::uint32_t>(x));
    if (y >= phi.size() || hit[y] || phi.inverse(y) != x) {
      ++failures;
    } else {
      hit[y] = true;
    }
  }
  EXPECT_EQ(failures, 0U) << "n = " << phi.size();
}

TEST(PermutationTest, IsABijectionForEverySmallSize) {
  for (std::uint64_t n = 1; n <= 300; ++n) expect_bijection(permutation(release_key{n * 77}, n));
}

TEST(PermutationTest, IsABijectionForLargeSizes) {
  for (const std::uint64_t n : {std::uint64_t{1} << 16, (std::uint64_t{1} << 17) + 1, std::uint64_t{1000003}})
    expect_bijection(permutation(release_key{5}, n));
}

TEST(PermutationTest, InvertsOnTheLargestDomain) {
  const permutation phi(release_key{6}, std::uint64_t{1} << 32);
  for (std::uint64_t x = 0; x < (std::uint64_t{1} << 32); x += 0x01234567) {
    const auto point = static_cast<std::uint32_t>(x);
    EXPECT_EQ(phi.inverse(phi(point)), point);
    EXPECT_EQ(phi(phi.inverse(point)), point);
  }
  EXPECT_EQ(phi.inverse(phi(0xffffffffU)), 0xffffffffU);
}

TEST(PermutationTest, RejectsEmptyAndOversizedDomains) {
  EXPECT_THROW(permutation(release_key{1}, 0), invalid_parameter);
  EXPECT_THROW(permutation(release_key{1}, (std::uint64_t{1} << 32) + 1), invalid_parameter);
}

TEST(PermutationTest, TableAgreesForEveryThreadCount) {
  const permutation phi(release_key{7}, 20011);
  for (const unsigned threads : {1U, 2U, 8U}) {
    const thread_limit limit(threads);
    const auto table = phi.table();
    ASSERT_EQ(table.size(), 20011U);
    for (std::uint32_t x = 0; x < 20011; x += 97) EXPECT_EQ(table[x], phi(x));
  }
}

TEST(PermutationTest, KeysAndTagsGiveDifferentPermutations) {
  const auto table = permutation(release_key{8}, 1000).table();
  EXPECT_NE(table, permutation(release_key{9}, 1000).table());
  EXPECT_NE(table, permutation(release_key{8}, 1000, stream_tag::order).table());
}

std::vector<std::uint64_t> places(std::uint64_t n, std::uint64_t point) {
  std::vector<std::uint64_t> counts(n);
  for (std::uint64_t key = 0; key < 100'000; ++key)
    ++counts[permutation(release_key{key}, n)(static_cast<std::uint32_t>(point))];
  return counts;
}

// Where the first and the last point go, over 100 000 keys: p-value against 1e-8, four questions. A
// cell of probability 1/64 is seen to 2.5%. (Nothing private rests on this; chunks get even loads.)
TEST(PermutationTest, SendsEachEndEverywhereEquallyOften) {
  for (const std::uint64_t n : {64U, 100U}) {
    const std::vector<double> uniform(n, 1.0 / static_cast<double>(n));
    for (const std::uint64_t point : {std::uint64_t{0}, n - 1})
      EXPECT_GT(test::chi_square_p(places(n, point), uniform), test::significance) << n << ", " << point;
  }
}

// On a handful of points cycle walking leaves a known bias of up to 6% of a cell. A cell is seen to
// 0.9%, so 12% is 6.7 standard errors beyond it.
TEST(PermutationTest, SendsEachEndAlmostEverywhereEquallyOftenOnTinyDomains) {
  for (const std::uint64_t n : {5U, 7U}) {
    for (const std::uint64_t point : {std::uint64_t{0}, n - 1}) {
      for (const std::uint64_t count : places(n, point))
        EXPECT_NEAR(static_cast<double>(count * n) / 100'000.0, 1.0, 0.12) << n << ", " << point;
    }
  }
}

}  // namespace
}  // namespace edgeldp
