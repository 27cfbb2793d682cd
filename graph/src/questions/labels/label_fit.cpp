// SPDX-License-Identifier: MIT
#include "questions/labels/label_fit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

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

/// Offsets, and how closely they are held: as if so many users had been seen with each label.
struct held_offsets {
  VectorXd near;
  double weight;
};

/// The penalised likelihood of known labels, features in units of their root mean square. Its
/// parameters are the slopes of common features; of each own feature, and last of the offsets, one
/// a label.
class label_likelihood {
 public:
  label_likelihood(const label_features& features, std::span<const std::uint32_t> known, held_offsets offsets)
      : m_known(known),
        m_common(scaled(features.common)),
        m_own(scaled(features.own)),
        m_offsets(std::move(offsets)) {
    m_own.push_back({MatrixXd::Ones(index(known.size()), labels()), 1.0});
  }

  /// Slopes 0.
  VectorXd start() const {
    VectorXd x = VectorXd::Zero(first_of(m_own.size()));
    x.tail(labels()) = m_offsets.near;
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
           0.5 * weights().dot((x - start()).cwiseAbs2());
  }
  /// Towards the maximum of the second-order expansion.
  VectorXd newton_step(const VectorXd& x) const {
    const MatrixXd chances = softmax(scores(x));
    MatrixXd off = -chances;
    for (std::size_t i = 0; i < m_known.size(); ++i) off(index(i), m_known[i]) += 1.0;
    VectorXd gradient = -weights().cwiseProduct(x - start());
    MatrixXd curvature = weights().asDiagonal();
    std::vector<MatrixXd> common, own;  // times chances
    std::vector<VectorXd> means;
    for (const feature& f : m_common) {
      common.push_back(chances.cwiseProduct(f.values));
      means.push_back(common.back().rowwise().sum());
    }
    for (const feature& f : m_own) own.push_back(chances.cwiseProduct(f.values));
    for (std::size_t j = 0; j < m_common.size(); ++j) {
      gradient[index(j)] += off.cwiseProduct(m_common[j].values).sum();
      for (std::size_t k = 0; k < m_common.size(); ++k)
        curvature(index(j), index(k)) +=
            common[j].cwiseProduct(m_common[k].values).sum() - means[j].dot(means[k]);
    }
    for (std::size_t k = 0; k < m_own.size(); ++k) {
      const Index at = first_of(k);
      gradient.segment(at, labels()) += off.cwiseProduct(m_own[k].values).colwise().sum().transpose();
      for (std::size_t j = 0; j < m_common.size(); ++j) {
        const VectorXd both = own[k].cwiseProduct(m_common[j].values).colwise().sum().transpose() -
                              own[k].transpose() * means[j];
        curvature.row(index(j)).segment(at, labels()) += both.transpose();
        curvature.col(index(j)).segment(at, labels()) += both;
      }
      for (std::size_t l = 0; l < m_own.size(); ++l) {
        auto block = curvature.block(at, first_of(l), labels(), labels());
        block -= own[k].transpose() * own[l];
        block.diagonal() += own[k].cwiseProduct(m_own[l].values).colwise().sum().transpose();
      }
    }
    return curvature.ldlt().solve(gradient);
  }

  Index labels() const { return m_offsets.near.size(); }
  double slope(const VectorXd& x, std::size_t common) const {
    return x[index(common)] * m_common[common].scale;
  }
  VectorXd slopes(const VectorXd& x, std::size_t own) const {
    return x.segment(first_of(own), labels()) * m_own[own].scale;
  }

 private:
  struct feature {
    MatrixXd values;
    double scale;  ///< by which they were multiplied
  };
  static std::vector<feature> scaled(std::span<const MatrixXd> features) {
    std::vector<feature> all;
    for (const MatrixXd& f : features) {
      const double size = std::sqrt(f.squaredNorm() / static_cast<double>(f.size()));
      const double scale = size > 0.0 ? 1.0 / size : 0.0;
      all.push_back({scale * f, scale});
    }
    return all;
  }
  /// Where the parameters of an own feature begin.
  Index first_of(std::size_t own) const { return index(m_common.size()) + index(own) * labels(); }

  VectorXd weights() const {
    VectorXd w = VectorXd::Constant(first_of(m_own.size()),
                                    label_tuning::slope_weight * static_cast<double>(m_known.size()));
    w.tail(labels()).setConstant(m_offsets.weight);
    return w;
  }
  MatrixXd scores(const VectorXd& x) const {
    MatrixXd sum = MatrixXd::Zero(index(m_known.size()), labels());
    for (std::size_t j = 0; j < m_common.size(); ++j) sum += x[index(j)] * m_common[j].values;
    for (std::size_t k = 0; k < m_own.size(); ++k)
      sum += m_own[k].values * x.segment(first_of(k), labels()).asDiagonal();
    return sum;
  }

  std::span<const std::uint32_t> m_known;
  std::vector<feature> m_common, m_own;
  held_offsets m_offsets;
};

double log_odds(double chance) {
  constexpr double least = 1e-6;
  const double inside = std::clamp(chance, least, 1.0 - least);
  return std::log(inside / (1.0 - inside));
}

/// The penalised likelihood of being right or not. Its parameters are the offset and the power.
class odds_likelihood {
 public:
  odds_likelihood(const VectorXd& said, const VectorXd& are_right)
      : m_odds(said.unaryExpr([](double chance) { return log_odds(chance); })), m_right(are_right) {}

  VectorXd start() const { return Eigen::Vector2d(0.0, 1.0); }
  double value(const VectorXd& x) const {
    const VectorXd line = of(x);
    // log(1 + e^z) as it overflows nowhere.
    const double together = (line.array().max(0.0) + (-line.array().abs()).exp().log1p()).sum();
    return m_right.dot(line) - together - 0.5 * label_tuning::odds_weight * (x - start()).squaredNorm();
  }
  VectorXd newton_step(const VectorXd& x) const {
    const VectorXd chance = (1.0 + (-of(x).array()).exp()).inverse();
    const VectorXd off = m_right - chance,
                   spread = chance.cwiseProduct(VectorXd::Ones(chance.size()) - chance);
    Eigen::Vector2d gradient(off.sum(), off.dot(m_odds));
    gradient -= label_tuning::odds_weight * (x - start());
    Eigen::Matrix2d curvature;
    curvature << spread.sum(), spread.dot(m_odds), spread.dot(m_odds), spread.dot(m_odds.cwiseAbs2());
    curvature.diagonal().array() += label_tuning::odds_weight;
    return curvature.ldlt().solve(gradient);
  }

 private:
  VectorXd of(const VectorXd& x) const { return x[0] + (x[1] * m_odds).array(); }

  VectorXd m_odds, m_right;
};

/// A penalised likelihood has one maximum, which steps that gain come to.
template <class Likelihood>
VectorXd maximised(const Likelihood& likelihood) {
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

label_model::label_model(const label_features& features, std::span<const std::uint32_t> known) {
  VectorXd shares = VectorXd::Constant(features.common.front().cols(), 0.5);
  for (const std::uint32_t label : known) shares[label] += 1.0;
  const label_likelihood likelihood(features, known,
                                    {(shares / shares.sum()).array().log(), label_tuning::offset_weight});
  const VectorXd x = maximised(likelihood);
  for (std::size_t j = 0; j < features.common.size(); ++j) m_slopes.push_back(likelihood.slope(x, j));
  for (std::size_t k = 0; k < features.own.size(); ++k) m_own_slopes.push_back(likelihood.slopes(x, k));
  m_offsets = x.tail(likelihood.labels());
  m_gain = likelihood.mean_log_chance(x) - likelihood.mean_log_chance(likelihood.start());
}

MatrixXd label_model::scores(const label_features& features) const {
  MatrixXd sum = m_offsets.transpose().replicate(features.common.front().rows(), 1);
  for (std::size_t j = 0; j < m_slopes.size(); ++j) sum += m_slopes[j] * features.common[j];
  for (std::size_t k = 0; k < m_own_slopes.size(); ++k) sum += features.own[k] * m_own_slopes[k].asDiagonal();
  return sum;
}

MatrixXd label_model::chances(const label_features& features) const {
  return softmax(scores(features));
}

void label_model::temper(const label_features& features, std::span<const std::uint32_t> known) {
  const label_likelihood likelihood({{scores(features)}, {}}, known,
                                    {VectorXd::Zero(m_offsets.size()), label_tuning::temper_weight});
  const VectorXd x = maximised(likelihood);
  const double power = likelihood.slope(x, 0);
  for (double& slope : m_slopes) slope *= power;
  for (VectorXd& slopes : m_own_slopes) slopes *= power;
  m_offsets = power * m_offsets + x.tail(likelihood.labels());
}

odds_line::odds_line(const VectorXd& said, const VectorXd& are_right) {
  const VectorXd x = maximised(odds_likelihood(said, are_right));
  m_offset = x[0];
  m_power = x[1];
}

double odds_line::operator()(double said) const {
  return 1.0 / (1.0 + std::exp(-m_offset - m_power * log_odds(said)));
}

}  // namespace edgeldp
