// SPDX-License-Identifier: MIT
#include "questions/communities/k_means.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "edgeldp/core/base/parallel.hpp"
#include "questions/homophily/eigen_index.hpp"

namespace edgeldp {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class lloyd {
 public:
  lloyd(const point_rows& at, const VectorXd& weights, std::size_t groups)
      : m_at(at),
        m_weights(weights),
        m_centres(index(groups), at.cols()),
        m_nearest(static_cast<std::size_t>(at.rows())) {}

  void draw_centres(private_randomness& coins) {
    VectorXd chances = m_weights;
    VectorXd distances = VectorXd::Constant(m_at.rows(), std::numeric_limits<double>::infinity());
    for (Eigen::Index g = 0; g < m_centres.rows(); ++g) {
      m_centres.row(g) = m_at.row(drawn(chances, coins));
      for (Eigen::Index i = 0; i < m_at.rows(); ++i) {
        distances[i] = std::min(distances[i], (m_at.row(i) - m_centres.row(g)).squaredNorm());
        chances[i] = distances[i] * m_weights[i];
      }
    }
  }
  void assign() {
    parallel_for(0, m_nearest.size(), 256, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) {
        Eigen::Index at = 0;
        (m_centres.rowwise() - m_at.row(index(i))).rowwise().squaredNorm().minCoeff(&at);
        m_nearest[i] = static_cast<std::size_t>(at);
      }
    });
  }
  void move_centres() {
    MatrixXd sums = MatrixXd::Zero(m_centres.rows(), m_centres.cols());
    VectorXd weights = VectorXd::Zero(m_centres.rows());
    for (std::size_t i = 0; i < m_nearest.size(); ++i) {
      sums.row(index(m_nearest[i])) += m_weights[index(i)] * m_at.row(index(i));
      weights[index(m_nearest[i])] += m_weights[index(i)];
    }
    for (Eigen::Index g = 0; g < weights.size(); ++g)
      if (weights[g] > 0.0) m_centres.row(g) = sums.row(g) / weights[g];
  }
  std::vector<std::size_t> nearest() && { return std::move(m_nearest); }

 private:
  static Eigen::Index drawn(const VectorXd& chances, private_randomness& coins) {
    double left = uniform_open(coins) * chances.sum();
    for (Eigen::Index i = 0; i + 1 < chances.size(); ++i)
      if ((left -= chances[i]) < 0.0) return i;
    return chances.size() - 1;
  }

  const point_rows& m_at;
  const VectorXd& m_weights;
  point_rows m_centres;
  std::vector<std::size_t> m_nearest;
};

}  // namespace

std::vector<std::size_t> k_means(const point_rows& at, const VectorXd& weights, std::size_t groups,
                                 unsigned steps, private_randomness& public_coins) {
  lloyd found(at, weights, groups);
  found.draw_centres(public_coins);
  for (unsigned step = 0; step < steps; ++step) {
    found.assign();
    found.move_centres();
  }
  return std::move(found).nearest();
}

}  // namespace edgeldp
