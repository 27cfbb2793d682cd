// SPDX-License-Identifier: MIT
#include "reproduce/learning/network.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "reproduce/learning/draws.hpp"

namespace edgeldp::learning {

namespace {

/// Scores become probabilities minus the one-hot truth: the loss's derivative. Returns the summed
/// loss.
float to_errors(Eigen::MatrixXf& scores, std::span<const int> y) {
  float loss = 0.0F;
  for (Eigen::Index i = 0; i < scores.cols(); ++i) {
    auto column = scores.col(i);
    column.array() -= column.maxCoeff();
    column = column.array().exp();
    column /= column.sum();
    float& truth = column(y[static_cast<std::size_t>(i)]);
    loss -= std::log(std::max(truth, std::numeric_limits<float>::min()));
    truth -= 1.0F;
  }
  return loss;
}

}  // namespace

examples examples::subset(std::span<const std::uint32_t> columns) const {
  examples part{Eigen::MatrixXf(x.rows(), static_cast<Eigen::Index>(columns.size())), {}, classes};
  part.y.reserve(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    part.x.col(static_cast<Eigen::Index>(i)) = x.col(columns[i]);
    part.y.push_back(y[columns[i]]);
  }
  return part;
}

network::network(Eigen::Index inputs, Eigen::Index hidden, Eigen::Index classes, std::uint64_t seed)
    : m_inputs(inputs), m_hidden(hidden), m_classes(classes) {
  const Eigen::Index before_last = hidden * (inputs + 1);
  m_parameters.setZero(before_last + classes * ((hidden > 0 ? hidden : inputs) + 1));
  if (hidden == 0) return;
  simulation_randomness coins(seed, initial_weights, 0);
  const auto fill = [&](Eigen::Index from, Eigen::Index count, Eigen::Index fan_in) {
    const double scale = std::sqrt(2.0 / static_cast<double>(fan_in));
    for (Eigen::Index i = from; i < from + count; ++i)
      m_parameters[i] = static_cast<float>(scale * normal(coins));
  };
  fill(0, hidden * inputs, inputs);
  fill(before_last, classes * hidden, hidden);
}

network::weights network::first_weights() const {
  return {m_parameters.data(), m_hidden, m_inputs};
}

network::offsets network::first_offsets() const {
  return {m_parameters.data() + m_hidden * m_inputs, m_hidden};
}

network::weights network::last_weights() const {
  return {m_parameters.data() + m_hidden * (m_inputs + 1), m_classes, m_hidden > 0 ? m_hidden : m_inputs};
}

network::offsets network::last_offsets() const {
  return {m_parameters.data() + m_parameters.size() - m_classes, m_classes};
}

Eigen::MatrixXf network::hidden_layer(const Eigen::MatrixXf& x) const {
  Eigen::MatrixXf units = first_weights() * x;
  units.colwise() += first_offsets();
  return units.cwiseMax(0.0F);
}

Eigen::MatrixXf network::scores(const Eigen::MatrixXf& x) const {
  Eigen::MatrixXf out = m_hidden > 0 ? last_weights() * hidden_layer(x) : last_weights() * x;
  out.colwise() += last_offsets();
  return out;
}

float network::loss(const examples& batch, Eigen::VectorXf& gradient) const {
  gradient.resize(m_parameters.size());
  const float share = 1.0F / static_cast<float>(batch.size());
  const Eigen::MatrixXf units = m_hidden > 0 ? hidden_layer(batch.x) : Eigen::MatrixXf();
  const Eigen::MatrixXf& below = m_hidden > 0 ? units : batch.x;
  Eigen::MatrixXf errors = last_weights() * below;
  errors.colwise() += last_offsets();
  const float sum = to_errors(errors, batch.y);
  errors *= share;
  const Eigen::Index start = m_hidden * (m_inputs + 1);
  Eigen::Map<Eigen::MatrixXf>(gradient.data() + start, m_classes, below.rows()).noalias() =
      errors * below.transpose();
  gradient.tail(m_classes) = errors.rowwise().sum();
  if (m_hidden > 0) {
    const Eigen::MatrixXf active = (units.array() > 0.0F).cast<float>();
    const Eigen::MatrixXf back = (last_weights().transpose() * errors).cwiseProduct(active);
    Eigen::Map<Eigen::MatrixXf>(gradient.data(), m_hidden, m_inputs).noalias() = back * batch.x.transpose();
    gradient.segment(m_hidden * m_inputs, m_hidden) = back.rowwise().sum();
  }
  return sum * share;
}

Eigen::VectorXf network::clipped_sum(const examples& batch, float most) const {
  Eigen::MatrixXf errors = scores(batch.x);
  to_errors(errors, batch.y);
  // An example's gradient is errors times (x, 1): its l1 norm is the product of theirs.
  for (Eigen::Index i = 0; i < batch.size(); ++i) {
    const float norm = errors.col(i).lpNorm<1>() * (batch.x.col(i).lpNorm<1>() + 1.0F);
    if (norm > most) errors.col(i) *= most / norm;
  }
  Eigen::VectorXf sum(m_parameters.size());
  Eigen::Map<Eigen::MatrixXf>(sum.data(), m_classes, m_inputs).noalias() = errors * batch.x.transpose();
  sum.tail(m_classes) = errors.rowwise().sum();
  return sum;
}

void train(network& net, const examples& data, const training& how) {
  Eigen::VectorXf gradient, step = Eigen::VectorXf::Zero(net.parameters().size());
  const auto n = static_cast<std::uint32_t>(data.size());
  for (unsigned epoch = 0; epoch < how.epochs; ++epoch) {
    const float rate = 4 * epoch < 3 * how.epochs ? how.rate : 0.1F * how.rate;
    simulation_randomness coins(how.seed, order_of_epoch, epoch);
    const std::vector<std::uint32_t> order = shuffled(n, coins);
    const auto batch_size = static_cast<std::size_t>(how.batch);
    for (std::size_t first = 0; first < order.size(); first += batch_size) {
      const std::size_t count = std::min(batch_size, order.size() - first);
      net.loss(data.subset(std::span(order).subspan(first, count)), gradient);
      step = how.momentum * step - rate * (gradient + how.decay * net.parameters());
      net.parameters() += step;
    }
  }
}

}  // namespace edgeldp::learning
