// SPDX-License-Identifier: MIT
// The law of discrete Laplace noise against its exact probabilities.
//
// Every p-value is compared with test::significance = 1e-8 (z-scores with 5.73), fewer than 30 a
// case, so each case has a false-alarm rate below 1e-6; seeds are fixed.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

using test::significance;
using test::significant_z;

constexpr int span = 400;  // values -span .. span are cells of their own; the last cell is everything else

std::vector<std::uint64_t> noise_counts(const discrete_laplace& noise, std::uint64_t draws,
                                        std::uint32_t stream) {
  simulation_randomness coins(2026, 10, stream);
  std::vector<std::uint64_t> counts(2 * span + 2);
  for (std::uint64_t i = 0; i < draws; ++i) {
    const int128 x = noise(coins);
    const bool inside = x >= -span && x <= span;
    ++counts[inside ? static_cast<std::size_t>(x + span) : counts.size() - 1];
  }
  return counts;
}

/// Pr[X = x] = (1 - a) / (1 + a) a^|x|, a = exp(-budget / sensitivity): the ratio of neighbouring
/// values is exactly a.
std::vector<double> exact_laplace_law(double sensitivity, epsilon budget) {
  const double a = std::exp(-budget.nats() / sensitivity);
  std::vector<double> law(2 * span + 2);
  double rest = 1.0;
  for (int x = -span; x <= span; ++x) {
    law[static_cast<std::size_t>(x + span)] = (1.0 - a) / (1.0 + a) * std::pow(a, std::abs(x));
    rest -= law[static_cast<std::size_t>(x + span)];
  }
  law.back() = std::fmax(rest, 0.0);
  return law;
}

struct noise_case {
  std::uint64_t sensitivity;
  double nats;
};

class DiscreteLaplaceLawTest : public ::testing::TestWithParam<noise_case> {};

// 200 000 draws see a scale that is 2% off: its variance changes by 4%, ten standard errors.
TEST_P(DiscreteLaplaceLawTest, MatchesExactProbabilities) {
  const auto [sensitivity, nats] = GetParam();
  const epsilon budget = epsilon::from_nats(nats);
  const auto counts = noise_counts(discrete_laplace(sensitivity, budget), 200'000, 1);
  EXPECT_GT(test::chi_square_p(counts, exact_laplace_law(static_cast<double>(sensitivity), budget)),
            significance);
}

class DiscreteLaplaceTwinTest : public DiscreteLaplaceLawTest {};

TEST_P(DiscreteLaplaceTwinTest, RejectsTwinWithScaleOneStepShort) {
  const auto [sensitivity, nats] = GetParam();
  const epsilon budget = epsilon::from_nats(nats);
  const auto counts = noise_counts(test::broken::scale_one_step_short(sensitivity, budget), 200'000, 1);
  EXPECT_LT(test::chi_square_p(counts, exact_laplace_law(static_cast<double>(sensitivity), budget)),
            significance);
}

INSTANTIATE_TEST_SUITE_P(Scales, DiscreteLaplaceLawTest,
                         ::testing::Values(noise_case{1, 1.0}, noise_case{1, 0.1}, noise_case{1, 5.0},
                                           noise_case{2, 1.0}, noise_case{7, 0.18}, noise_case{20, 0.72},
                                           noise_case{3, 20.0}));

INSTANTIATE_TEST_SUITE_P(Scales, DiscreteLaplaceTwinTest,
                         ::testing::Values(noise_case{2, 1.0}, noise_case{7, 0.18}, noise_case{20, 0.72},
                                           noise_case{3, 20.0}));

// The largest scales have no cells: mean, variance, mean modulus and parity of 100 000 draws.
// Fourth moment of a Laplace law: 6 times the squared variance, so the sample variance has a
// standard error of sqrt(5 / n) of it: 0.7%.
TEST(DiscreteLaplaceMomentsTest, MatchLargeScales) {
  constexpr double draws = 100'000;
  for (const int log2 : {20, 50, 70}) {
    const uint128 sensitivity = uint128{1} << log2;
    const epsilon budget = epsilon::from_nats(0.18);
    const discrete_laplace noise(sensitivity, budget);
    simulation_randomness coins(2026, 11, static_cast<vertex_id>(log2));
    test::moments value, modulus;
    std::uint64_t odd = 0;
    for (int i = 0; i < static_cast<int>(draws); ++i) {
      const int128 x = noise(coins);
      value.add(static_cast<double>(x));
      modulus.add(std::fabs(static_cast<double>(x)));
      odd += (x & 1) != 0 ? 1 : 0;
    }
    const double scale = std::ldexp(1.0, log2) / budget.nats();
    EXPECT_NEAR(noise.variance() / (2.0 * scale * scale), 1.0, 1e-9) << log2;
    EXPECT_NEAR(value.mean / std::sqrt(noise.variance()), 0.0, significant_z / std::sqrt(draws)) << log2;
    EXPECT_NEAR(value.variance() / noise.variance(), 1.0, significant_z * std::sqrt(5.0 / draws)) << log2;
    EXPECT_NEAR(modulus.mean / scale, 1.0, significant_z / std::sqrt(draws)) << log2;
    EXPECT_LT(std::fabs(test::binomial_z(odd, static_cast<std::uint64_t>(draws), 0.5)), significant_z)
        << log2;
  }
}

}  // namespace
}  // namespace edgeldp
