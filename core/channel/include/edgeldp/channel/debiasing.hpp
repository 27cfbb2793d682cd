// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "edgeldp/channel/channel.hpp"

namespace edgeldp {

/// What turns a report into an unbiased one-hot vector of the truth: weights P = I, so that
/// E[weights.col(report)] is the unit vector of the truth.
struct debiasing {
  Eigen::MatrixXd
      weights;  ///< inputs x outputs: the inverse of P, its Moore-Penrose inverse when outputs > inputs
  double condition_number;  ///< of P: largest singular value over the smallest
};

/// Source: Chaudhuri, Mukerjee, Randomized Response, 1988, chapter 3.3; [Wang 2016], equation 17.
/// Errors: invalid_parameter, naming the rank, when the truths' columns are linearly dependent (no
///     unbiased estimator exists; RRWithPrior is such a channel).
/// Cost: a QR decomposition, and the eigenvalues of a symmetric matrix of twice as many rows as
///     there are inputs: 5 s at 1024 inputs.
debiasing debiasing_of(const channel& c);

/// Covariance of weights.col(report) given the truth `input`: inputs x inputs.
Eigen::MatrixXd report_covariance(const channel& c, const debiasing& d, std::size_t input);

}  // namespace edgeldp
