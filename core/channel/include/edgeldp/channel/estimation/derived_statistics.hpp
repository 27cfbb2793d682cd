// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "edgeldp/channel/estimation/proportions.hpp"

/// Functions of proportions, exact and estimated from reports by the delta method.
/// Source: [Wang 2016], section 5.2, equations 24 to 26. Its Result 5 prints the derivative of the
///     entropy as log2 p + 1 / ln 2; the right one has a minus before it. The variance does not
///     feel the sign; a covariance with another statistic does.
/// Derivations: core/doc/channels.md, "Derived statistics".
namespace edgeldp {

/// In bits; 0 log 0 = 0. Requires entries >= 0.
double entropy_bits(const Eigen::VectorXd& proportions);

/// n sum (p_ij - p_i. p_.j)^2 / (p_i. p_.j) (equation 26). Rows and columns without mass are left
/// out.
double chi_square(const Eigen::MatrixXd& proportions, double n);

/// In bits: the entropies of the margins less the joint one.
double mutual_information_bits(const Eigen::MatrixXd& proportions);

/// Largest joint table of truths for a derived statistic.
inline constexpr std::size_t most_derived_cells = 1024;

/// A function of estimated proportions.
struct derived_estimate {
  double value;                      ///< at the proportions of the simplex nearest to the unbiased ones
  double bias;                       ///< predicted, of second order; NOT subtracted from value
  double standard_error;             ///< root of the sum of the two variances
  double first_order, second_order;  ///< variances: of the linear part, and of the quadratic one
  bool is_interior;  ///< no proportion was cut to 0 by going to the simplex: otherwise error and bias are
                     ///< rough
  double corrected() const noexcept { return value - bias; }
};

/// With the gradient g and the second derivatives H at the estimate, and C the covariance of the
/// proportions: bias tr(H C) / 2, variance g' C g of the linear and tr(H C H C) / 2 of the
/// quadratic part (normal errors). C is that of the estimate shifted to sum 1, as value is; only
/// with more reports than truths does that differ from the unbiased one. Where the gradient
/// vanishes - chi-square and mutual information at independence - the quadratic part is all there
/// is. An estimated gradient is random too and adds tr(H C H C) to g' C g on average, which is
/// taken off, down to 0. A proportion below 1 / n counts as 1 / n in derivatives. For an expected
/// estimate (proportion_estimate::expected) these are the predictions themselves.
///
/// Cost: cells^2 times the sum of the attributes' sizes.
/// Errors: invalid_parameter for more than most_derived_cells.
derived_estimate estimate_entropy(const proportion_estimate& e, sampling_model p);

/// Of two attributes, else invalid_parameter. n is the number of reports.
derived_estimate estimate_chi_square(const proportion_estimate& e, sampling_model p);
derived_estimate estimate_mutual_information(const proportion_estimate& e, sampling_model p);

/// The nearest point of the simplex, by Euclidean distance.
Eigen::VectorXd nearest_proportions(const Eigen::VectorXd& values);

/// Cells of two attributes as a matrix, first attribute down.
Eigen::MatrixXd as_table(const Eigen::VectorXd& cells, const proportion_estimate& e);

}  // namespace edgeldp
