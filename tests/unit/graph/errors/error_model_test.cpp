// SPDX-License-Identifier: MIT
#include "edgeldp/graph/errors/error_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "edgeldp/graph/generate/generators.hpp"

namespace edgeldp {
namespace {

/// Discrete Laplace probability at x.
double pmf(double budget, std::int64_t x) {
  const double a = std::exp(-budget);
  return (1.0 - a) / (1.0 + a) * std::pow(a, std::abs(static_cast<double>(x)));
}

double pairs_of(std::int64_t s) {
  return s < 2 ? 0.0 : 0.5 * static_cast<double>(s) * static_cast<double>(s - 1);
}

TEST(ClipModelTest, LossesAndCapsAgreeWithSummationOverTheNoise) {
  for (const double budget : {0.05, 0.3, 2.0}) {
    const clip_model model(epsilon::from_nats(budget));
    for (const std::int64_t size : {0, 1, 2, 7, 40}) {
      for (const std::int64_t margin : {0, 1, 5, 30}) {
        double lost = 0, squared = 0, cap_square = 0;
        for (std::int64_t noise = -3000; noise <= 3000; ++noise) {
          const std::int64_t cap = std::max<std::int64_t>(0, size + noise + margin);
          const double pairs = pairs_of(size) - pairs_of(std::min(size, cap));
          lost += pmf(budget, noise) * pairs;
          squared += pmf(budget, noise) * pairs * pairs;
          cap_square +=
              pmf(budget, noise) * std::pow(static_cast<double>(std::max<std::int64_t>(0, cap - 1)), 2);
        }
        const auto s = static_cast<double>(size), m = static_cast<double>(margin);
        EXPECT_NEAR(model.expected_lost_pairs(s, m), lost, 1e-7 * (1 + lost));
        EXPECT_NEAR(model.expected_squared_lost_pairs(s, m), squared, 1e-4 * (1 + squared));
        EXPECT_NEAR(model.expected_squared_cap(s + m), cap_square, 1e-7 * (1 + cap_square));
      }
    }
  }
}

TEST(ClipModelTest, DeconvolutionIsUnbiasedExactly) {
  // The mean of the filtered histogram over the noise of one user with true size s must be g(s).
  constexpr double budget = 0.4;
  const clip_model model(epsilon::from_nats(budget));
  const auto g = [](double s) { return s <= 1.0 ? 0.0 : s * (s - 1.0) / 2.0 + std::sin(s); };
  for (const std::int64_t size : {0, 1, 3, 25}) {
    double mean = 0.0;
    for (std::int64_t noise = -300; noise <= 300; ++noise)
      mean += pmf(budget, noise) * model.deconvolve({{size + noise, 1}}, g);
    EXPECT_NEAR(mean, g(static_cast<double>(size)), 1e-6);
  }
}

TEST(ClipModelTest, VarianceIsThatOfTheNoise) {
  double variance = 0.0;
  for (std::int64_t noise = -2000; noise <= 2000; ++noise)
    variance += pmf(0.1, noise) * static_cast<double>(noise * noise);
  EXPECT_NEAR(clip_model(epsilon::from_nats(0.1)).variance(), variance, 1e-6 * variance);
}

TEST(PredictTest, SharingOfARandomGraphIsFound) {
  // In a uniform random graph the configuration model is right: 300 vertices, 9000 edges, order by
  // number.
  const csr_graph g = generate_erdos_renyi(300, 9000, 4);
  std::vector<double> sizes(300);
  std::vector<rank_moments> ranks(300);
  std::vector<std::vector<std::uint64_t>> shared(300, std::vector<std::uint64_t>(300));
  for (vertex_id i = 0; i < 300; ++i) {
    ranks[i].degree = static_cast<double>(g.degree(i));
    ranks[i].squared_degree = ranks[i].degree * ranks[i].degree;
    for (const vertex_id k : g.neighbors(i)) {
      if (k < i) sizes[i] += 1.0;
      for (const vertex_id j : g.neighbors(i))
        if (j < k && k < i) ++shared[j][k];
    }
  }
  for (vertex_id i = 0; i < 300; ++i) ranks[i].two_stars = sizes[i] * (sizes[i] - 1.0);
  double truth = 0.0;
  for (const auto& row : shared)
    for (const std::uint64_t c : row) truth += static_cast<double>(c * c);
  EXPECT_NEAR(predict_squared_sharing(ranks), truth, 0.05 * truth);
}

TEST(PredictTest, LimitsThatNobodyCanExceedLoseNothing) {
  const bit_law law{0.9999, 0.0001};
  for (const double size : {2.0, 30.0, 400.0}) {
    const double others = size - 1.0;
    const rejected_pairs none = predict_rejected_pairs(size, {others, others}, law, 0.5);
    EXPECT_EQ(none.ones, 0.0);
    EXPECT_EQ(none.zeros, 0.0);
    // The closer to that, the less; all of it where nothing is allowed.
    double before = std::numeric_limits<double>::infinity();
    for (double limit = 0.0; limit <= others; limit += 0.05 * others) {
      const double ones = predict_rejected_pairs(size, {others, limit}, law, 0.5).ones;
      EXPECT_LE(ones, before);
      before = ones;
    }
    EXPECT_LT(before, 1e-3 * size * size);
    const double all = 0.5 * 0.5 * size * others;  // half of the pairs are ones
    EXPECT_NEAR(predict_rejected_pairs(size, {others, 0.0}, law, 0.5).ones, all, 0.05 * all);
  }
}

TEST(PredictTest, ErrorPartsFollowTheFormulas) {
  error_terms terms;
  terms.pairs = 100;
  terms.edges = 50;
  terms.squared_sharing = 400;
  terms.squared_caps = 900;
  terms.lost_pairs = 10;
  terms.squared_lost_pairs = 40;
  const bit_law law{0.75, 0.25};  // variance 0.75 on both sides
  const error_parts e = predict_triangle_error(terms, law, epsilon::from_nats(0.5), 0.2);
  EXPECT_NEAR(e.response_variance,
              0.75 * (400 + pair_overlap * terms.pairs + closure_concentration * 400 / 50), 1e-9);
  // Without noise on edges only the others matter: pairs of one user, and those of hubs.
  const bit_law open{1.0, 0.2};
  EXPECT_NEAR(predict_triangle_error(terms, open, epsilon::from_nats(0.5), 0.2).response_variance,
              0.25 * (0.8 * (1 + pair_overlap) * 100 + std::pow(0.8, 1.5) * 300), 1e-9);
  EXPECT_NEAR(e.laplace_variance, 2 * 900 / (0.25 * 0.25), 1e-6);
  EXPECT_NEAR(e.clip_variance, 0.04 * 40, 1e-12);
  EXPECT_NEAR(e.bias, -2.0, 1e-12);
  EXPECT_NEAR(e.rmse() * e.rmse(), e.standard_error() * e.standard_error() + 4.0, 1e-6);
}

}  // namespace
}  // namespace edgeldp
