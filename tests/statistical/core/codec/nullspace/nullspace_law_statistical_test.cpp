// SPDX-License-Identifier: MIT
// What decoded bits of a null space look like, and whether rows have the columns they need. Seeds
// are fixed; false-alarm rates are those of fresh seeds.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/codec/nullspace/columns.hpp"
#include "edgeldp/core/codec/nullspace/nullspace.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

// 10^7 neighbours' and 10^7 strangers' bits within 5 standard errors of law(): false alarms 2 *
// 6e-7. The bits of one row are not jointly independent but uncorrelated up to the span probability
// (a row provides for seven standard deviations of kept entries), so the variance of a sum is the
// binomial one.
TEST(NullspaceLawStatisticalTest, BitsOfNeighboursAndStrangersHaveTheLawAtLnThree) {
  const auto response = nullspace_response::for_budget(epsilon::from_nats(std::log(3.0)));
  ASSERT_EQ(response.field_order(), 4U);
  constexpr std::uint32_t rows = 20'000, degree = 500, spread = 6;
  std::mt19937_64 random(20261210);
  std::uint64_t neighbour_ones = 0, stranger_ones = 0;
  std::vector<std::uint64_t> words;
  for (std::uint32_t u = 0; u < rows; ++u) {
    const nullspace_codec codec(release_key{u / 1000}, response);
    const row_shape shape{
        .user = u, .length = degree * spread, .columns = columns_for_provided(408 + 14, degree * spread)};
    std::vector<row_entry> entries;
    std::vector<std::uint32_t> strangers;
    for (std::uint32_t i = 0; i < degree; ++i) {
      const auto lane = static_cast<std::uint32_t>(random() % spread);
      const auto other = static_cast<std::uint32_t>((lane + 1 + random() % (spread - 1)) % spread);
      entries.push_back({spread * i + lane, 1});
      strangers.push_back(spread * i + other);
    }
    simulation_randomness coins(1, 3, u);
    words.assign(codec.word_count(shape), 0);
    codec.encode(shape, entries, coins, words);
    const nullspace_row row = codec.row(shape, words);
    for (const row_entry& entry : entries) neighbour_ones += row.bit(entry.position) ? 1 : 0;
    for (const std::uint32_t x : strangers) stranger_ones += row.bit(x) ? 1 : 0;
  }
  constexpr std::uint64_t bits = std::uint64_t{rows} * degree;
  static_assert(bits == 10'000'000);
  EXPECT_LT(std::fabs(test::binomial_z(neighbour_ones, bits, response.law().p1)), 5.0) << neighbour_ones;
  EXPECT_LT(std::fabs(test::binomial_z(stranger_ones, bits, response.law().p0)), 5.0) << stranger_ones;
}

// Any fixed few positions have the joint law of independent randomized response, over fresh keys. 9
// sets of positions for 5 fields at significance 1e-8 each: false alarms 5e-7.
TEST(NullspaceLawStatisticalTest, BitsOfAFewPositionsAreIndependent) {
  const std::vector<std::uint32_t> neighbours = {1, 5, 64, 70, 127, 300, 301, 640, 901, 999};
  const std::vector<std::vector<std::uint32_t>> sets = {
      {2, 3},       // strangers of one group, neighbouring rows of the Hankel matrix
      {0, 63},      // strangers at both ends of a group
      {2, 700},     // strangers of two groups
      {1, 5},       // neighbours of one group
      {64, 999},    // neighbours of two groups
      {300, 302},   // neighbour and stranger of one group
      {70, 400},    // neighbour and stranger of two groups
      {8, 9, 10},   // three strangers of one group
      {1, 2, 301},  // neighbour, stranger, neighbour
  };
  constexpr std::uint32_t rows = 100'000;
  for (const unsigned q : {2U, 3U, 4U, 5U, 8U}) {
    const auto response = nullspace_response::for_budget(epsilon::from_nats(0.9), q);
    const row_shape shape{
        .user = q, .length = 1000, .columns = columns_for_provided(neighbours.size() + 18, 1000)};
    std::vector<row_entry> entries;
    for (const std::uint32_t x : neighbours) entries.push_back({x, 1});
    std::vector<std::vector<std::uint64_t>> counts;
    for (const auto& set : sets) counts.emplace_back(std::size_t{1} << set.size(), 0);
    std::vector<std::uint64_t> words;
    for (std::uint32_t key = 0; key < rows; ++key) {
      const nullspace_codec codec(release_key{key}, response);
      simulation_randomness coins(2, 3, key);
      words.assign(codec.word_count(shape), 0);
      codec.encode(shape, entries, coins, words);
      const nullspace_row row = codec.row(shape, words);
      for (std::size_t s = 0; s < sets.size(); ++s) {
        std::size_t cell = 0;
        for (std::size_t i = 0; i < sets[s].size(); ++i) cell |= std::size_t{row.bit(sets[s][i])} << i;
        ++counts[s][cell];
      }
    }
    for (std::size_t s = 0; s < sets.size(); ++s) {
      std::vector<double> cells(counts[s].size(), 1.0);
      for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        for (std::size_t i = 0; i < sets[s].size(); ++i) {
          const bool is_neighbour = std::ranges::find(neighbours, sets[s][i]) != neighbours.end();
          const double one = is_neighbour ? response.law().p1 : response.law().p0;
          cells[cell] *= cell >> i & 1 ? one : 1.0 - one;
        }
      }
      EXPECT_GT(test::chi_square_p(counts[s], cells), test::significance)
          << "GF(" << q << "), set " << s << " from position " << sets[s][0];
    }
  }
}

// --- columns for a number of kept rows
// -------------------------------------------------------------------------------------------------------------

/// The share of strangers whose matrix row lies in the span of `kept` random rows, for one public
/// matrix. Rows are 0/1, so their span over GF(16) holds the same 0/1 rows as over GF(2), the worst
/// field. A row is in the span if all of eight vectors of the null space are orthogonal to it; any
/// other passes with probability 16^-8.
double span_share(std::uint64_t kept, std::uint64_t columns, vertex_id user,
                  std::vector<std::uint32_t>& positions, std::mt19937_64& random) {
  const nullspace_codec codec(release_key{kept}, nullspace_response::from_threshold(1, 16));
  const row_shape shape{.user = user, .length = positions.size(), .columns = columns};
  std::vector<row_entry> entries;
  for (std::size_t i = 0; i < kept; ++i) {
    std::swap(positions[i], positions[i + random() % (positions.size() - i)]);
    entries.push_back({positions[i], 1});
  }
  std::ranges::sort(entries, {}, &row_entry::position);
  std::vector<std::uint32_t> spanned(positions.begin() + static_cast<std::ptrdiff_t>(kept), positions.end());
  const auto strangers = static_cast<double>(spanned.size());
  simulation_randomness coins(3, 3, user);
  std::vector<std::uint64_t> words(codec.word_count(shape));
  for (int draw = 0; draw < 8 && !spanned.empty(); ++draw) {
    codec.encode(shape, entries, coins, words);
    const nullspace_row row = codec.row(shape, words);
    std::erase_if(spanned, [&](std::uint32_t x) { return !row.bit(x); });
  }
  return static_cast<double>(spanned.size()) / strangers;
}

struct span_case {
  std::uint64_t provided, kept;
  vertex_id rows;
  std::uint64_t positions;
};

class NullspaceSpanStatisticalTest : public ::testing::TestWithParam<span_case> {};

// A compact row that keeps `kept` of the rows that it provides for spans a stranger with
// probability 2^(kept - provided) at most: dense ones to the last bit, those with windows have
// something to spare (least at 69, most in crowded rows). Shares of one matrix belong together, so
// the standard error comes from the rows. The bound is the mean less five standard errors: false
// alarm below 1e-6 as far as shares are normal.
TEST_P(NullspaceSpanStatisticalTest, StrangersAreSpannedAsRarelyAsInADenseRow) {
  const span_case c = GetParam();
  std::vector<std::uint32_t> positions(c.positions);
  for (std::uint32_t x = 0; x < positions.size(); ++x) positions[x] = x;
  std::mt19937_64 random(c.provided);
  test::moments shares;
  for (vertex_id user = 0; user < c.rows; ++user)
    shares.add(span_share(c.kept, columns_for_provided(c.provided, c.positions), user, positions, random));
  const double allowed = std::exp2(-static_cast<double>(c.provided - c.kept));
  EXPECT_LT(shares.mean - 5.0 * std::sqrt(shares.variance() / shares.count), allowed) << shares.mean;
  // What the rows could have shown: some 14 strangers and more, were the share four times as large.
  EXPECT_GT(4.0 * allowed * shares.count * static_cast<double>(c.positions - c.kept), 14.0);
}

INSTANTIATE_TEST_SUITE_P(KeptRows, NullspaceSpanStatisticalTest,
                         ::testing::Values(span_case{3, 0, 300, 2000}, span_case{10, 4, 300, 2000},
                                           span_case{20, 12, 600, 2000}, span_case{40, 30, 600, 2000},
                                           span_case{64, 54, 600, 1500}, span_case{64, 60, 300, 130},
                                           span_case{69, 59, 600, 414}, span_case{70, 60, 600, 1500},
                                           span_case{110, 100, 600, 1000}, span_case{160, 150, 600, 1000},
                                           span_case{160, 150, 300, 320}, span_case{250, 240, 400, 1500},
                                           span_case{250, 240, 400, 500}, span_case{1000, 990, 60, 6000},
                                           span_case{1000, 990, 60, 2000}),
                         [](const auto& instance) {
                           const span_case& c = instance.param;
                           return std::to_string(c.provided) + "_" + std::to_string(c.kept) + "_of_" +
                                  std::to_string(c.positions);
                         });

// A checker that looked away would be noticed: windows need columns of their own, and crowded ones
// more.
TEST(NullspaceSpanTwinTest, RejectsRowsWithoutWhatWindowsNeed) {
  const auto mean_share = [](std::uint64_t kept, std::uint64_t columns, std::uint64_t length) {
    std::vector<std::uint32_t> positions(length);
    for (std::uint32_t x = 0; x < positions.size(); ++x) positions[x] = x;
    std::mt19937_64 random(7);
    test::moments shares;
    for (vertex_id user = 0; user < 100; ++user)
      shares.add(span_share(kept, columns, user, positions, random));
    return shares.mean;
  };
  EXPECT_GT(mean_share(240, 250, 1500), 5.0 * std::exp2(-10));
  EXPECT_GT(mean_share(990, 1000, 6000), 100.0 * std::exp2(-10));
  EXPECT_GT(mean_share(190, columns_for_provided(200, 1U << 20), 380), 5.0 * std::exp2(-10));
}

// --- columns for a released number
// -------------------------------------------------------------------------------------------------------------

std::vector<std::uint64_t> heavy_tailed_sizes(std::uint64_t users, std::uint64_t largest) {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t u = 0; u < users; ++u) sizes.push_back(largest / (u + 1) + u % 4);
  return sizes;
}

std::vector<std::int64_t> noisy_sizes(std::span<const std::uint64_t> sizes, epsilon budget,
                                      private_randomness& coins) {
  const discrete_laplace noise(1, budget);
  std::vector<std::int64_t> released;
  for (const std::uint64_t s : sizes)
    released.push_back(static_cast<std::int64_t>(s) + static_cast<std::int64_t>(noise(coins)));
  return released;
}

constexpr std::uint64_t far_away = std::uint64_t{1} << 31;  // a rank that bounds nothing

/// Covers only what noise hides (but for 1e-4), and leaves full rows to luck: the twin that the
/// test must reject.
column_plan without_spare(column_plan plan, double keep, double e) {
  plan.kept_rate = static_cast<std::uint64_t>(std::ldexp(e / std::log1p(std::expm1(e) / keep), 32));
  plan.size_slack = static_cast<std::uint64_t>(-std::log(1e-4 * (1.0 + std::exp(-e))) / e);
  return plan;
}

// Noise, drops and plans all drawn: 0.8 million rows of each budget, each adding the chance that it
// spans a stranger, 2^(kept - provided) or less. A true mean of 1e-4, whose terms are at most 1,
// exceeds the bound with probability 1e-6 at most: a sum of 80 has a standard deviation of 9 at
// most.
TEST(NullspaceColumnsStatisticalTest, DrawnRowsSpanStrangersLessThanOnceInTenThousand) {
  for (const double e : {0.1, 0.25, 1.0, 4.0}) {
    std::mt19937_64 random(20261211);
    double spanned = 0.0, of_twin = 0.0, rows = 0.0;
    for (int round = 0; round < 400; ++round) {
      const epsilon budget = epsilon::from_nats(e);
      const double keep = round % 2 == 0 ? 2.0 / 3.0 : 0.97;
      std::vector<std::uint64_t> sizes = heavy_tailed_sizes(2000, round % 5 == 0 ? 3000 : 200);
      for (std::uint64_t& s : sizes) s += 40;  // of small ones the least number of columns is enough
      simulation_randomness coins(5, 2, static_cast<vertex_id>(round));
      const std::vector<std::int64_t> released = noisy_sizes(sizes, budget, coins);
      const column_plan plan = plan_columns(keep, budget, released), twin = without_spare(plan, keep, e);
      for (std::size_t u = 0; u < sizes.size(); ++u) {
        std::binomial_distribution<std::uint64_t> drops(sizes[u], keep);
        const auto kept = static_cast<double>(drops(random));
        const auto share = [&](const column_plan& p) {
          return std::min(1.0,
                          std::exp2(kept - static_cast<double>(provided_under(p, released[u], far_away))));
        };
        spanned += share(plan);
        of_twin += share(twin);
        rows += 1.0;
      }
    }
    EXPECT_LT(spanned, 1.55 * largest_span_probability * rows) << e;
    EXPECT_GT(spanned, 0.02 * largest_span_probability * rows) << e << ": columns are wasted";
    EXPECT_GT(of_twin, (e < 0.2 ? 1.0 : 1.55) * largest_span_probability * rows) << e;
  }
}

}  // namespace
}  // namespace edgeldp
