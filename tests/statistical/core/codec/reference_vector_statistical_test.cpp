// SPDX-License-Identifier: MIT
// k-ary values with an arbitrary public reference: decoded values have randomized response's law at
// every position, first and last included, with both codecs. 40000 rows of 9 positions; each of 9 *
// 5 frequencies at 5.73 standard errors: false alarm 1e-8 each.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "edgeldp/core/codec/bitmap/bitmap.hpp"
#include "edgeldp/core/codec/ppr/ppr.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

constexpr std::uint32_t value_count = 5;
constexpr std::array<std::uint32_t, 9> reference = {0, 4, 2, 2, 1, 3, 0, 4, 1};
constexpr std::array<std::uint32_t, 9> vector_sent = {3, 4, 2, 0, 1,
                                                      3, 1, 4, 2};  // differs first, last and twice inside

template <Codec C>
void expect_response_law(const C& codec, const randomized_response& response, double shift) {
  std::vector<row_entry> entries;
  for (std::uint32_t x = 0; x < 9; ++x)
    if (vector_sent[x] != reference[x])
      entries.push_back({x, response.offset_from(vector_sent[x], reference[x])});

  constexpr std::uint64_t rows = 40000;
  std::array<std::array<std::uint64_t, value_count>, 9> seen{};
  for (vertex_id user = 0; user < rows; ++user) {
    const row_shape shape{user, 9, 2, 4};
    std::vector<std::uint64_t> words(codec.word_count(shape));
    simulation_randomness coins(99, 3, user);
    codec.encode(shape, entries, coins, words);
    const auto row = codec.row(shape, words);
    for (std::uint32_t x = 0; x < 9; ++x) ++seen[x][response.value_from(row.offset(x), reference[x])];
  }
  double worst = 0.0;
  for (std::uint32_t x = 0; x < 9; ++x) {
    for (std::uint32_t value = 0; value < value_count; ++value) {
      const double p =
          value == vector_sent[x] ? response.same_probability() - shift : response.other_probability();
      worst = std::fmax(worst, std::fabs(test::binomial_z(seen[x][value], rows, p)));
    }
  }
  if (shift == 0.0) {
    EXPECT_LT(worst, test::significant_z);
  } else {
    EXPECT_GT(worst, test::significant_z) << "a law that is off by " << shift << " must be rejected";
  }
}

TEST(ReferenceVectorTest, DecodedValuesFollowRandomizedResponse) {
  const auto response = randomized_response::for_budget(epsilon::from_nats(0.8), value_count);
  for (const double shift : {0.0, 0.03}) {
    expect_response_law(bitmap_codec(response), response, shift);
    expect_response_law(ppr_codec(release_key{5}, response, ppr_alpha(2.0)), response, shift);
  }
}

TEST(ReferenceVectorTest, OffsetsAndValuesAreInverse) {
  const auto response = randomized_response::for_budget(epsilon::from_nats(0.8), value_count);
  for (std::uint32_t r = 0; r < value_count; ++r)
    for (std::uint32_t v = 0; v < value_count; ++v) {
      EXPECT_EQ(response.value_from(response.offset_from(v, r), r), v);
      EXPECT_EQ(response.offset_from(v, r) == 0, v == r);
    }
}

}  // namespace
}  // namespace edgeldp
