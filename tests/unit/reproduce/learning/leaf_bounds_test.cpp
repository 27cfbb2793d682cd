// SPDX-License-Identifier: MIT
#include "reproduce/learning/leaf_bounds.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "reproduce/learning/draws.hpp"

namespace edgeldp::learning {
namespace {

constexpr std::array gradients = {-1.0, -0.5, -0.1, 0.0, 0.1, 0.5, 1.0};

/// The largest change of f(sum, rows) when a record with one of the gradients joins up to six
/// others, which is also that when it leaves.
double largest_change(const std::function<double(double, double)>& f) {
  double largest = 0.0;
  for (int rows = 0; rows <= 6; ++rows)
    for (double sum = -rows; sum <= rows + 1e-9; sum += 0.05)
      for (const double g : gradients)
        largest = std::max(largest, std::abs(f(sum + g, rows + 1.0) - f(sum, rows)));
  return largest;
}

TEST(LeafBoundsTest, OneRecordMovesALeafByAtMostTheSensitivity) {
  for (const double lambda : {0.0, 0.1, 1.0, 10.0}) {
    for (unsigned t = 0; t < 50; ++t) {
      const leaf_bounds bounds({6, 0.1, lambda}, t);
      const auto value = [&](double sum, double rows) {
        return rows + lambda > 0.0 ? bounds.value(sum, rows) : 0.0;
      };
      EXPECT_LE(largest_change(value), bounds.sensitivity() + 1e-12) << lambda << ", tree " << t;
    }
  }
}

TEST(LeafBoundsTest, TheSensitivityIsReached) {
  for (const unsigned t : {0U, 30U, 49U}) {
    const leaf_bounds bounds({6, 0.1, 0.1}, t);
    EXPECT_GT(largest_change([&](double sum, double rows) { return bounds.value(sum, rows); }),
              0.999 * bounds.sensitivity());
  }
}

TEST(LeafBoundsTest, ClippingAtTheSensitivityItselfBreaksIt) {
  // [Zhang 2025], section V C: values in [-c, c] with c = min(1 / (1 + lambda), 2 (1 -
  // shrinkage)^t) as the noise's sensitivity.
  constexpr double lambda = 0.1;
  unsigned broken = 0, first = 0;
  for (unsigned t = 0; t < 50; ++t) {
    const double c = std::min(1.0 / (1.0 + lambda), 2.0 * std::pow(0.9, t));
    const double change =
        largest_change([&](double sum, double rows) { return std::clamp(-sum / (rows + lambda), -c, c); });
    if (change > c * 1.001 && broken++ == 0) first = t;
    if (c <= 1.0 / (3.0 + 2.0 * lambda)) {
      EXPECT_GT(change, 1.99 * c) << t;
    }
  }
  EXPECT_GT(broken, 30U);
  EXPECT_EQ(first, 8U);
}

double gain_of(double left_sum, double left_rows, double right_sum, double right_rows, double lambda) {
  const auto score = [&](double sum, double rows) { return rows == 0.0 ? 0.0 : sum * sum / (rows + lambda); };
  return score(left_sum, left_rows) + score(right_sum, right_rows);
}

TEST(LeafBoundsTest, OneRecordMovesAGainByLessThanItsSensitivity) {
  for (const double lambda : {0.0, 0.1, 1.0}) {
    double largest = 0.0;
    for (int rows = 0; rows <= 200; rows += rows < 6 ? 1 : 97)
      for (int part = -10; part <= 10; ++part)
        for (const double g : gradients) {
          const double sum = 0.1 * part * rows;
          largest = std::max(largest, std::abs(gain_of(sum + g, rows + 1.0, 0.5, 1, lambda) -
                                               gain_of(sum, rows, 0.5, 1, lambda)));
        }
    EXPECT_LT(largest, gain_sensitivity);
    EXPECT_GT(largest, 2.9);  // so 2 would not do
  }
}

TEST(LeafBoundsTest, SplitsFollowTheExponentialMechanism) {
  const std::vector<double> gains = {0.0, 1.5, 3.0};
  constexpr double nats = 2.0;
  constexpr int draws = 30000;
  simulation_randomness coins(1, tree_noise, 0);
  std::array<double, 3> counts{};
  for (int i = 0; i < draws; ++i) counts[private_split(gains, nats, coins)] += 1.0;
  double sum = 0.0;
  for (const double g : gains) sum += std::exp(nats * g / 6.0);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(counts[i] / draws, std::exp(nats * gains[i] / 6.0) / sum, 0.0145)
        << i;  // five standard errors
}

}  // namespace
}  // namespace edgeldp::learning
