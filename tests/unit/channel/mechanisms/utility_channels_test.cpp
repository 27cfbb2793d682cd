// SPDX-License-Identifier: MIT
#include "edgeldp/channel/mechanisms/utility_channels.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include "edgeldp/channel/mechanisms/bipartite.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"
#include "support/broken_channels.hpp"
#include "support/channel_law.hpp"

namespace edgeldp {
namespace {

channel exponential(double nats, const Eigen::MatrixXd& u, exponential_scale scale) {
  return exponential_channel(epsilon::from_nats(nats), numbered_labels(static_cast<std::size_t>(u.cols())),
                             numbered_labels(static_cast<std::size_t>(u.rows())), u, scale);
}

channel staircase(double nats, const Eigen::MatrixXi& step, unsigned steps) {
  return staircase_channel(epsilon::from_nats(nats), numbered_labels(static_cast<std::size_t>(step.cols())),
                           numbered_labels(static_cast<std::size_t>(step.rows())), step, steps);
}

/// Seven places in a tree of two levels whose branches have different sizes.
Eigen::MatrixXi uneven_steps() {
  return prefix_steps(std::vector<std::uint64_t>{0b0000, 0b0001, 0b0010, 0b0011, 0b0100, 0b1000, 0b1100},
                      std::vector<unsigned>{0, 2});
}

TEST(ExponentialChannel, TheThreeScales) {
  // Output 0 differs by 1 between the truths, output 1 not at all; the range of all utilities is 4.
  Eigen::MatrixXd u(2, 2);
  u << 1.0, 2.0, 5.0, 5.0;
  EXPECT_EQ(utility_sensitivity(u), 1.0);
  const auto log_odds = [&](exponential_scale scale) {
    const Eigen::MatrixXd p = exponential(1.0, u, scale).probabilities();
    return std::log(p(1, 0) / p(0, 0));
  };
  EXPECT_NEAR(log_odds(exponential_scale::sensitivity), 4.0 / 2.0, 1e-9);
  EXPECT_NEAR(log_odds(exponential_scale::range), 4.0 / 8.0, 1e-9);
  EXPECT_GT(log_odds(exponential_scale::exact_loss), 2.0);
}

TEST(ExponentialChannel, ExactLossIsTheBudgetAndThePrintedOneIsHalfAtTheEndsOfALine) {
  for (const double nats : {0.01, 0.5, 1.0, 5.0, 12.0, 30.0}) {
    const Eigen::MatrixXd u = line_utility(20);
    EXPECT_NEAR(exponential(nats, u, exponential_scale::exact_loss).loss().nats, nats, 1e-6 * nats);
    EXPECT_LE(exponential(nats, u, exponential_scale::exact_loss).loss().nats, nats);
    // The ends' normalisers are equal, so the factor 2 buys nothing.
    EXPECT_NEAR(exponential(nats, u, exponential_scale::sensitivity).loss().nats, 0.5 * nats, 1e-9);
  }
}

TEST(ExponentialChannel, ExactLossIsSpentThoughAnOutputIsBadForEverybody) {
  Eigen::MatrixXd u = Eigen::MatrixXd::Constant(4, 3, -1.0);
  u.diagonal().setZero();
  for (const double worst : {-1000.0, -1e6}) {
    u.row(3).setConstant(worst);
    for (const double nats : {0.1, 1.0, 5.0, 20.0}) {
      const double loss = exponential(nats, u, exponential_scale::exact_loss).loss().nats;
      EXPECT_LE(loss, nats);
      EXPECT_NEAR(loss, nats, 1e-6 * nats);
    }
  }
  // Underflow under one truth only: all possible under all, whatever the scale.
  u.row(3) << -1000.0, -740.0, -1.0;
  for (const double nats : {1.0, 5.0, 60.0})
    for (const exponential_scale scale : {exponential_scale::sensitivity, exponential_scale::exact_loss})
      EXPECT_LE(exponential(nats, u, scale).loss().nats, nats);
}

TEST(ExponentialChannel, ExactLossEndsForScalesThatAreDenormal) {
  Eigen::MatrixXd u = Eigen::MatrixXd::Zero(2, 2);
  u(0, 1) = u(1, 0) = -1e302;
  EXPECT_NEAR(exponential(0x1p-32, u, exponential_scale::exact_loss).loss().nats, 0x1p-32, 1e-14);
}

TEST(ExponentialChannel, AConstantAddedToAColumnWastesThePrintedBudgetOnly) {
  Eigen::MatrixXd shifted = line_utility(6);
  shifted.col(2).array() += 100.0;
  const auto scaled = [&](const Eigen::MatrixXd& u, exponential_scale scale) {
    return Eigen::MatrixXd(exponential(1.0, u, scale).probabilities());
  };
  EXPECT_TRUE(scaled(shifted, exponential_scale::exact_loss)
                  .isApprox(scaled(line_utility(6), exponential_scale::exact_loss), 1e-10));
  EXPECT_LT(exponential(1.0, shifted, exponential_scale::sensitivity).loss().nats, 0.05);
}

TEST(ExponentialChannel, WithoutTheFactorTwoItIsRejected) {
  // One truth has a single good output, the other a single bad one: the normalisers differ.
  Eigen::MatrixXd u = Eigen::MatrixXd::Zero(5, 2);
  u.col(0).tail(4).setOnes();
  u(0, 1) = 1.0;
  const epsilon budget = epsilon::from_nats(1.0);
  EXPECT_FALSE(
      test::keeps_to(test::broken::exponential_without_half(budget, u, utility_sensitivity(u)), budget));
  for (const exponential_scale scale :
       {exponential_scale::range, exponential_scale::sensitivity, exponential_scale::exact_loss})
    EXPECT_TRUE(test::keeps_to(exponential(1.0, u, scale), budget));
}

TEST(StaircaseChannel, PrefixesGiveSteps) {
  Eigen::MatrixXi expected(4, 4);
  expected << 0, 1, 2, 2, 1, 0, 2, 2, 2, 2, 0, 2, 2, 2, 2, 0;
  const std::vector<std::uint64_t> codes = {0b0000, 0b0001, 0b0100, 0b1000};
  EXPECT_EQ(prefix_steps(codes, std::vector<unsigned>{0, 2}), expected);
  EXPECT_EQ(prefix_steps(codes, std::vector<unsigned>{4}), Eigen::MatrixXi::Zero(4, 4));
  EXPECT_THROW(prefix_steps(codes, std::vector<unsigned>{2, 2}), invalid_parameter);
  EXPECT_THROW(prefix_steps(codes, std::vector<unsigned>{64}), invalid_parameter);
}

TEST(StaircaseChannel, FallsInEqualStepsAndEqualSizesNeedNoCorrection) {
  // Four places, two levels: every truth has 1, 1 and 2 outputs on its steps.
  const Eigen::MatrixXi step =
      prefix_steps(std::vector<std::uint64_t>{0, 1, 2, 3}, std::vector<unsigned>{0, 1});
  const channel c = staircase(2.0, step, 3);
  const double e = std::exp(2.0), sum = e + (1.0 + e) / 2.0 + 2.0;
  EXPECT_NEAR(c.probabilities()(0, 0), e / sum, 1e-9);
  EXPECT_NEAR(c.probabilities()(1, 0), (1.0 + e) / 2.0 / sum, 1e-9);
  EXPECT_NEAR(c.probabilities()(3, 0), 1.0 / sum, 1e-9);
  EXPECT_TRUE(test::keeps_to(test::broken::staircase_at_nominal_budget(epsilon::from_nats(2.0), step, 3),
                             epsilon::from_nats(2.0 + 1e-9)));
}

TEST(StaircaseChannel, TwoStepsAreRandomizedResponse) {
  const Eigen::MatrixXi step =
      prefix_steps(std::vector<std::uint64_t>{4, 1, 9, 3, 7}, std::vector<unsigned>{0});
  EXPECT_TRUE(
      staircase(1.0, step, 2)
          .probabilities()
          .isApprox(k_ary_channel(epsilon::from_nats(1.0), numbered_labels(5)).probabilities(), 1e-9));
}

TEST(StaircaseChannel, StepsThatAreAlikeTellNothing) {
  Eigen::MatrixXi step = Eigen::MatrixXi::Zero(3, 4);
  step.row(1).setOnes();
  EXPECT_EQ(staircase(1.0, step, 2).loss().nats, 0.0);
  EXPECT_NEAR(staircase(1.0, step, 2).probabilities()(1, 0), 1.0 / (2.0 * std::exp(1.0) + 1.0), 1e-9);
}

TEST(StaircaseChannel, HeightsThatNeverSpendTheBudgetGrowAsFarAsTheyCan) {
  // Every output is on the top step or the middle one: at most twice as likely under one truth.
  Eigen::MatrixXi step(2, 2);
  step << 0, 1, 1, 0;
  EXPECT_NEAR(staircase(2.0, step, 3).loss().nats, std::log(2.0), 1e-9);
  EXPECT_NEAR(staircase(0.1, step, 3).loss().nats, 0.1, 1e-9);
}

TEST(StaircaseChannel, ThePublishedHeightsLoseMoreThanTheyClaim) {
  for (const double nats : {0.25, 1.0, 2.0, 5.0}) {
    const epsilon budget = epsilon::from_nats(nats);
    const channel nominal = test::broken::staircase_at_nominal_budget(budget, uneven_steps(), 3);
    EXPECT_FALSE(test::keeps_to(nominal, budget));
    EXPECT_LE(nominal.loss().nats, 2.0 * nats);
    const channel ours = staircase(nats, uneven_steps(), 3);
    EXPECT_TRUE(test::keeps_to(ours, budget));
    EXPECT_NEAR(ours.loss().nats, nats, 1e-9);
  }
}

TEST(UtilityChannels, NameWhatIsWrong) {
  using enum exponential_scale;
  EXPECT_THROW(exponential(1.0, Eigen::MatrixXd::Zero(3, 3), exact_loss), invalid_parameter);
  EXPECT_THROW(exponential(1.0, Eigen::MatrixXd::Zero(3, 3), sensitivity), invalid_parameter);
  EXPECT_THROW(exponential(1.0, Eigen::MatrixXd::Constant(3, 3, INFINITY), range), invalid_parameter);
  EXPECT_THROW(
      exponential_channel(epsilon::from_nats(1.0), numbered_labels(2), numbered_labels(3), line_utility(3)),
      invalid_parameter);
  EXPECT_THROW(staircase(1.0, uneven_steps(), 2), invalid_parameter);
  EXPECT_THROW(staircase(1.0, uneven_steps(), 1), invalid_parameter);
  EXPECT_THROW(staircase(1.0, Eigen::MatrixXi::Constant(3, 3, -1), 2), invalid_parameter);
}

TEST(ExponentialChannel, RefusesDifferencesThatNoDoubleHolds) {
  Eigen::MatrixXd utility(2, 2);
  utility << 1e308, -1e308, -1e308, 1e308;
  EXPECT_THROW(exponential_channel(epsilon::from_nats(1.0), {"a", "b"}, {"a", "b"}, utility),
               invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
