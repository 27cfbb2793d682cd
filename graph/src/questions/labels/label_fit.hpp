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

/// A number for each user, one a row, and label, one a column.
using label_feature = Eigen::MatrixXd;

/// Chances proportional to exp(sum over features j of slope_j feature_j + offset of the label).
///
/// Fit: the maximum likelihood over users with a known label, by Newton's steps that are halved
/// until they gain; offsets are held near the logarithms of the labels' shares, slopes near 0, so
/// that there is one maximum and few known labels do not overfit.
class label_model {
 public:
  /// known: of each row its label; at least one.
  label_model(std::span<const label_feature> features, std::span<const std::uint32_t> known);

  /// Makes all chances more or less sure, by one power of them all, so that the known labels of
  /// these users are likeliest: others than those whom the model was fitted on.
  void temper(std::span<const label_feature> features, std::span<const std::uint32_t> known);

  /// One row a user, of the same features of any users.
  Eigen::MatrixXd chances(std::span<const label_feature> features) const;

  /// What the features add to the mean logarithm of the chance of the known label, over its share.
  double gain() const noexcept { return m_gain; }

 private:
  Eigen::MatrixXd scores(std::span<const label_feature> features) const;

  Eigen::VectorXd m_slopes, m_offsets;
  double m_gain = 0.0;
};

}  // namespace edgeldp
