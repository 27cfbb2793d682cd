// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

/// Small classifiers, trained by stochastic gradient descent on one core.
namespace edgeldp::learning {

/// Labelled examples, a column each.
struct examples {
  Eigen::MatrixXf x;   ///< inputs x examples
  std::vector<int> y;  ///< classes from 0
  int classes = 0;

  Eigen::Index size() const { return x.cols(); }
  examples subset(std::span<const std::uint32_t> columns) const;
};

/// Multinomial logistic regression, or with hidden > 0 a network with one layer of rectified units.
/// The loss is the mean cross-entropy.
class network {
 public:
  /// Weights start at zero without a hidden layer, else at normal numbers of variance 2 / inputs
  /// that follow from the seed.
  network(Eigen::Index inputs, Eigen::Index hidden, Eigen::Index classes, std::uint64_t seed);

  /// All weights in one vector, so that whatever changes a gradient sees just numbers.
  Eigen::VectorXf& parameters() { return m_parameters; }

  /// Mean loss over a batch; its gradient goes to `gradient`.
  float loss(const examples& batch, Eigen::VectorXf& gradient) const;

  /// The sum over a batch of the examples' gradients, each scaled down to an l1 norm of at most
  /// `most`, so that one example moves the sum by at most that.
  /// Requires: no hidden layer.
  Eigen::VectorXf clipped_sum(const examples& batch, float most) const;

  /// classes x examples.
  Eigen::MatrixXf scores(const Eigen::MatrixXf& x) const;

 private:
  using weights = Eigen::Map<const Eigen::MatrixXf>;
  using offsets = Eigen::Map<const Eigen::VectorXf>;
  weights first_weights() const;
  offsets first_offsets() const;
  weights last_weights() const;
  offsets last_offsets() const;
  Eigen::MatrixXf hidden_layer(const Eigen::MatrixXf& x) const;
  Eigen::Index m_inputs, m_hidden, m_classes;
  Eigen::VectorXf m_parameters;  // first weights, first offsets, last weights, last offsets
};

/// The steps of stochastic gradient descent with momentum; the rate falls to a tenth in the last
/// quarter.
struct training {
  unsigned epochs = 10;
  Eigen::Index batch = 64;
  float rate = 0.1F, momentum = 0.9F, decay = 1e-4F;
  std::uint64_t seed = 1;  ///< order of the examples
};

/// Shuffles the examples before each epoch.
void train(network& net, const examples& data, const training& how);

}  // namespace edgeldp::learning
