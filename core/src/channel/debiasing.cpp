// SPDX-License-Identifier: MIT
#include "edgeldp/channel/debiasing.hpp"

#include <Eigen/SVD>
#include <limits>
#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

debiasing debiasing_of(const channel& c) {
  const Eigen::MatrixXd& p = c.probabilities();
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(p, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::VectorXd& values = svd.singularValues();
  const double negligible =
      values[0] * static_cast<double>(std::max(p.rows(), p.cols())) * std::numeric_limits<double>::epsilon();
  const auto rank = (values.array() > negligible).count();
  if (rank < p.cols())
    throw invalid_parameter(
        "a channel of rank " + std::to_string(rank) + " on " + std::to_string(p.cols()) +
        " inputs, to double precision: some truths give the same mixture of reports, so no "
        "estimate is unbiased");
  return {svd.matrixV() * values.cwiseInverse().asDiagonal() * svd.matrixU().transpose(),
          values[0] / values[values.size() - 1]};
}

Eigen::MatrixXd report_covariance(const channel& c, const debiasing& d, std::size_t input) {
  const Eigen::VectorXd column = c.probabilities().col(static_cast<Eigen::Index>(input));
  const Eigen::VectorXd mean = d.weights * column;
  return d.weights * column.asDiagonal() * d.weights.transpose() - mean * mean.transpose();
}

}  // namespace edgeldp
