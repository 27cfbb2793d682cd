// SPDX-License-Identifier: MIT
#include "edgeldp/graph/belief/degree_posterior.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <vector>

#include "edgeldp/core/random/discrete_laplace.hpp"

namespace edgeldp {
namespace {

/// Half of the users have degree 5, half 200.
std::vector<std::int64_t> two_kinds(epsilon budget, std::size_t users) {
  const discrete_laplace noise(1, budget);
  simulation_randomness coins(1, 2, 3);
  std::vector<std::int64_t> released(users);
  for (std::size_t u = 0; u < users; ++u)
    released[u] = (u % 2 == 0 ? 5 : 200) + static_cast<std::int64_t>(noise(coins));
  return released;
}

TEST(DegreePosteriorTest, TellsTwoKindsOfUsersApartBehindNoise) {
  const epsilon budget = epsilon::from_nats(0.05);  // scale 20
  const std::vector<std::int64_t> released = two_kinds(budget, 4000);
  const degree_posterior posterior(released, budget);
  double low = 0.0, high = 0.0, square = 0.0;
  for (std::size_t u = 0; u < released.size(); ++u) {
    const auto m = posterior.of(released[u]);
    (u % 2 == 0 ? low : high) += m.mean / 2000.0;
    square += m.square / 4000.0;
    EXPECT_GE(m.square + 1e-6, m.mean * m.mean);
  }
  EXPECT_NEAR(low, 5.0, 4.0);
  EXPECT_NEAR(high, 200.0, 6.0);
  EXPECT_NEAR(square, 0.5 * (25.0 + 40000.0), 0.04 * 20012.5);
  // The 200 that noise has put on top look 66 larger than they are; most of that is seen through.
  std::vector<std::int64_t> sorted = released;
  std::ranges::sort(sorted, std::greater<>());
  double raw = 0.0, seen = 0.0;
  for (std::size_t i = 0; i < 200; ++i) {
    raw += static_cast<double>(sorted[i]) / 200.0;
    seen += posterior.of(sorted[i]).mean / 200.0;
  }
  EXPECT_GT(raw, 250.0);
  EXPECT_LT(seen - 200.0, 0.5 * (raw - 200.0));
}

/// Posterior means after 100 steps over 0, 1, .. largest, likelihood by likelihood.
std::map<std::int64_t, double> means_step_by_step(const std::vector<std::int64_t>& released, double budget,
                                                  int largest) {
  const auto points = static_cast<std::size_t>(largest) + 1;
  std::vector<double> weight(points, 1.0 / static_cast<double>(points)), share(points);
  const auto shares_of = [&](std::int64_t x) {
    double sum = 0.0;
    const auto clamped = static_cast<double>(std::clamp<std::int64_t>(x, 0, largest));
    for (std::size_t g = 0; g < points; ++g)
      sum += share[g] = weight[g] * std::exp(-budget * std::abs(clamped - static_cast<double>(g)));
    for (double& p : share) p /= sum;
  };
  for (int step = 0; step < 100; ++step) {
    std::vector<double> next(points);
    for (const std::int64_t x : released) {
      shares_of(x);
      for (std::size_t g = 0; g < points; ++g) next[g] += share[g] / static_cast<double>(released.size());
    }
    weight = next;
  }
  std::map<std::int64_t, double> means;
  for (const std::int64_t x : released) {
    shares_of(x);
    means[x] = 0.0;
    for (std::size_t g = 0; g < points; ++g) means[x] += share[g] * static_cast<double>(g);
  }
  return means;
}

TEST(DegreePosteriorTest, IsExpectationMaximisationLikelihoodByLikelihood) {
  const std::vector<std::int64_t> released = {-40, -3, -1, 0, 0, 1, 2, 2, 2, 3, 5, 6, 6, 4, -1, 2};
  for (const double budget : {0.01, 0.3, 2.0, 20.0}) {
    const degree_posterior posterior(released, epsilon::from_nats(budget));
    for (const auto& [x, mean] : means_step_by_step(released, budget, 6))
      EXPECT_NEAR(posterior.of(x).mean, mean, 1e-6) << budget << ' ' << x;
  }
}

TEST(DegreePosteriorTest, LargeNumbersAreKnownToTheNoise) {
  // Steps of 15% would leave 75 of 1000.
  std::vector<std::int64_t> released(2000, 3);
  for (std::size_t u = 0; u < 200; ++u) released[u] = 900 + static_cast<std::int64_t>(u);
  const degree_posterior posterior(released, epsilon::from_nats(2.0));
  for (std::int64_t x = 910; x < 1090; ++x) EXPECT_NEAR(posterior.of(x).mean, static_cast<double>(x), 1.5);
}

TEST(DegreePosteriorTest, KeepsTheMeanOfAllUsers) {
  const epsilon budget = epsilon::from_nats(0.05);
  const std::vector<std::int64_t> released = two_kinds(budget, 4000);
  const degree_posterior posterior(released, budget);
  double raw = 0.0, mean = 0.0;
  for (const std::int64_t x : released) {
    raw += static_cast<double>(x) / 4000.0;
    mean += posterior.of(x).mean / 4000.0;
  }
  EXPECT_NEAR(mean, raw, 3.0);
}

TEST(DegreePosteriorTest, QuantilesFollowTheDistribution) {
  const epsilon budget = epsilon::from_nats(0.05);
  const std::vector<std::int64_t> released = two_kinds(budget, 4000);
  const degree_posterior posterior(released, budget);
  for (const std::int64_t x : {released[0], released[1]}) {
    double mean = 0.0;
    for (int i = 0; i < 1000; ++i) {
      const double d = posterior.quantile(x, (i + 0.5) / 1000.0);
      EXPECT_GE(d, i == 0 ? 0.0 : posterior.quantile(x, (i - 0.5) / 1000.0));
      mean += d / 1000.0;
    }
    EXPECT_NEAR(mean, posterior.of(x).mean, 1.0);
  }
  EXPECT_LE(posterior.quantile(released[0], 0.999999999), 3999.0);
}

TEST(DegreePosteriorTest, FindsASingleHubBetweenGridPointsAtALargeBudget) {
  std::vector<std::int64_t> released(200000, 10);
  released[7] = 21460;
  for (const double budget : {0.02, 0.5, 1.2}) {
    const degree_posterior posterior(released, epsilon::from_nats(budget));
    EXPECT_NEAR(posterior.of(21460).mean, 21460.0, 0.08 * 21460.0) << budget;
  }
}

TEST(DegreePosteriorTest, SurvivesExtremeReleasedNumbers) {
  const std::vector<std::int64_t> released = {-(std::int64_t{1} << 48), std::int64_t{1} << 48, 0, 3, 3};
  const degree_posterior posterior(released, epsilon::from_nats(1.0));
  for (const std::int64_t x : released) {
    EXPECT_TRUE(std::isfinite(posterior.of(x).mean));
    EXPECT_GE(posterior.of(x).mean, 0.0);
    EXPECT_LE(posterior.of(x).mean, 4.0);
  }
  EXPECT_NO_THROW(degree_posterior({}, epsilon::from_nats(1.0)));
}

}  // namespace
}  // namespace edgeldp
