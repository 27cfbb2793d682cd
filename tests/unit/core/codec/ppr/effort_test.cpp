// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/ppr/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/any/any_codec.hpp"
#include "edgeldp/core/codec/ppr/ppr.hpp"

namespace edgeldp {
namespace {

constexpr std::uint64_t row_length = 1000000;
const std::vector<double> losses = {0.01, 0.05, 0.135, 0.3, 0.7, 1.0, 1.5, 2.0, 3.0, 4.1, 5.5, 7.0, 8.2, 9.7};

/// The law of a row's released size and of the places of its entries, for one level, loss and
/// budget.
struct row_plan {
  double loss, load, budget;
  chunk_floor floor;

  row_plan(unsigned level, double mechanism_loss, double size_budget)
      : loss(mechanism_loss),
        load(entries_per_chunk(level, mechanism_loss)),
        budget(size_budget),
        floor(chunk_floor_for(loss, load, epsilon::from_nats(size_budget))) {}

  std::uint64_t chunks(std::int64_t released) const {
    codec_parameters p;
    p.chunk_rate = chunk_rate_for(load);
    p.chunk_floor_rate = floor.rate;
    p.size_slack = floor.slack;
    return make_shape(p, 0, {row_length, row_length, clamp_released(released, row_length), released}).chunks;
  }

  double work(std::int64_t entries, std::int64_t released) const {
    return expected_candidates(static_cast<double>(entries), row_length, chunks(released), loss);
  }

  /// Calls f(released, probability) for what noise makes of a size, down to what the slack covers;
  /// in steps where there are many.
  template <class F>
  void for_each_released(std::int64_t entries, F&& f) const {
    const auto reach = static_cast<std::int64_t>(floor.slack), step = std::max<std::int64_t>(1, reach / 200);
    const double a = std::exp(-budget), at_zero = (1.0 - a) / (1.0 + a) * static_cast<double>(step);
    for (std::int64_t x = -reach; x <= reach; x += step)
      f(entries + x, at_zero * std::exp(-budget * std::abs(static_cast<double>(x))));
  }
};

template <class F>
void for_each_plan(F&& f) {
  for (const unsigned level : {smallest_level, default_level, largest_level})
    for (const double loss : losses)
      for (const double budget : {0.01, 0.1, 0.3, 1.0, 4.0}) f(row_plan(level, loss, budget), level);
}

/// Pr[more than `most` of a Poisson variable].
double poisson_above(double mean, double most) {
  double term = std::exp(-mean + (most + 1.0) * std::log(mean) - std::lgamma(most + 2.0)), sum = 0.0;
  for (double k = most + 2.0; term > 1e-30; term *= mean / k++) sum += term;
  return std::min(1.0, sum);
}

TEST(Effort, NoListThatTheSlackCoversCostsMoreThanTheLimit) {
  double worst = 0.0;
  for_each_plan([&](const row_plan& plan, unsigned level) {
    for (const std::int64_t entries : {1, 10, 100, 1000})
      plan.for_each_released(entries, [&](std::int64_t released, double) {
        const double work = plan.work(entries, released) - static_cast<double>(plan.chunks(released));
        worst = std::max(worst, work);
        EXPECT_LE(work, row_candidate_limit)
            << level << " " << plan.loss << " " << plan.budget << " " << entries;
      });
  });
  EXPECT_GT(worst, row_candidate_limit / 8.0) << "the bound is not vacuous";
}

TEST(Effort, ExpectedWorkOverTheNoiseIsNearThatOfAKnownSize) {
  for_each_plan([&](const row_plan& plan, unsigned level) {
    for (const std::int64_t entries : {1, 10, 100, 1000, 10000}) {
      double expected = 0.0;
      plan.for_each_released(entries, [&](std::int64_t released, double probability) {
        expected += probability * plan.work(entries, released);
      });
      const double known = static_cast<double>(entries) * candidates_per_entry(plan.load, plan.loss);
      const double short_rows = std::expm1(plan.loss) / plan.budget;  // chunks that all rows have
      EXPECT_LE(expected, 2.0 * known + 40.0 * (1.0 + short_rows))
          << level << " " << plan.loss << " " << plan.budget << " " << entries;
    }
  });
}

TEST(Effort, TheTailOverNoiseAndPlacesIsRare) {
  double worst = 0.0;
  for_each_plan([&](const row_plan& plan, unsigned level) {
    const double most = std::floor(std::log(row_candidate_limit) / plan.loss);
    for (const std::int64_t entries : {10, 100, 1000}) {
      double overfull = hidden_probability;
      plan.for_each_released(entries, [&](std::int64_t released, double probability) {
        const double size =
            std::ceil(static_cast<double>(row_length) / static_cast<double>(plan.chunks(released)));
        const double mean = static_cast<double>(entries) * size / static_cast<double>(row_length);
        if (size > most)
          overfull +=
              probability * std::min(1.0, static_cast<double>(row_length) / size * poisson_above(mean, most));
      });
      worst = std::max(worst, overfull);
      EXPECT_LE(overfull, plan.loss < 8.3 ? 2e-6 : 1e-5)
          << level << " " << plan.loss << " " << plan.budget << " " << entries;
    }
  });
  EXPECT_GT(worst, 1e-6) << "the bound is not vacuous";
}

TEST(Effort, HalfTheSlackWouldNotDo) {
  row_plan plan(default_level, 2.0, 0.1);
  const auto hidden = static_cast<std::int64_t>(plan.floor.slack);
  plan.floor.slack /= 2;
  EXPECT_GT(plan.work(hidden, 0), 1e3 * row_candidate_limit);
}

TEST(Effort, ADegreeThatIsAllTheRowsCostsTheSquareRootAChunk) {
  for (const double loss : {0.3, 1.5, 3.0}) {
    const double load = entries_per_chunk(default_level, loss);
    const chunk_floor floor = chunk_floor_for(loss, load, epsilon::from_nats(0.2), released_number::degree);
    for (const double degree : {10.0, 1000.0, 100000.0}) {
      const double chunks =
          (degree + static_cast<double>(floor.slack)) * static_cast<double>(floor.rate) * 0x1p-32;
      EXPECT_LE(degree * std::expm1(loss) / chunks, 0.5 * std::log(row_candidate_limit))
          << loss << " " << degree;
    }
  }
}

TEST(Effort, ShortRowsKeepOneChunkWhereNoiseHidesLittle) {
  const row_plan usual(default_level, 0.135, 0.157);  // wiki-Vote at epsilon 1
  for (const std::int64_t released : {-50, 0, 8}) EXPECT_EQ(usual.chunks(released), 1U);
}

TEST(Effort, LongRowsAreChunkedByTheLevelAlone) {
  for (unsigned level = smallest_level; level <= largest_level; ++level) {
    const row_plan plan(level, 0.3, 0.3);
    EXPECT_EQ(plan.chunks(100000), std::ceil(100000.0 / plan.load));
  }
}

TEST(Effort, ChunksOfOnePositionAreTheNaturalEnd) {
  const row_plan plan(default_level, largest_mechanism_loss, 1.0);
  EXPECT_EQ(plan.chunks(20), row_length);
  EXPECT_NEAR(plan.work(20, 20), row_length + 20.0 * std::expm1(largest_mechanism_loss), 1.0);
}

TEST(Effort, LevelsAreBounded) {
  EXPECT_THROW(test_budget(0), invalid_parameter);
  EXPECT_THROW(test_budget(10), invalid_parameter);
  for (unsigned level = smallest_level; level < largest_level; ++level)
    EXPECT_LT(entries_per_chunk(level, 0.25), entries_per_chunk(level + 1, 0.25));
}

TEST(Effort, MoreLossNeverMeansLongerChunks) {
  for (const unsigned level : {smallest_level, default_level, largest_level})
    for (double loss = 0.01; loss < largest_mechanism_loss; loss *= 1.1)
      EXPECT_GE(1.0001 * entries_per_chunk(level, loss), entries_per_chunk(level, 1.1 * loss)) << loss;
}

// --- candidates counted
// -------------------------------------------------------------------------------------------------------

/// Mean candidates of rows of `entries` random entries in `chunks` chunks.
double counted(const ppr_codec& codec, std::uint64_t positions, std::size_t entries, std::uint64_t chunks,
               int rows) {
  double sum = 0.0;
  for (int r = 0; r < rows; ++r) {
    simulation_randomness coins(7, 1, static_cast<vertex_id>(r));
    std::vector<row_entry> row;
    while (row.size() < entries) {
      row.push_back({static_cast<std::uint32_t>(uniform_below(coins, positions)), 1});
      std::ranges::sort(row, {}, &row_entry::position);
      const auto repeats = std::ranges::unique(row, {}, &row_entry::position);
      row.erase(repeats.begin(), repeats.end());
    }
    const row_shape shape{static_cast<vertex_id>(r), positions, chunks, entries, 0};
    std::vector<std::uint64_t> words(codec.word_count(shape));
    sum += static_cast<double>(codec.encode_counting(shape, row, coins, words));
  }
  return sum / rows;
}

/// A bound, so counts may stay below; it is not vacuous if they never fall below a fifth. The
/// candidates of a chunk spread about as much as their mean: 1000 rows exceed 1.15 bounds by chance
/// with probability 1e-6.
void expect_bounded(double count, double bound, const char* what) {
  EXPECT_LE(count, 1.15 * bound) << what;
  EXPECT_GE(count, 0.2 * bound) << what;
}

TEST(Effort, CandidatesOfAChunkAreBoundedByTheFormula) {
  // C(alpha): core/src/codec/ppr/effort_derivation.md.
  for (const auto& [alpha, factor] : {std::pair(1.3, 2.113), std::pair(2.0, 1.505), std::pair(4.0, 1.204)}) {
    for (const double loss : {0.3, 1.5, 4.0}) {
      const ppr_codec codec({1}, randomized_response::for_budget(epsilon::from_nats(loss)), ppr_alpha(alpha));
      for (const std::size_t entries : {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{6}}) {
        if (loss * static_cast<double>(entries) > 6.5) continue;
        const double bound = factor * std::exp(loss * static_cast<double>(entries));
        expect_bounded(counted(codec, 100, entries, 1, 1000), bound, "one chunk");
      }
    }
  }
}

TEST(Effort, CandidatesOfListsThatNoiseHidIsWhatTheFormulaSays) {
  const double factor = 1.505;
  for (const double loss : {0.3, 1.0, 2.0}) {
    const row_plan plan(default_level, loss, 0.5);
    const ppr_codec codec({1}, randomized_response::for_budget(epsilon::from_nats(loss)), ppr_alpha(2.0));
    for (const double quantiles : {2.0, 5.0}) {  // noise that takes so many of its scales away
      const auto hidden = static_cast<std::size_t>(quantiles / plan.budget);
      const std::uint64_t chunks = plan.chunks(0);
      const double bound = factor * expected_candidates(static_cast<double>(hidden), 4000, chunks, loss);
      EXPECT_LE(bound, row_candidate_limit);
      expect_bounded(counted(codec, 4000, hidden, chunks, 300), bound, "row");
    }
  }
}

}  // namespace
}  // namespace edgeldp
