// SPDX-License-Identifier: MIT
// Privacy of vectors by enumeration: every ternary vector of a tiny length, every change of one
// value. Nothing is random but the public key; there are no false alarms. (ppr on ternary rows:
// privacy_statistical_test.cpp.)
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/output_law.hpp"
#include "support/vectors.hpp"

namespace edgeldp {
namespace {

using test::output_law;
using test::rational;

constexpr std::uint32_t tiny_alphabet = 3;
constexpr unsigned vector_length = 3, vector_count = 27;

/// Vector number v, its digits being offsets.
std::vector<row_entry> entries_of(unsigned v) {
  std::vector<row_entry> entries;
  for (std::uint32_t x = 0; x < vector_length; ++x, v /= tiny_alphabet)
    if (v % tiny_alphabet != 0) entries.push_back({x, v % tiny_alphabet});
  return entries;
}

/// Calls f(v, w) for all vectors that differ in one position.
template <class F>
void for_each_change(F&& f) {
  for (unsigned v = 0; v < vector_count; ++v)
    for (unsigned unit = 1; unit < vector_count; unit *= tiny_alphabet)
      for (unsigned digit = v / unit % tiny_alphabet + 1; digit < tiny_alphabet; ++digit)
        f(v, v + (digit - v / unit % tiny_alphabet) * unit);
}

vector_layout tiny_bitmap() {
  vector_parameters p = test::small_vectors(codec_kind::bitmap, 1, vector_length, tiny_alphabet);
  p.sizes = size_rule::public_bound;
  p.size = epsilon();
  return {p, {}};
}

/// The exact law of a message whose coins are compared with 0, T, 2 T and 2^40 only: each cell of a
/// coin is tried at both its ends, which must not differ.
template <class Encode>
std::optional<output_law<rational>> law_of(std::uint64_t T, unsigned v, Encode&& encode) {
  const std::uint64_t edge[] = {0, T, 2 * T, randomized_response::resolution};
  output_law<rational> law;
  for (unsigned cells = 0; cells < vector_count; ++cells) {
    rational probability = 1;
    std::optional<std::vector<std::uint64_t>> message;
    for (unsigned ends = 0; ends < 1U << vector_length; ++ends) {
      std::vector<std::uint64_t> script;
      probability = 1;
      for (unsigned i = 0, c = cells; i < vector_length; ++i, c /= tiny_alphabet) {
        const std::uint64_t low = edge[c % tiny_alphabet], high = edge[c % tiny_alphabet + 1];
        script.push_back(((ends >> i) & 1 ? high - 1 : low) << 24);
        probability *= rational(high - low, randomized_response::resolution);
      }
      test::scripted_randomness coins(script);
      std::vector<std::uint64_t> words(1);
      encode(entries_of(v), coins, words);
      if (!message) message = words;
      if (*message != words) return std::nullopt;
    }
    law[*message] += probability;
  }
  return law;
}

template <class Encode>
std::optional<rational> worst_ratio(std::uint64_t T, Encode&& encode) {
  std::vector<output_law<rational>> laws;
  for (unsigned v = 0; v < vector_count; ++v) {
    const auto law = law_of(T, v, encode);
    EXPECT_TRUE(law.has_value()) << "a coin is not compared with multiples of T";
    laws.push_back(law.value_or(output_law<rational>{}));
  }
  std::optional<rational> worst = 1;
  for_each_change([&](unsigned v, unsigned w) {
    const auto ratio = test::largest_ratio(laws[v], laws[w]);
    if (!ratio) worst.reset();
    if (worst && *ratio > *worst) worst = ratio;
  });
  return worst;
}

TEST(VectorsPrivacyTest, BitmapRatioIsExactlyTheLossForEveryChangeOfOneValue) {
  const vector_layout layout = tiny_bitmap();
  const std::uint64_t T = layout.parameters().flip_threshold;
  const auto worst = worst_ratio(T, [&](const auto& entries, private_randomness& coins, auto& words) {
    encode_vector(layout, 0, entries, coins, words);
  });
  ASSERT_TRUE(worst.has_value());
  EXPECT_EQ(*worst, rational(randomized_response::resolution - 2 * T, T));
}

TEST(VectorsPrivacyTest, RejectsTwinThatRandomizesWhetherButNotWhat) {
  const auto rr =
      randomized_response::from_threshold(tiny_bitmap().parameters().flip_threshold, tiny_alphabet);
  EXPECT_EQ(worst_ratio(rr.threshold(),
                        [&](const auto& entries, private_randomness& coins, auto& words) {
                          test::broken::true_offset_where_different(rr, vector_length, entries, coins, words);
                        }),
            std::nullopt);
}

// Under the same coins released sizes differ as the true ones do.
TEST(VectorsPrivacyTest, SizesMoveByOneAtMostAndTheTwinThatAddsOffsetsByMore) {
  const auto released = [](unsigned v) {
    const std::vector<std::vector<row_entry>> rows = {entries_of(v)};
    return release_vector_sizes(sparse_vectors(vector_length, tiny_alphabet, rows), epsilon::from_nats(1.0),
                                coin_source::simulated(5))
        .values[0];
  };
  std::int64_t worst = 0, twin = 0;
  for_each_change([&](unsigned v, unsigned w) {
    worst = std::max(worst, std::abs(released(v) - released(w)));
    twin = std::max(twin, std::abs(test::broken::sum_of_offsets(entries_of(v)) -
                                   test::broken::sum_of_offsets(entries_of(w))));
  });
  EXPECT_EQ(worst, 1);
  EXPECT_GT(twin, 1);
}

}  // namespace
}  // namespace edgeldp
