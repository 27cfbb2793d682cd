// SPDX-License-Identifier: MIT
#include "edgeldp/channel/mechanisms/laplace_channels.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp {
namespace {

TEST(LaplaceChannels, TwoAnswersAreEquationEleven) {
  for (const double nats : {0.1, 1.0, 5.0}) {
    const channel c = laplace_channel(epsilon::from_nats(nats), {"0", "1"});
    EXPECT_NEAR(c.probabilities()(1, 0), 0.5 * std::exp(-0.5 * nats), 1e-9);
    EXPECT_NEAR(c.probabilities()(0, 1), 0.5 * std::exp(-0.5 * nats), 1e-9);
  }
}

/// Differences of the distribution function at u + 1/2, as printed, with the scale of the text.
TEST(LaplaceChannels, SeveralAnswersAreEquationTwentyOne) {
  const double nats = 1.7;
  const auto distribution = [](double x, double mean, double scale) {
    const double d = x - mean;
    return d < 0.0 ? 0.5 * std::exp(d / scale) : 1.0 - 0.5 * std::exp(-d / scale);
  };
  for (const std::size_t t : {2U, 3U, 7U, 40U}) {
    const Eigen::MatrixXd p = laplace_channel(epsilon::from_nats(nats), numbered_labels(t)).probabilities();
    const double scale = static_cast<double>(t - 1) / nats;
    for (std::size_t v = 1; v <= t; ++v) {
      for (std::size_t u = 1; u <= t; ++u) {
        const double mean = static_cast<double>(v), at = static_cast<double>(u);
        const double above = u == t ? 1.0 : distribution(at + 0.5, mean, scale);
        const double below = u == 1 ? 0.0 : distribution(at - 0.5, mean, scale);
        EXPECT_NEAR(p(static_cast<Eigen::Index>(u - 1), static_cast<Eigen::Index>(v - 1)), above - below,
                    1e-9);
      }
    }
  }
}

TEST(LaplaceChannels, LossIsTheClosedFormAndBelowTheBudget) {
  for (const std::size_t t : {2U, 3U, 10U, 50U, 500U}) {
    for (const double nats : {1e-3, 0.1, 1.0, 8.0, 20.0}) {
      const epsilon budget = epsilon::from_nats(nats);
      const double loss = laplace_channel(budget, numbered_labels(t)).loss().nats;
      EXPECT_NEAR(loss, laplace_loss(t, budget.nats()), 1e-8 * nats + 1e-10) << t << " " << nats;
      EXPECT_LT(loss, budget.nats());
    }
  }
}

TEST(LaplaceChannels, CalibratedLosesItsBudgetAndNoMore) {
  for (const std::size_t t : {2U, 3U, 10U, 50U, 500U}) {
    for (const double nats : {1e-3, 0.1, 1.0, 8.0, 20.0}) {
      const epsilon budget = epsilon::from_nats(nats);
      const double loss = calibrated_laplace_channel(budget, numbered_labels(t)).loss().nats;
      EXPECT_LE(loss, budget.nats());
      EXPECT_NEAR(loss, budget.nats(), 1e-8 * nats + 1e-10) << t << " " << nats;
    }
  }
  const epsilon one = epsilon::from_nats(1.0);
  EXPECT_TRUE(calibrated_laplace_channel(one, {"0", "1"})
                  .probabilities()
                  .isApprox(warner_channel(one).probabilities(), 1e-12));
}

TEST(LaplaceChannels, RefuseOneAnswer) {
  EXPECT_THROW(laplace_channel(epsilon::from_nats(1.0), {"a"}), invalid_parameter);
  EXPECT_THROW(calibrated_laplace_channel(epsilon::from_nats(1.0), {"a"}), invalid_parameter);
}

/// Result 4: no other thresholds u + c, 0 < c < 1, give the truth more often.
TEST(LaplaceChannels, HalfwayThresholdsReportTheTruthMostOften) {
  const std::size_t t = 6;
  const double x = 0.4;
  const auto trace = [&](double c) {
    // A threshold lies c above one category and 1 - c below the next.
    return static_cast<double>(t) -
           static_cast<double>(t - 1) * 0.5 * (std::exp(-c * x) + std::exp(-(1.0 - c) * x));
  };
  EXPECT_NEAR(laplace_probabilities(t, x).trace(), trace(0.5), 1e-12);
  for (const double c : {0.1, 0.3, 0.49, 0.51, 0.9}) EXPECT_LT(trace(c), trace(0.5));
}

}  // namespace
}  // namespace edgeldp
