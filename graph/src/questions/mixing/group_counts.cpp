// SPDX-License-Identifier: MIT
#include "questions/mixing/group_counts.hpp"

#include <algorithm>
#include <utility>

#include "edgeldp/channel/channel.hpp"
#include "questions/homophily/eigen_index.hpp"

namespace edgeldp {

using Eigen::MatrixXd;
using Eigen::VectorXd;

group_members::group_members(std::span<const std::int64_t> of, std::size_t groups,
                             const std::vector<bool>& has_come, const relative_noise& relative)
    : all(groups), came(groups), noise(groups) {
  for (std::size_t u = 0; u < of.size(); ++u) {
    if (of[u] < 0) continue;
    const auto group = static_cast<std::size_t>(of[u]);
    all[group] += 1.0;
    if (!has_come[u]) continue;
    came[group] += 1.0;
    noise[group] += relative.of(static_cast<vertex_id>(u));
  }
}

double group_members::largest_step() const {
  double largest = 1.0;
  for (std::size_t a = 0; a < all.size(); ++a) largest = std::max(largest, stretch(a));
  return largest;
}

double stretched_spread::variance(const group_members& members) const {
  double sum = 0.0;
  for (std::size_t a = 0; a < m_sums.size(); ++a) {
    const double stretch = members.stretch(a);
    if (!(stretch > 1.0)) continue;
    // Of one member alone nothing is known of how far apart they lie: as far as from 0.
    const double mean = members.came[a] > 1.0 ? m_sums[a] / members.came[a] : 0.0;
    sum += stretch * (stretch - 1.0) * (m_squares[a] - mean * m_sums[a]);
  }
  return sum;
}

namespace {

/// Weights by the inverse of the noise of sums over members.
MatrixXd weights_of(const group_members& members) {
  const std::size_t groups = members.all.size();
  MatrixXd weights = MatrixXd::Zero(index(groups), index(groups));
  const auto precision = [&](std::size_t a) {
    if (!(members.came[a] > 0.0)) return 0.0;
    return members.came[a] / (members.all[a] * members.all[a]) / members.mean_noise(a);
  };
  for (std::size_t a = 0; a < groups; ++a)
    for (std::size_t b = 0; b < groups; ++b) {
      const double of_a = precision(a), sum = of_a + precision(b);
      if (of_a > 0.0 && (a != b || members.all[a] > 1.0)) weights(index(a), index(b)) = of_a / sum;
    }
  return weights;
}

channel without_noise(std::vector<std::string> names) {
  const std::size_t size = names.size();
  std::vector<std::uint64_t> weights(size * size);
  for (std::size_t i = 0; i < size; ++i) weights[i * size + i] = channel::resolution;
  return channel::from_weights(names, names, std::move(weights));
}

/// What was said, summed by who said it.
struct said_sums {
  MatrixXd sums;
  std::vector<MatrixXd> squares;  // where somebody was lost
};

said_sums sum_up(const group_answers& said, bool has_lost) {
  const Eigen::Index size = index(said.groups);
  said_sums all{MatrixXd::Zero(size, size), {}};
  if (has_lost) all.squares.assign(said.groups, MatrixXd::Zero(size, size));
  said.for_each([&](std::uint64_t, std::size_t a, std::span<const std::int64_t> counts) {
    VectorXd row(size);
    for (std::size_t b = 0; b < said.groups; ++b) row[index(b)] = static_cast<double>(counts[b]);
    all.sums.row(index(a)) += row.transpose();
    if (has_lost) all.squares[a] += row * row.transpose();
  });
  return all;
}

/// Of pairs of groups nobody of whom came: the middle of what there may be, and the variance that
/// reaches to both ends.
void add_unknown(const group_members& members, MatrixXd& ends, MatrixXd& unknown) {
  for (std::size_t a = 0; a < members.all.size(); ++a)
    for (std::size_t b = 0; b < members.all.size(); ++b) {
      if (members.came[a] + members.came[b] > 0.0) continue;
      const double most = std::max(0.0, members.all[a] * (members.all[b] - (a == b ? 1.0 : 0.0)));
      ends(index(a), index(b)) = 0.5 * most;
      unknown(index(a), index(b)) = 0.25 * most * most;
    }
}

}  // namespace

group_matrix matrix_of(const group_answers& said, std::vector<std::string> names) {
  group_members members(said.of, said.groups, said.came, said.relative);
  const Eigen::Index size = index(said.groups);
  const MatrixXd weights = weights_of(members);
  said_sums all = sum_up(said, members.has_lost());
  noisy_profiles p;
  p.noise = MatrixXd::Zero(size, size);
  for (std::size_t a = 0; a < said.groups; ++a) {
    const double stretch = members.stretch(a), came = members.came[a];
    auto sums = all.sums.row(index(a));
    const VectorXd twice = 2.0 * weights.row(index(a)).transpose();
    p.users.push_back(static_cast<std::uint64_t>(members.all[a]));
    p.noise.row(index(a)) = stretch * stretch * members.noise[a] * said.noise * twice.cwiseAbs2().transpose();
    if (members.has_lost()) {
      MatrixXd spread = all.squares[a];
      if (came > 1.0) spread -= sums.transpose() * sums / came;
      const double factor = stretch > 1.0 ? stretch * (stretch - 1.0) : 0.0;
      p.spread.push_back(factor * (twice.asDiagonal() * spread * twice.asDiagonal()));
    }
    sums *= stretch;
  }
  const MatrixXd weighted = weights.cwiseProduct(all.sums);
  MatrixXd ends = weighted + weighted.transpose(), unknown = MatrixXd::Zero(size, size);
  add_unknown(members, ends, unknown);
  const MatrixXd own = unknown.diagonal().asDiagonal();
  p.noise += 2.0 * unknown - own;  // both entries of a pair are one number
  p.sums = ends;
  p.squares.assign(said.groups, MatrixXd::Zero(size, size));
  p.largest = p.largest_noise = VectorXd::Zero(size);
  return {std::move(members), weights, std::move(ends), std::move(unknown),
          mixing_estimate(without_noise(std::move(names)), std::move(p))};
}

}  // namespace edgeldp
