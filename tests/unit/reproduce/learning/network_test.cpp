// SPDX-License-Identifier: MIT
#include "reproduce/learning/network.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reproduce/learning/draws.hpp"
#include "reproduce/learning/quality.hpp"

namespace edgeldp::learning {
namespace {

examples random_examples(Eigen::Index inputs, int classes, std::uint32_t count) {
  simulation_randomness coins(1, generated_row, 0);
  examples e{Eigen::MatrixXf(inputs, count), {}, classes};
  for (Eigen::Index i = 0; i < e.x.cols(); ++i) {
    for (Eigen::Index f = 0; f < inputs; ++f) e.x(f, i) = static_cast<float>(normal(coins));
    e.y.push_back(static_cast<int>(uniform_below(coins, static_cast<unsigned>(classes))));
  }
  return e;
}

void expect_gradient_of_loss(Eigen::Index hidden) {
  const examples e = random_examples(4, 3, 7);
  network net(4, hidden, 3, 5);
  simulation_randomness coins(2, generated_row, 0);
  for (float& w : net.parameters()) w += static_cast<float>(0.3 * normal(coins));
  Eigen::VectorXf gradient, unused;
  net.loss(e, gradient);
  for (Eigen::Index i = 0; i < gradient.size(); ++i) {
    constexpr float step = 1e-2F;
    network up = net, down = net;
    up.parameters()[i] += step;
    down.parameters()[i] -= step;
    EXPECT_NEAR(gradient[i], (up.loss(e, unused) - down.loss(e, unused)) / (2 * step), 2e-3) << i;
  }
}

TEST(NetworkTest, GradientOfLogisticRegressionIsThatOfTheLoss) {
  expect_gradient_of_loss(0);
}

TEST(NetworkTest, GradientOfAHiddenLayerIsThatOfTheLoss) {
  expect_gradient_of_loss(5);
}

TEST(NetworkTest, LossAtZeroIsThatOfAUniformGuess) {
  const examples e = random_examples(4, 3, 7);
  Eigen::VectorXf gradient;
  EXPECT_NEAR(network(4, 0, 3, 0).loss(e, gradient), std::log(3.0), 1e-6);
}

TEST(NetworkTest, ClippedSumAddsUpGradientsOfBoundedNorm) {
  const examples e = random_examples(4, 3, 7);
  network net(4, 0, 3, 0);
  simulation_randomness coins(2, generated_row, 0);
  for (float& w : net.parameters()) w = static_cast<float>(normal(coins));
  constexpr float most = 2.0F;
  Eigen::VectorXf sum = Eigen::VectorXf::Zero(net.parameters().size()), gradient;
  bool some_is_clipped = false;
  for (std::uint32_t i = 0; i < 7; ++i) {
    net.loss(e.subset(std::vector<std::uint32_t>{i}), gradient);
    const float norm = gradient.lpNorm<1>();
    some_is_clipped = some_is_clipped || norm > most;
    sum += gradient * std::min(1.0F, most / norm);
  }
  EXPECT_TRUE(some_is_clipped);
  EXPECT_LT((net.clipped_sum(e, most) - sum).lpNorm<Eigen::Infinity>(), 1e-5F);
}

TEST(NetworkTest, WithoutAnExampleTheClippedSumMovesByAtMostTheBound) {
  const examples e = random_examples(4, 3, 7);
  const network net(4, 0, 3, 0);
  for (const float most : {0.5F, 2.0F, 100.0F}) {
    float largest = 0.0F;
    for (std::uint32_t left_out = 0; left_out < 7; ++left_out) {
      std::vector<std::uint32_t> rest;
      for (std::uint32_t i = 0; i < 7; ++i)
        if (i != left_out) rest.push_back(i);
      largest =
          std::max(largest, (net.clipped_sum(e, most) - net.clipped_sum(e.subset(rest), most)).lpNorm<1>());
    }
    EXPECT_LE(largest, most * 1.0001F);
    if (most < 1.0F) {
      EXPECT_GT(largest, most * 0.999F);
    }
    // The twin that scales whole batches down instead of examples: one example then moves more.
    const auto of_batch = [&](const examples& batch) -> Eigen::VectorXf {
      const Eigen::VectorXf sum = net.clipped_sum(batch, 1e6F);
      return sum * std::min(1.0F, most / sum.lpNorm<1>());
    };
    if (most < 1.0F) {
      float twin = 0.0F;
      for (std::uint32_t only = 0; only + 1 < 7; ++only)
        twin = std::max(twin, (of_batch(e.subset(std::vector<std::uint32_t>{only})) -
                               of_batch(e.subset(std::vector<std::uint32_t>{only, only + 1})))
                                  .lpNorm<1>());
      EXPECT_GT(twin, most);
    }
  }
}

/// Classes are the signs' product: no line separates them.
examples crossed(std::uint32_t count, std::uint64_t seed) {
  simulation_randomness coins(seed, generated_row, 0);
  examples e{Eigen::MatrixXf(2, count), {}, 2};
  for (Eigen::Index i = 0; i < e.x.cols(); ++i) {
    for (Eigen::Index f = 0; f < 2; ++f) e.x(f, i) = static_cast<float>(2.0 * uniform_open(coins) - 1.0);
    e.y.push_back(e.x(0, i) * e.x(1, i) > 0.0F ? 1 : 0);
  }
  return e;
}

TEST(NetworkTest, AHiddenLayerLearnsWhatNoLineSeparates) {
  const examples data = crossed(1000, 1), test = crossed(1000, 2);
  training how;
  how.epochs = 30;
  network line(2, 0, 2, 1), layered(2, 16, 2, 1);
  train(line, data, how);
  train(layered, data, how);
  EXPECT_LT(accuracy(line.scores(test.x), test.y), 0.65);
  EXPECT_GT(accuracy(layered.scores(test.x), test.y), 0.93);
}

TEST(NetworkTest, TrainingRepeats) {
  const examples data = crossed(200, 1);
  network a(2, 4, 2, 1), b(2, 4, 2, 1), c(2, 4, 2, 2);
  train(a, data, {});
  train(b, data, {});
  train(c, data, {});
  EXPECT_EQ(a.parameters(), b.parameters());
  EXPECT_NE(a.parameters(), c.parameters());
}

}  // namespace
}  // namespace edgeldp::learning
