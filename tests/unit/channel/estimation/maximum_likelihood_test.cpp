// SPDX-License-Identifier: MIT
#include "edgeldp/channel/estimation/maximum_likelihood.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "edgeldp/channel/estimation/proportions.hpp"
#include "edgeldp/channel/mechanisms/laplace_channels.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"
#include "support/small_channels.hpp"

namespace edgeldp {
namespace {

TEST(MaximumLikelihood, IsTheUnbiasedEstimateInsideTheSimplex) {
  const std::vector<channel> joint = {test::k_ary(2, 1.5),
                                      laplace_channel(epsilon::from_nats(5.0), numbered_labels(3))};
  const std::vector<std::uint64_t> counts = {150, 240, 90, 210, 180, 130};
  const proportion_estimate e(joint, counts);
  ASSERT_GT(e.values().minCoeff(), 0.01);
  likelihood_options exact;
  exact.gap = 1e-9;
  const likelihood_estimate m = maximize_likelihood(joint, counts, exact);
  EXPECT_TRUE(m.has_converged);
  EXPECT_TRUE(m.values.isApprox(e.values(), 1e-4)) << m.values.transpose() << " / " << e.values().transpose();
}

TEST(MaximumLikelihood, TheLikelihoodNeverFallsAndTheGapBoundsWhatIsLeft) {
  const std::vector<channel> c = {laplace_channel(epsilon::from_nats(1.0), numbered_labels(6))};
  const std::vector<std::uint64_t> counts = {140, 10, 25, 3, 12, 58};
  likelihood_options exact;
  exact.gap = 1e-9;
  exact.most_iterations = 1000000;
  const double best = maximize_likelihood(c, counts, exact).log_likelihood;
  double before = -1e300;
  for (std::uint64_t cap = 0; cap <= 60; cap += 2) {
    likelihood_options o;
    o.most_iterations = cap;
    const likelihood_estimate m = maximize_likelihood(c, counts, o);
    EXPECT_GE(m.log_likelihood, before - 1e-9);
    EXPECT_LE(best - m.log_likelihood, m.gap + 1e-9);
    EXPECT_GE(m.values.minCoeff(), 0.0);
    EXPECT_NEAR(m.values.sum(), 1.0, 1e-12);
    EXPECT_LE(m.iterations, cap);
    before = m.log_likelihood;
  }
}

TEST(MaximumLikelihood, StopsAtTheCapAndSaysSo) {
  const std::vector<channel> c = {test::k_ary(5, 0.1)};
  likelihood_options o;
  o.most_iterations = 2;
  const likelihood_estimate m = maximize_likelihood(c, std::vector<std::uint64_t>{900, 10, 10, 10, 10}, o);
  EXPECT_FALSE(m.has_converged);
  EXPECT_GT(m.gap, o.gap);
}

TEST(MaximumLikelihood, ManyReportsConvergeAsFarAsDoublesTell) {
  // Gradients near 1 are multiples of 2^-52, in sums of many terms known to a few of those.
  simulation_randomness coins(43, 1, 1);
  likelihood_options o;
  o.most_iterations = 1000;
  for (const std::size_t k : {10U, 100U}) {
    const std::vector<channel> c = {test::k_ary(k, 5.0)};
    for (int run = 0; run < 5; ++run) {
      std::vector<std::uint64_t> counts(k);
      double total = 0.0;
      for (std::uint64_t& count : counts)
        total += static_cast<double>(count = (coins() >> 24) + (1ULL << 40));
      const likelihood_estimate m = maximize_likelihood(c, counts, o);
      EXPECT_TRUE(m.has_converged) << k << ": " << m.gap / total;
      EXPECT_LE(m.gap, 3e-14 * total);
      EXPECT_TRUE(m.values.isApprox(proportion_estimate(c, counts).values(), 1e-6));
    }
  }
}

/// On the boundary the optimum is known by its conditions: gradient at most 1, equal to 1 where
/// positive.
TEST(MaximumLikelihood, MeetsTheConditionsOfAnOptimumOnTheBoundary) {
  const std::vector<channel> c = {test::k_ary(3, 1.0)};
  const std::vector<std::uint64_t> counts = {100, 60, 10};
  ASSERT_LT(proportion_estimate(c, counts).values().minCoeff(), 0.0);
  const likelihood_estimate m = maximize_likelihood(c, counts);
  ASSERT_TRUE(m.has_converged);
  EXPECT_NEAR(m.values[2], 0.0, 1e-6);
  const Eigen::VectorXd law = c[0].probabilities() * m.values;
  for (Eigen::Index v = 0; v < 3; ++v) {
    double gradient = 0.0;
    for (Eigen::Index u = 0; u < 3; ++u)
      gradient += static_cast<double>(counts[static_cast<std::size_t>(u)]) / 170.0 *
                  c[0].probabilities()(u, v) / law[u];
    EXPECT_LE(gradient, 1.0 + 1e-6);
    if (m.values[v] > 0.01) {
      EXPECT_NEAR(gradient, 1.0, 1e-6);
    }
  }
}

TEST(MaximumLikelihood, FitsTheReportsOfARankDeficientChannel) {
  const channel merged =
      relabel_inputs(test::k_ary(2, 1.0), {"a", "b", "c"}, std::vector<std::size_t>{0, 1, 1});
  const likelihood_estimate m =
      maximize_likelihood(std::vector<channel>{merged}, std::vector<std::uint64_t>{50, 50});
  EXPECT_TRUE(m.has_converged);
  EXPECT_NEAR(m.values[0], 0.5, 1e-4);
  EXPECT_NEAR(m.values[1], m.values[2], 1e-12);  // not told apart: as the start has them
}

TEST(MaximumLikelihood, RefusesImpossibleReports) {
  Eigen::MatrixXd p(3, 2);
  p << 0.5, 0.25, 0.5, 0.75, 0.0, 0.0;
  const std::vector<channel> c = {channel::from_probabilities({"a", "b"}, {"x", "y", "never"}, p)};
  EXPECT_THROW(maximize_likelihood(c, std::vector<std::uint64_t>{1, 1, 1}), invalid_parameter);
  EXPECT_NO_THROW(maximize_likelihood(c, std::vector<std::uint64_t>{1, 1, 0}));
  EXPECT_THROW(maximize_likelihood(c, std::vector<std::uint64_t>{0, 0, 0}), invalid_parameter);
  EXPECT_THROW(maximize_likelihood(c, std::vector<std::uint64_t>{1, 1}), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
