// SPDX-License-Identifier: MIT
// The law of what the real ppr encoder sends, and of what its rows decode to.
//
// Every p-value is compared with test::significance = 1e-8 and every z-score with 5.73 (the same,
// two-sided); no case asks more than 60 questions, so each has a false-alarm rate of at most 1e-6.
// Seeds are fixed. Power is stated case by case, by a sampler or decoder with one fault that the
// same question rejects, or by the deviation that would be seen.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "edgeldp/core/codec/ppr/heap_sampler.hpp"
#include "edgeldp/core/codec/ppr/ppr.hpp"
#include "edgeldp/core/codec/ppr/sampler.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/output_law.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

using test::significance;
using test::significant_z;

// --- the codec's messages against the closed form
// ---------------------------------------------------------------------

struct law_case {
  std::uint64_t length, chunks;
  unsigned limit_log2;
  double alpha, mechanism;
  std::uint32_t alphabet;
  std::vector<row_entry> entries;
};

constexpr std::uint64_t messages = 100'000;

/// The closed form Pr[K = k | T, Z] averaged over `messages` point processes drawn here,
/// independently of the library.
std::vector<double> averaged_law(const law_case& c, const ppr_codec& codec, const row_shape& shape,
                                 std::uint64_t key) {
  const ppr_candidates candidates(public_randomness(release_key{key}), codec.response(), shape.user);
  const auto offset_at = [&](std::uint64_t k, std::uint32_t x) { return candidates.offset(k, x); };
  const std::uint64_t limit = std::uint64_t{1} << c.limit_log2;
  const std::uint64_t words = codec.word_count(shape);
  std::mt19937_64 random(77);
  std::exponential_distribution<double> gap;
  std::vector<std::vector<row_entry>> entries(words);
  for (const row_entry& entry : c.entries) entries[entry.position / codec.chunk_size(shape)].push_back(entry);
  // chunk j's index is digit j, base `limit`
  std::vector<double> sum(static_cast<std::size_t>(std::pow(limit, words)), 0.0);
  test::ppr_model<double> model{std::exp(c.alpha * codec.response().loss_nats()), codec.chunk_size(shape),
                                std::vector<std::vector<double>>(words, std::vector<double>(limit))};
  for (std::uint64_t i = 0; i < messages; ++i) {
    std::vector<double> joint{1.0};
    for (std::size_t chunk = 0; chunk < words; ++chunk) {
      double t = 0.0;
      for (double& weight : model.point_weights[chunk]) weight = std::pow(t += gap(random), -c.alpha);
      const std::vector<double> law = model.chunk_law(chunk, entries[chunk], offset_at);
      std::vector<double> longer;
      for (const double p : law)
        for (const double q : joint) longer.push_back(p * q);
      joint = std::move(longer);
    }
    for (std::size_t cell = 0; cell < joint.size(); ++cell) sum[cell] += joint[cell];
  }
  for (double& p : sum) p /= static_cast<double>(messages);
  return sum;
}

std::vector<std::uint64_t> encoded_counts(const law_case& c, const ppr_codec& codec, const row_shape& shape) {
  const std::uint64_t limit = std::uint64_t{1} << c.limit_log2;
  std::vector<std::uint64_t> words(codec.word_count(shape));
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(std::pow(limit, words.size())));
  simulation_randomness coins(4242, 1, 0);
  for (std::uint64_t i = 0; i < messages; ++i) {
    codec.encode(shape, c.entries, coins, words);
    std::uint64_t cell = 0;
    for (std::size_t j = words.size(); j-- > 0;) cell = cell * limit + (words[j] - 1);
    ++counts[cell];
  }
  return counts;
}

std::vector<law_case> law_cases() {
  return {
      {6, 1, 1, 2.0, 0.5, 2, {{0, 1}, {5, 1}}},
      {6, 1, 2, 2.0, 0.5, 2, {}},
      {6, 1, 2, 1.5, 1.0, 2, {{1, 1}}},
      {6, 1, 3, 2.0, 1.0, 2, {{0, 1}, {2, 1}, {5, 1}}},
      {6, 1, 4, 3.0, 0.7, 2, {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}}},
      {6, 1, 4, 2.0, 0.25, 2, {{0, 1}}},
      {5, 2, 2, 2.0, 1.0, 2, {{0, 1}, {1, 1}, {4, 1}}},
      {6, 3, 2, 1.3, 0.5, 2, {{2, 1}, {3, 1}}},
      {5, 1, 3, 2.0, 1.0, 3, {{0, 2}, {3, 1}, {4, 2}}},
  };
}

// 100 000 messages see a cell of probability 1/4 to 0.15%, one of 1% to 0.03%; the next case shows
// that it suffices.
TEST(PprLawTest, EncoderFollowsTheClosedFormOnTinyRows) {
  for (const law_case& c : law_cases()) {
    const auto rr = randomized_response::for_budget(epsilon::from_nats(c.mechanism), c.alphabet);
    const ppr_codec codec(release_key{17}, rr, ppr_alpha(c.alpha), c.limit_log2);
    const row_shape shape{9, c.length, c.chunks, 0};
    const auto law = averaged_law(c, codec, shape, 17);
    EXPECT_GT(test::chi_square_p(encoded_counts(c, codec, shape), law, 2.0), significance)
        << "length " << c.length << ", chunks " << c.chunks << ", C = 2^" << c.limit_log2 << ", alpha "
        << c.alpha << ", entries " << c.entries.size();
  }
}

// The same question to the same messages, asked of the law of a row with one more neighbour: it
// must be told apart.
TEST(PprLawTest, RejectsTheLawOfTheNeighbouringRow) {
  law_case c{6, 1, 3, 2.0, 1.0, 2, {{0, 1}, {2, 1}}};
  const auto rr = randomized_response::for_budget(epsilon::from_nats(c.mechanism));
  const ppr_codec codec(release_key{17}, rr, ppr_alpha(c.alpha), c.limit_log2);
  const row_shape shape{9, c.length, c.chunks, 0};
  const auto counts = encoded_counts(c, codec, shape);
  c.entries.push_back({5, 1});
  EXPECT_LT(test::chi_square_p(counts, averaged_law(c, codec, shape, 17), 2.0), significance);
}

// --- the sampler against the published heap sampler
// -----------------------------------------------------------------

struct oracle_case {
  double alpha;
  unsigned
      entries;  // candidates match each with probability p0; the largest ratio is exp(mechanism * entries)
  double mechanism;
  unsigned limit_log2;
};

constexpr std::size_t matches_limit = 8;

/// Counts of (cell of K, number of entries that candidate K matches).
template <class Sample>
std::vector<std::uint64_t> joint_counts(const oracle_case& c, std::uint64_t draws, std::uint32_t stream,
                                        Sample&& sample) {
  const auto rr = randomized_response::for_budget(epsilon::from_nats(c.mechanism));
  const ppr_candidates candidates(public_randomness(release_key{99}), rr, 4);
  const auto matches = [&](std::uint64_t k) {
    unsigned sum = 0;
    for (std::uint32_t x = 0; x < c.entries; ++x) sum += candidates.bit(k, x) ? 1 : 0;
    return sum;
  };
  const auto loss = [&](std::uint64_t k) { return 2 * (c.entries - matches(k)); };
  simulation_randomness coins(31337, stream, 0);
  std::vector<std::uint64_t> counts(test::index_cells * matches_limit);
  for (std::uint64_t i = 0; i < draws; ++i) {
    const std::uint64_t k = sample(rr.loss_nats(), coins, loss);
    ++counts[test::index_cell(k) * matches_limit + matches(k)];
  }
  return counts;
}

std::vector<std::uint64_t> direct_counts(const oracle_case& c, std::uint64_t draws, double alpha) {
  const auto rr = randomized_response::for_budget(epsilon::from_nats(c.mechanism));
  const ppr_law law(ppr_alpha(alpha), randomized_response::resolution - rr.threshold(), rr.threshold());
  return joint_counts(c, draws, 1, [&](double, private_randomness& coins, const auto& loss) {
    return sample_ppr_index(law, std::uint64_t{1} << c.limit_log2, coins,
                            [&](std::uint64_t k, std::uint64_t) { return loss(k); })
        .index;
  });
}

std::vector<std::uint64_t> heap_counts(const oracle_case& c, std::uint64_t draws) {
  return joint_counts(c, draws, 2, [&](double e0, private_randomness& coins, const auto& loss) {
    const double largest = e0 * c.entries;
    return sample_ppr_index_by_heap(
               largest, ppr_alpha(c.alpha), std::uint64_t{1} << c.limit_log2, coins,
               [&](std::uint64_t k) { return largest - e0 * static_cast<double>(loss(k)); })
        .index;
  });
}

class PprOracleTest : public ::testing::TestWithParam<oracle_case> {};

// 20 000 draws of each sampler see 3% in a cell that holds a tenth. The list of candidates is cut
// at the same C for both, which bounds the oracle's work.
TEST_P(PprOracleTest, SamplerHasTheLawOfThePublishedHeapSampler) {
  const oracle_case c = GetParam();
  constexpr std::uint64_t draws = 20'000;
  const auto oracle = heap_counts(c, draws);
  EXPECT_GT(test::two_sample_p(direct_counts(c, draws, c.alpha), oracle), significance);
  // A sampler whose alpha is off by a fifth is told apart.
  EXPECT_LT(test::two_sample_p(direct_counts(c, draws, 1.2 * c.alpha), oracle), significance);
}

// Largest ratios 1, e and e^2.
INSTANTIATE_TEST_SUITE_P(Ratios, PprOracleTest,
                         ::testing::Values(oracle_case{1.5, 0, 0.5, 7}, oracle_case{2.0, 0, 0.5, 10},
                                           oracle_case{1.5, 2, 0.5, 6}, oracle_case{2.0, 2, 0.5, 8},
                                           oracle_case{3.0, 2, 0.5, 12}, oracle_case{1.5, 4, 0.5, 6},
                                           oracle_case{2.0, 4, 0.5, 7}, oracle_case{3.0, 4, 0.5, 9},
                                           oracle_case{2.0, 2, 1.0, 8}));

// Where balls are too narrow, a walk starts anew on the same digits. With 10 bits most do, and the
// law stays what it is. Taking fresh coins instead favours the walks that are easy to decide: the
// twin is told apart.
TEST(PprSamplerReplayTest, StartingAnewOnTheSameDigitsKeepsTheLaw) {
  constexpr std::uint64_t draws = 6'000;
  const ppr_law law(ppr_alpha(2.0), 3, 2);
  const std::uint64_t limit = 1U << 12;
  const auto loss = [](std::uint64_t k, std::uint64_t) { return (k * 0x9e3779b97f4a7c15ULL) >> 62; };
  const auto counts_of = [&](std::uint32_t stream, auto&& sample) {
    simulation_randomness coins(4711, stream, 0);
    uniform_digits digits(coins);
    std::vector<std::uint64_t> counts(test::index_cells);
    for (std::uint64_t i = 0; i < draws; ++i) {
      digits.restart();
      ++counts[test::index_cell(sample(digits))];
    }
    return counts;
  };
  const auto in_doubles =
      counts_of(1, [&](uniform_digits& digits) { return sample_ppr_index(law, limit, digits, loss).index; });
  const auto coarse = counts_of(2, [&](uniform_digits& digits) {
    return sample_ppr_index_in_bits(10, law, limit, digits, loss).index;
  });
  const auto twin = counts_of(3, [&](uniform_digits& digits) {
    return test::broken::fresh_coins_where_undecided(10, law, limit, digits, loss).index;
  });
  EXPECT_GT(test::two_sample_p(coarse, in_doubles), significance);
  EXPECT_LT(test::two_sample_p(twin, in_doubles), significance);
}

// An empty chunk (ratio 1) keeps the tail Pr[K > k] ~ constant k^(1 - alpha): the local slope over
// [2^4, 2^12] lies within 5% of 1 - alpha. 800 000 draws leave about 120 beyond 2^12 even at alpha
// 2, a standard error of the slope below 2.5% of it.
TEST(PprSamplerTailTest, EmptyChunkHasAPowerTail) {
  constexpr std::uint64_t draws = 800'000;
  for (const double alpha : {1.5, 2.0}) {
    const ppr_law law(ppr_alpha(alpha), 2, 1);
    simulation_randomness coins(5, 3, 0);
    uniform_digits digits(coins);
    double beyond_16 = 0.0, beyond_4096 = 0.0;
    for (std::uint64_t i = 0; i < draws; ++i) {
      const std::uint64_t k =
          sample_ppr_index(law, std::uint64_t{1} << 40, digits, [](std::uint64_t, std::uint64_t) {
            return 0U;
          }).index;
      beyond_16 += k > 16 ? 1.0 : 0.0;
      beyond_4096 += k > 4096 ? 1.0 : 0.0;
    }
    const double slope = std::log(beyond_4096 / beyond_16) / std::log(4096.0 / 16.0);
    EXPECT_NEAR(slope, 1.0 - alpha,
                5.73 * std::sqrt(1.0 / beyond_4096 + 1.0 / beyond_16) / std::log(256.0) + 0.01)
        << alpha;
    EXPECT_GT(beyond_4096, 60.0) << alpha;
  }
}

// With a list of C candidates the law differs from the unbounded one by Pr[K > C], which
// truncation_bound bounds: counted over 200 000 indices from a list so long that it never ends.
TEST(PprTruncationTest, BoundHoldsAndIsNotVacuous) {
  const auto rr = randomized_response::for_budget(epsilon::from_nats(0.5));
  constexpr std::uint64_t draws = 200'000;
  const ppr_codec long_list(release_key{2}, rr, ppr_alpha(2.0), 50);
  const row_shape shape{0, 64, 1, 4};
  const std::vector<row_entry> entries = {{3, 1}, {7, 1}, {31, 1}};
  simulation_randomness coins(6, 3, 0);
  std::vector<std::uint64_t> beyond(13), words(1);
  for (std::uint64_t i = 0; i < draws; ++i) {
    row_shape fresh = shape;
    fresh.user = static_cast<vertex_id>(i);  // the bound averages over candidates
    long_list.encode(fresh, entries, coins, words);
    for (std::size_t c = 0; c < beyond.size(); ++c) beyond[c] += words[0] > (std::uint64_t{1} << c) ? 1 : 0;
  }
  for (unsigned c = 6; c <= 12; ++c) {
    const double bound = ppr_codec(release_key{2}, rr, ppr_alpha(2.0), c).truncation_bound(entries.size());
    const double seen = static_cast<double>(beyond[c]) / static_cast<double>(draws);
    const double error = significant_z * std::sqrt(bound / static_cast<double>(draws));
    EXPECT_LE(seen, bound + error) << "C = 2^" << c;
    EXPECT_GE(seen + error, bound / 20.0) << "C = 2^" << c;
  }
}

// --- what rows decode to
// ----------------------------------------------------------------------------------------------

/// Counts of the pair (bit a, bit b) over users, decoded by read_row(candidates, indices,
/// chunk_size).bit().
template <class ReadRow>
std::array<std::uint64_t, 4> counts_of_pair(const ppr_codec& codec, std::uint64_t key, row_shape shape,
                                            const std::vector<row_entry>& entries, std::uint32_t a,
                                            std::uint32_t b, std::uint64_t users, ReadRow&& read_row) {
  std::array<std::uint64_t, 4> counts{};
  simulation_randomness coins(8, 4, 0);
  std::vector<std::uint64_t> words(codec.word_count(shape));
  for (std::uint64_t u = 0; u < users; ++u) {
    shape.user = static_cast<vertex_id>(u);
    codec.encode(shape, entries, coins, words);
    const ppr_candidates candidates(public_randomness(release_key{key}), codec.response(), shape.user);
    const auto row = read_row(candidates, words, shape);
    ++counts[(row.bit(a) ? 1 : 0) + (row.bit(b) ? 2 : 0)];
  }
  return counts;
}

// 80 000 users: p1 and p0 are seen to a standard error of 0.2%, a correlation of two bits to 0.35%.
TEST(PprDecodedLawTest, BitsAreIndependentRandomizedResponse) {
  constexpr std::uint64_t users = 80'000, key = 123;
  const auto rr = randomized_response::for_budget(epsilon::from_nats(0.6));
  const ppr_codec codec(release_key{key}, rr, ppr_alpha(2.0));
  const row_shape shape{0, 40, 4, 4};
  const std::vector<row_entry> entries = {{0, 1}, {3, 1}, {9, 1}, {25, 1}};
  const auto read = [&](const ppr_candidates&, const std::vector<std::uint64_t>& words, const row_shape& s) {
    return codec.row(s, words);
  };
  const auto is_entry = [&](std::uint32_t x) { return x == 0 || x == 3 || x == 9 || x == 25; };
  const bit_law law = codec.law();
  // Within a chunk (both, one, no neighbour), across chunks, across two empty chunks at equal
  // offsets, first and last.
  const std::pair<std::uint32_t, std::uint32_t> pairs[] = {{0, 3},  {0, 1},   {1, 2},
                                                           {9, 25}, {12, 32}, {0, 39}};
  for (const auto& [a, b] : pairs) {
    const auto counts = counts_of_pair(codec, key, shape, entries, a, b, users, read);
    const double pa = is_entry(a) ? law.p1 : law.p0, pb = is_entry(b) ? law.p1 : law.p0;
    const std::array<double, 4> expected = {(1 - pa) * (1 - pb), pa * (1 - pb), (1 - pa) * pb, pa * pb};
    EXPECT_GT(test::chi_square_p(counts, expected), significance) << a << ", " << b;
    EXPECT_LT(std::fabs(test::binomial_z(counts[1] + counts[3], users, pa)), significant_z) << a;
    EXPECT_LT(std::fabs(test::binomial_z(counts[2] + counts[3], users, pb)), significant_z) << b;
  }
}

// Two empty chunks that pick the same index: positions at equal offsets must not agree more often
// than independent bits do. A decoder that addresses noise by the offset inside the chunk is
// rejected by the same question.
TEST(PprDecodedLawTest, EmptyChunksWithEqualIndicesDoNotShareNoise) {
  constexpr std::uint64_t users = 60'000, key = 124;
  const auto rr = randomized_response::for_budget(epsilon::from_nats(0.6));
  const ppr_codec codec(release_key{key}, rr, ppr_alpha(2.0));
  const row_shape shape{0, 64, 2, 0};
  const bit_law law = codec.law();
  const double agree = law.p0 * law.p0 + (1 - law.p0) * (1 - law.p0);
  std::uint64_t rows = 0, good = 0, bad = 0;
  simulation_randomness coins(9, 4, 0);
  std::vector<std::uint64_t> words(2);
  for (std::uint64_t u = 0; u < users; ++u) {
    row_shape mine = shape;
    mine.user = static_cast<vertex_id>(u);
    codec.encode(mine, {}, coins, words);
    if (words[0] != words[1]) continue;
    ++rows;
    const auto row = codec.row(mine, words);
    const ppr_candidates candidates(public_randomness(release_key{key}), rr, mine.user);
    const test::broken::offsets_inside_chunk twin(candidates, words, 32);
    good += row.bit(5) == row.bit(37) ? 1 : 0;
    bad += twin.bit(5) == twin.bit(37) ? 1 : 0;
  }
  ASSERT_GT(rows, 10'000U);
  EXPECT_LT(std::fabs(test::binomial_z(good, rows, agree)), significant_z);
  EXPECT_GT(std::fabs(test::binomial_z(bad, rows, agree)), significant_z);
}

// Two users with empty rows and equal indices: same index, same position, other user.
TEST(PprDecodedLawTest, UsersWithEqualIndicesDoNotShareNoise) {
  const auto rr = randomized_response::for_budget(epsilon::from_nats(0.6));
  const ppr_codec codec(release_key{125}, rr, ppr_alpha(2.0));
  const double p0 = codec.law().p0;
  constexpr std::uint64_t length = 100'000;
  const std::vector<std::uint64_t> words = {3};
  const auto first = codec.row({0, length, 1, 0}, words), second = codec.row({1, length, 1, 0}, words);
  std::uint64_t agree = 0;
  for (std::uint32_t x = 0; x < length; ++x) agree += first.bit(x) == second.bit(x) ? 1 : 0;
  EXPECT_LT(std::fabs(test::binomial_z(agree, length, p0 * p0 + (1 - p0) * (1 - p0))), significant_z);
}

// k-ary values: the decoded offset of an entry and of a plain position, 120 000 users, all symbols.
TEST(PprDecodedLawTest, ValuesAreAlphabeticRandomizedResponse) {
  constexpr std::uint64_t users = 120'000;
  for (const std::uint32_t alphabet : {3U, 5U, 11U}) {
    const auto rr = randomized_response::for_budget(epsilon::from_nats(0.8), alphabet);
    const ppr_codec codec(release_key{126}, rr, ppr_alpha(2.0));
    row_shape shape{0, 20, 2, 2};
    const std::vector<row_entry> entries = {{4, alphabet - 1}, {6, 1}};
    std::vector<std::uint64_t> words(2), entry(alphabet), plain(alphabet);
    simulation_randomness coins(10, alphabet, 0);
    for (std::uint64_t u = 0; u < users; ++u) {
      shape.user = static_cast<vertex_id>(u);
      codec.encode(shape, entries, coins, words);
      ++entry[codec.row(shape, words).offset(4)];
      ++plain[codec.row(shape, words).offset(5)];
    }
    std::vector<double> law(alphabet, rr.other_probability());
    law[0] = rr.same_probability();
    EXPECT_GT(test::chi_square_p(plain, law), significance) << alphabet;
    std::swap(law[0], law[alphabet - 1]);
    EXPECT_GT(test::chi_square_p(entry, law), significance) << alphabet;
    EXPECT_LT(test::chi_square_p(plain, law), significance) << alphabet;
  }
}

}  // namespace
}  // namespace edgeldp
