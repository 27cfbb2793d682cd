// SPDX-License-Identifier: MIT
#include "reproduce/learning/grid_noise.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reproduce/learning/draws.hpp"

namespace edgeldp::learning {
namespace {

TEST(GridNoiseTest, NearestPointOfAClippedValue) {
  const grid g{-1.0, 1.0, 5};
  EXPECT_DOUBLE_EQ(g.step(), 0.5);
  EXPECT_EQ(g.nearest(-7.0), 0U);
  EXPECT_EQ(g.nearest(-0.74), 1U);
  EXPECT_EQ(g.nearest(0.2), 2U);
  EXPECT_EQ(g.nearest(1.0), 4U);
  EXPECT_DOUBLE_EQ(g.value(3), 0.5);
}

TEST(GridNoiseTest, RandomRoundingKeepsTheMean) {
  const grid g{-1.0, 1.0, 5};
  simulation_randomness coins(1, gradient_noise, 0);
  for (const double v : {-1.0, -0.6, 0.1, 0.5, 0.99, 1.0}) {
    double sum = 0.0;
    constexpr int draws = 40000;
    for (int i = 0; i < draws; ++i) {
      const double rounded = g.value(g.around(v, coins));
      ASSERT_LE(std::abs(rounded - v), g.step() + 1e-12);
      sum += rounded;
    }
    // A rounded value deviates by at most 0.25: 0.006 are five standard errors.
    EXPECT_NEAR(sum / draws, v, 0.00625) << v;
  }
}

TEST(GridNoiseTest, BipartiteChannelHasTwoProbabilitiesAndKeepsItsBudget) {
  for (const double nats : {0.1, 1.0, 3.0}) {
    for (const std::size_t points : {2U, 3U, 8U, 21U}) {
      const channel c = bipartite_on_grid({0.0, 1.0, points}, epsilon::from_nats(nats));
      EXPECT_LE(c.loss().nats, nats);
      EXPECT_GT(c.loss().nats, nats - 1e-9);
      const auto& p = c.probabilities();
      for (Eigen::Index k = 0; k < p.cols(); ++k) EXPECT_NEAR(p(k, k), p.col(k).maxCoeff(), 1e-12);
    }
  }
}

/// The law of a report on v, by definition.
Eigen::VectorXd law(const grid& g, const channel& c, double v, bool rounds_at_random) {
  const auto& p = c.probabilities();
  if (!rounds_at_random) return p.col(static_cast<Eigen::Index>(g.nearest(v)));
  const double place = (v - g.low) / g.step();
  const auto below = std::min(static_cast<Eigen::Index>(place), p.cols() - 2);
  const double part = place - static_cast<double>(below);
  return (1.0 - part) * p.col(below) + part * p.col(below + 1);
}

/// The worst loss between two vectors of `numbers` values on a fine mesh, `move` apart in l1.
double worst_loss(const grid& g, const channel& c, double move, std::size_t numbers, bool rounds_at_random) {
  constexpr int mesh = 48;
  const double width = (g.high - g.low) / mesh;
  const int reach = static_cast<int>(std::floor(move / width + 1e-9));
  // of[d]: the worst of one number that moves by d steps of the mesh
  std::vector<double> of(static_cast<std::size_t>(reach) + 1, 0.0);
  for (int a = 0; a <= mesh; ++a) {
    for (int b = 0; b <= mesh; ++b) {
      if (std::abs(a - b) > reach) continue;
      const Eigen::VectorXd ratio = law(g, c, g.low + a * width, rounds_at_random)
                                        .cwiseQuotient(law(g, c, g.low + b * width, rounds_at_random));
      double& worst = of[static_cast<std::size_t>(std::abs(a - b))];
      worst = std::max(worst, std::log(ratio.maxCoeff()));
    }
  }
  if (numbers == 1) return *std::max_element(of.begin(), of.end());
  double worst = 0.0;
  for (std::size_t d = 0; d < of.size(); ++d) worst = std::max(worst, of[d] + of[of.size() - 1 - d]);
  return worst;
}

TEST(GridNoiseTest, LossAfterRandomRoundingIsBoundedForEveryMove) {
  for (const std::size_t points : {2U, 3U, 5U, 9U}) {
    const grid g{-1.0, 1.0, points};
    for (const double nats : {0.3, 1.0, 2.5}) {
      const channel c = bipartite_on_grid(g, epsilon::from_nats(nats));
      for (const double move : {1.0 / 24, 1.0 / 8, 0.25, 0.5, 2.0}) {
        for (const std::size_t numbers : {1U, 2U})
          EXPECT_LE(worst_loss(g, c, move, numbers, true), rounded_loss(g, nats, move, numbers) + 1e-9)
              << points << " points, " << nats << " nats, move " << move << ", " << numbers << " numbers";
      }
    }
  }
}

TEST(GridNoiseTest, TheBoundIsReached) {
  const grid g{-1.0, 1.0, 2};
  const channel c = bipartite_on_grid(g, epsilon::from_nats(1.0));
  EXPECT_NEAR(worst_loss(g, c, 0.25, 1, true), rounded_loss(g, 1.0, 0.25), 1e-6);
}

TEST(GridNoiseTest, RoundingToTheNearestPointBreaksTheBound) {
  const grid g{-1.0, 1.0, 5};
  const channel c = bipartite_on_grid(g, epsilon::from_nats(1.0));
  EXPECT_GT(worst_loss(g, c, 1.0 / 24, 1, false), 2.0 * rounded_loss(g, 1.0, 1.0 / 24));
}

TEST(GridNoiseTest, BudgetOfARoundedChannelIsTheLargestThatKeepsTheBound) {
  for (const std::size_t numbers : {1U, 500U}) {
    const grid g{-0.02, 0.02, 2};
    const double nats = rounded_budget(g, 0.2, 0.024, numbers).nats();
    EXPECT_LE(rounded_loss(g, nats, 0.024, numbers), 0.2);
    EXPECT_GT(rounded_loss(g, nats + 1e-6, 0.024, numbers), 0.2);
  }
}

TEST(GridNoiseTest, LaplaceNoiseHasItsMeanAndDeviation) {
  const lattice_noise noise(0.5, epsilon::from_nats(2.0));
  simulation_randomness coins(3, gradient_noise, 0);
  constexpr int draws = 40000;
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < draws; ++i) {
    const double x = noise(10.0, coins) - 10.0;
    sum += x;
    squares += x * x;
  }
  // Scale 0.25: deviation 0.354, standard error of the mean 0.0018, of the mean square 0.0014.
  EXPECT_NEAR(sum / draws, 0.0, 0.009);
  EXPECT_NEAR(squares / draws, 0.125, 0.007);
}

}  // namespace
}  // namespace edgeldp::learning
