// SPDX-License-Identifier: MIT
#include "reproduce/learning/quality.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace edgeldp::learning {
namespace {

Eigen::MatrixXf leaning(std::vector<float> towards_one) {
  Eigen::MatrixXf scores = Eigen::MatrixXf::Zero(2, static_cast<Eigen::Index>(towards_one.size()));
  for (std::size_t i = 0; i < towards_one.size(); ++i)
    scores(1, static_cast<Eigen::Index>(i)) = towards_one[i];
  return scores;
}

TEST(QualityTest, AccuracyOfAllAndOfEachClass) {
  const Eigen::MatrixXf scores = leaning({1, -1, -1, 2, 3});
  const std::vector<int> truth = {1, 1, 0, 0, 1};
  EXPECT_DOUBLE_EQ(accuracy(scores, truth), 0.6);
  EXPECT_EQ(class_accuracies(scores, truth), (std::vector<double>{0.5, 2.0 / 3.0}));
  EXPECT_TRUE(std::isnan(class_accuracies(leaning({1}), std::vector<int>{1})[0]));
}

TEST(QualityTest, RankingCountsPairsAndHalfOfTies) {
  EXPECT_DOUBLE_EQ(ranking_quality(leaning({1, 2, 3, 4}), std::vector<int>{0, 0, 1, 1}), 1.0);
  EXPECT_DOUBLE_EQ(ranking_quality(leaning({4, 3, 2, 1}), std::vector<int>{0, 0, 1, 1}), 0.0);
  EXPECT_DOUBLE_EQ(ranking_quality(leaning({1, 2, 2, 3}), std::vector<int>{0, 0, 1, 1}), 0.875);
  EXPECT_DOUBLE_EQ(ranking_quality(leaning({5, 5, 5, 5}), std::vector<int>{0, 1, 1, 1}), 0.5);
  EXPECT_DOUBLE_EQ(ranking_quality(leaning({1, 2}), std::vector<int>{1, 1}), 0.5);
}

}  // namespace
}  // namespace edgeldp::learning
