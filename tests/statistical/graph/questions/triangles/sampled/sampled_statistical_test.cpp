// SPDX-License-Identifier: MIT
// Counts on a sample of rows are unbiased over public and private coins, err as predicted, and
// their intervals hold the truth. Seeds are fixed; means are compared at 4.5 standard errors (false
// alarm 7e-6 each). A run takes some 80 ms, nearly all of them its plan's.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"

namespace edgeldp {
namespace {

struct seen_runs {
  int runs = 0, covered = 0;
  double sum = 0.0, squares = 0.0, bias = 0.0, predicted = 0.0;

  double mean() const { return sum / runs; }
  double rmse() const { return std::sqrt(squares / runs); }
  double standard_error() const { return std::sqrt((squares / runs - mean() * mean()) / runs); }
};

seen_runs measure(const csr_graph& g, double total, double bytes, int runs, std::uint64_t seed) {
  const auto truth = static_cast<double>(exact::count_triangles(g));
  seen_runs seen;
  for (int run = 0; run < runs; ++run) {
    const std::uint64_t number = seed * 100'000 + static_cast<std::uint64_t>(run);
    const sampled_result r = estimate_sampled_triangles(g, {epsilon::from_nats(total), bytes}, {number},
                                                        coin_source::simulated(number ^ 0x5bd1e995));
    const double error = r.triangles.value - truth;
    ++seen.runs;
    seen.sum += error;
    seen.squares += error * error;
    seen.bias += r.triangles.bias / runs;
    seen.predicted +=
        (r.triangles.standard_error * r.triangles.standard_error + r.triangles.bias * r.triangles.bias) /
        runs;
    seen.covered += std::abs(error) <= r.triangles.half_width() ? 1 : 0;
  }
  return seen;
}

// Where limits refuse next to nothing nothing moves the mean: neither coins of roles nor rows. A
// bias of 5% is seen (4.5 standard errors are 3%).
TEST(SampledStatisticalTest, UnbiasedWhereLimitsAreWide) {
  const csr_graph g = generate_affiliation(250, 2500, 3);
  const auto truth = static_cast<double>(exact::count_triangles(g));
  const seen_runs seen = measure(g, 40.0, 1500.0, 80, 1);
  EXPECT_LT(std::abs(seen.bias), 0.01 * truth);
  EXPECT_NEAR(seen.mean(), 0.0, 4.5 * seen.standard_error() + 0.01 * truth);
}

// With room for a row or two it matters most that chances are what weights divide by: whatever the
// coins, plans must not follow them. A bias of a quarter is seen.
TEST(SampledStatisticalTest, UnbiasedWhereHardlyARowFits) {
  const csr_graph g = generate_affiliation(60, 350, 5);
  const auto truth = static_cast<double>(exact::count_triangles(g));
  const seen_runs seen = measure(g, 60.0, 262.0, 180, 3);
  EXPECT_NEAR(seen.mean(), seen.bias, 4.5 * seen.standard_error() + std::abs(seen.bias));
  EXPECT_LT(seen.standard_error(), 0.1 * truth);
}

// The model of the sample knows triangles at users by their degrees alone: it may be off by 40%
// (the standard error of what is measured is 15%).
TEST(SampledStatisticalTest, ErrsAsPredictedAndSaysSo) {
  for (const csr_graph& g : {generate_affiliation(600, 9000, 4), generate_holme_kim(2500, 8, 0.5, 7)})
    for (const double bytes : {1500.0, 5000.0}) {
      const seen_runs seen = measure(g, 2.0, bytes, 24, 2);
      EXPECT_GT(seen.rmse(), 0.6 * std::sqrt(seen.predicted)) << bytes;
      EXPECT_LT(seen.rmse(), 1.4 * std::sqrt(seen.predicted)) << bytes;
      EXPECT_GE(seen.covered, 19) << bytes;  // of 24 at 95%: fewer with probability 0.001
    }
}

}  // namespace
}  // namespace edgeldp
