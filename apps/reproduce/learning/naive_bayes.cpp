// SPDX-License-Identifier: MIT
#include "reproduce/learning/naive_bayes.hpp"

#include <algorithm>

#include "edgeldp/channel/debiasing.hpp"

namespace edgeldp::learning {

namespace {

/// Probabilities below this are taken for noise.
constexpr double least_probability = 1e-3;

/// The two laws from counts of reports, reports x 2.
Eigen::MatrixXd laws_of(const channel& c, const Eigen::MatrixXd& counts) {
  const Eigen::MatrixXd weights = debiasing_of(c).weights;
  const double all = std::max(counts.sum(), 1.0);
  const Eigen::VectorXd reported = counts.rowwise().sum() / all;
  const Eigen::VectorXd law = weights * reported;
  Eigen::MatrixXd laws(law.size(), 2);
  for (Eigen::Index k = 0; k < 2; ++k) {
    const double n = std::max(counts.col(k).sum(), 1.0);
    const Eigen::VectorXd difference = weights * (counts.col(k) / n) - law;
    // The trace of the covariance of weights * (mean of n one-hot reports).
    const double noise = (weights.colwise().squaredNorm() * reported - law.squaredNorm()) / n;
    const double kept = std::max(1.0 - noise / std::max(difference.squaredNorm(), 1e-300), 0.0);
    laws.col(k) = (law + kept * difference).cwiseMax(least_probability);
    laws.col(k) /= laws.col(k).sum();
  }
  return laws;
}

}  // namespace

naive_bayes::naive_bayes(std::span<const channel> channels, std::span<const feature_report> reports) {
  std::vector<Eigen::MatrixXd> counts;
  for (const channel& c : channels)
    counts.push_back(Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(c.output_count()), 2));
  Eigen::Vector2d of_class = Eigen::Vector2d::Constant(0.5);
  for (const feature_report& r : reports) {
    const auto k = static_cast<Eigen::Index>(r.clazz);
    counts[r.feature](static_cast<Eigen::Index>(r.report), k) += 1.0;
    of_class[k] += 1.0;
  }
  m_log_shares = (of_class / of_class.sum()).array().log();
  for (std::size_t f = 0; f < channels.size(); ++f)
    m_log_laws.emplace_back(laws_of(channels[f], counts[f]).array().log());
}

Eigen::MatrixXf naive_bayes::scores(const Eigen::MatrixXi& values) const {
  Eigen::MatrixXf out(2, values.cols());
  for (Eigen::Index i = 0; i < values.cols(); ++i) {
    Eigen::Vector2d score = m_log_shares;
    for (std::size_t f = 0; f < m_log_laws.size(); ++f)
      score += m_log_laws[f].row(values(static_cast<Eigen::Index>(f), i)).transpose();
    out.col(i) = score.cast<float>();
  }
  return out;
}

}  // namespace edgeldp::learning
