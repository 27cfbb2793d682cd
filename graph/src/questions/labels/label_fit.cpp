// SPDX-License-Identifier: MIT
#include "questions/labels/label_fit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "questions/homophily/eigen_index.hpp"
#include "questions/labels/tuning.hpp"

namespace edgeldp {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Rows in proportion to exp(scores), 1 in all.
MatrixXd softmax(MatrixXd scores) {
  scores.colwise() -= scores.rowwise().maxCoeff().eval();
  scores = scores.array().exp();
  scores.array().colwise() /= scores.rowwise().sum().array().eval();
  return scores;
}

/// The penalised likelihood of known labels, features in units of their root mean square.
class label_likelihood {
 public:
  label_likelihood(std::span<const label_feature> features, std::span<const std::uint32_t> known)
      : m_known(known), m_scales(index(features.size())) {
    const Index labels = features.front().cols();
    VectorXd counts = VectorXd::Constant(labels, 0.5);
    for (const std::uint32_t label : known) counts[label] += 1.0;
    m_shares = (counts / counts.sum()).array().log();
    for (std::size_t j = 0; j < features.size(); ++j) {
      const double size = std::sqrt(features[j].squaredNorm() / static_cast<double>(features[j].size()));
      m_scales[index(j)] = size > 0.0 ? 1.0 / size : 0.0;
      m_features.push_back(m_scales[index(j)] * features[j]);
    }
  }

  Index slopes() const { return m_scales.size(); }
  Index labels() const { return m_shares.size(); }
  const VectorXd& scales() const { return m_scales; }

  /// Slopes 0, offsets by shares.
  VectorXd start() const {
    VectorXd x = VectorXd::Zero(slopes() + labels());
    x.tail(labels()) = m_shares;
    return x;
  }
  double mean_log_chance(const VectorXd& x) const {
    const MatrixXd chances = softmax(scores(x));
    double sum = 0.0;
    for (std::size_t i = 0; i < m_known.size(); ++i)
      sum += std::log(std::max(1e-300, chances(index(i), m_known[i])));
    return sum / static_cast<double>(m_known.size());
  }
  double value(const VectorXd& x) const {
    return static_cast<double>(m_known.size()) * mean_log_chance(x) -
           0.5 * slope_weight() * x.head(slopes()).squaredNorm() -
           0.5 * label_tuning::offset_weight * (x.tail(labels()) - m_shares).squaredNorm();
  }
  /// Towards the maximum of the second-order expansion.
  VectorXd newton_step(const VectorXd& x) const {
    const MatrixXd chances = softmax(scores(x));
    MatrixXd off = -chances;
    for (std::size_t i = 0; i < m_known.size(); ++i) off(index(i), m_known[i]) += 1.0;
    VectorXd gradient(x.size());
    MatrixXd curvature = MatrixXd::Zero(x.size(), x.size());
    std::vector<MatrixXd> weighted;
    std::vector<VectorXd> means;
    for (const MatrixXd& feature : m_features) {
      weighted.push_back(chances.cwiseProduct(feature));
      means.push_back(weighted.back().rowwise().sum());
    }
    for (Index j = 0; j < slopes(); ++j) {
      const auto at = static_cast<std::size_t>(j);
      gradient[j] = off.cwiseProduct(m_features[at]).sum() - slope_weight() * x[j];
      for (Index k = 0; k < slopes(); ++k)
        curvature(j, k) = weighted[at].cwiseProduct(m_features[static_cast<std::size_t>(k)]).sum() -
                          means[at].dot(means[static_cast<std::size_t>(k)]);
      const VectorXd with_offsets =
          weighted[at].colwise().sum().transpose() - chances.transpose() * means[at];
      curvature.row(j).tail(labels()) = with_offsets.transpose();
      curvature.col(j).tail(labels()) = with_offsets;
      curvature(j, j) += slope_weight();
    }
    gradient.tail(labels()) =
        off.colwise().sum().transpose() - label_tuning::offset_weight * (x.tail(labels()) - m_shares);
    curvature.bottomRightCorner(labels(), labels()) =
        MatrixXd(chances.colwise().sum().asDiagonal()) - chances.transpose() * chances +
        label_tuning::offset_weight * MatrixXd::Identity(labels(), labels());
    return curvature.ldlt().solve(gradient);
  }

 private:
  double slope_weight() const { return label_tuning::slope_weight * static_cast<double>(m_known.size()); }
  MatrixXd scores(const VectorXd& x) const {
    MatrixXd sum = x.tail(labels()).transpose().replicate(index(m_known.size()), 1);
    for (Index j = 0; j < slopes(); ++j) sum += x[j] * m_features[static_cast<std::size_t>(j)];
    return sum;
  }

  std::span<const std::uint32_t> m_known;
  VectorXd m_scales, m_shares;  // logarithms of shares
  std::vector<MatrixXd> m_features;
};

/// The penalised likelihood has one maximum, which steps that gain come to.
VectorXd maximised(const label_likelihood& likelihood) {
  VectorXd x = likelihood.start();
  double value = likelihood.value(x);
  for (unsigned step = 0; step < label_tuning::newton_steps; ++step) {
    VectorXd by = likelihood.newton_step(x);
    double next = likelihood.value(x + by);
    for (unsigned halved = 0; halved < label_tuning::halvings && !(next > value); ++halved) {
      by *= 0.5;
      next = likelihood.value(x + by);
    }
    if (!(next > value)) break;
    const bool is_done = next - value < label_tuning::least_step;
    x += by;
    value = next;
    if (is_done) break;
  }
  return x;
}

}  // namespace

label_model::label_model(std::span<const label_feature> features, std::span<const std::uint32_t> known) {
  const label_likelihood likelihood(features, known);
  const VectorXd x = maximised(likelihood);
  m_slopes = x.head(likelihood.slopes()).cwiseProduct(likelihood.scales());
  m_offsets = x.tail(likelihood.labels());
  m_gain = likelihood.mean_log_chance(x) - likelihood.mean_log_chance(likelihood.start());
}

MatrixXd label_model::scores(std::span<const label_feature> features) const {
  MatrixXd sum = m_offsets.transpose().replicate(features.front().rows(), 1);
  for (std::size_t j = 0; j < features.size(); ++j) sum += m_slopes[index(j)] * features[j];
  return sum;
}

MatrixXd label_model::chances(std::span<const label_feature> features) const {
  return softmax(scores(features));
}

void label_model::temper(std::span<const label_feature> features, std::span<const std::uint32_t> known) {
  const MatrixXd own = scores(features);
  // The logarithm of the power stays near 0 as if few users were known.
  const auto value = [&](double log_power) {
    const MatrixXd chances = softmax(std::exp(log_power) * own);
    double sum = -0.5 * std::pow(log_power / label_tuning::power_deviation, 2);
    for (std::size_t i = 0; i < known.size(); ++i)
      sum += std::log(std::max(1e-300, chances(index(i), known[i])));
    return sum;
  };
  double low = -label_tuning::most_log_power, high = label_tuning::most_log_power;
  for (unsigned step = 0; step < label_tuning::power_steps; ++step) {
    const double left = low + (high - low) / 3.0, right = high - (high - low) / 3.0;
    if (value(left) < value(right))
      low = left;
    else
      high = right;
  }
  const double power = std::exp(0.5 * (low + high));
  m_slopes *= power;
  m_offsets *= power;
}

}  // namespace edgeldp
