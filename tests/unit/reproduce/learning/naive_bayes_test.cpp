// SPDX-License-Identifier: MIT
#include "reproduce/learning/naive_bayes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "edgeldp/channel/randomized_answers.hpp"
#include "reproduce/learning/draws.hpp"

namespace edgeldp::learning {
namespace {

constexpr std::size_t people = 40000;

/// Feature 0 has the laws (0.7, 0.2, 0.1) and (0.1, 0.2, 0.7) given the class, feature 1 a uniform
/// law; a third of the people are of class 1.
std::vector<feature_report> reports_through(std::span<const channel> channels) {
  simulation_randomness coins(1, feature_noise, 0);
  std::vector<feature_report> reports;
  for (std::size_t i = 0; i < people; ++i) {
    const std::size_t clazz = i % 3 == 0 ? 1 : 0, feature = i / 3 % 2;
    const double u = uniform_open(coins);
    std::size_t value = u < 0.7 ? 0 : u < 0.9 ? 1 : 2;
    if (clazz == 1) value = 2 - value;
    if (feature == 1) value = static_cast<std::size_t>(uniform_below(coins, 3));
    reports.push_back({feature, channels[feature].sample(value, coins), clazz});
  }
  return reports;
}

double lean(const naive_bayes& model, int value, int other) {
  Eigen::MatrixXi person(2, 1);
  person << value, other;
  const Eigen::MatrixXf scores = model.scores(person);
  return scores(1, 0) - scores(0, 0);
}

TEST(NaiveBayesTest, LearnsTheLawsOfBayesThroughNoise) {
  const std::vector<channel> channels(2, k_ary_channel(epsilon::from_nats(1.0), numbered_labels(3)));
  const naive_bayes model(channels, reports_through(channels));
  const double share = std::log(0.5);
  EXPECT_NEAR(lean(model, 0, 0), share - std::log(7.0), 0.25);
  EXPECT_NEAR(lean(model, 1, 0), share, 0.25);
  EXPECT_NEAR(lean(model, 2, 0), share + std::log(7.0), 0.25);
}

TEST(NaiveBayesTest, AFeatureThatTellsNothingHardlyCounts) {
  const std::vector<channel> channels(2, k_ary_channel(epsilon::from_nats(0.5), numbered_labels(3)));
  const naive_bayes model(channels, reports_through(channels));
  for (const int other : {1, 2}) EXPECT_NEAR(lean(model, 1, other), lean(model, 1, 0), 0.1);
}

TEST(NaiveBayesTest, WithoutReportsItIsUndecided) {
  const std::vector<channel> channels(2, k_ary_channel(epsilon::from_nats(1.0), numbered_labels(3)));
  EXPECT_NEAR(lean(naive_bayes(channels, {}), 0, 2), 0.0, 1e-6);
}

}  // namespace
}  // namespace edgeldp::learning
