// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// What counts of contacts by label say of a user's own label, learned from users whose label is
/// known.
namespace edgeldp {

/// Numbers of users that speak for labels, each a matrix: a row a user, a column a label.
struct label_features {
  std::vector<Eigen::MatrixXd> common;  ///< which say the same of every label; at least one
  std::vector<Eigen::MatrixXd> own;     ///< which say more of some labels than of others
};

/// Chances proportional to exp(sum over features of slope x number + offset of the label), with one
/// slope for a common feature, and one a label for an own one.
///
/// Fit: the maximum likelihood over users with a known label, by Newton's steps that are halved
/// until they gain; offsets are held near the logarithms of the labels' shares, slopes near 0, so
/// that there is one maximum and few known labels do not overfit.
/// Cost: O(users labels^2) a step.
class label_model {
 public:
  /// known: of each row its label; at least one.
  label_model(const label_features& features, std::span<const std::uint32_t> known);

  /// Makes all chances more or less sure, by one power of them all, and labels more or less likely,
  /// so that the known labels of these users are likeliest: others than those whom the model was
  /// fitted on.
  void temper(const label_features& features, std::span<const std::uint32_t> known);

  /// One row a user, of the same features of any users.
  Eigen::MatrixXd chances(const label_features& features) const;

  /// What the features add to the mean logarithm of the chance of the known label, over its share.
  double gain() const noexcept { return m_gain; }

 private:
  Eigen::MatrixXd scores(const label_features& features) const;

  std::vector<double> m_slopes;
  std::vector<Eigen::VectorXd> m_own_slopes;
  Eigen::VectorXd m_offsets;
  double m_gain = 0.0;
};

/// What chances of being right are worth: the odds of being right are taken for e^offset times the
/// odds that were said, to a power.
///
/// Fit: the maximum likelihood over users of whom it is known, by the same steps; the offset is
/// held near 0 and the power near 1.
class odds_line {
 public:
  /// Shapes: said: in [0, 1]; are_right: as many, 0 or 1.
  odds_line(const Eigen::VectorXd& said, const Eigen::VectorXd& are_right);

  double operator()(double said) const;

 private:
  double m_offset, m_power;
};

}  // namespace edgeldp
