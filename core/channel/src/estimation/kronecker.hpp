// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <span>
#include <utility>

namespace edgeldp::detail {

/// (F_1 x ... x F_s) table without forming the product: each factor is applied along its axis. The
/// table has F_k.cols() places along axis k, the last axis fastest.
/// Cost: cells times the sum of the factors' rows.
inline Eigen::VectorXd apply_along_axes(std::span<const Eigen::MatrixXd> factors, Eigen::VectorXd table) {
  for (std::size_t k = 0; k < factors.size(); ++k) {
    Eigen::Index before = 1, after = 1;
    for (std::size_t j = 0; j < k; ++j) before *= factors[j].rows();
    for (std::size_t j = k + 1; j < factors.size(); ++j) after *= factors[j].cols();
    const Eigen::MatrixXd& f = factors[k];
    Eigen::VectorXd next(before * f.rows() * after);
    for (Eigen::Index b = 0; b < before; ++b) {
      const Eigen::Map<const Eigen::MatrixXd> from(table.data() + b * f.cols() * after, after, f.cols());
      Eigen::Map<Eigen::MatrixXd> to(next.data() + b * f.rows() * after, after, f.rows());
      to.noalias() = from * f.transpose();
    }
    table = std::move(next);
  }
  return table;
}

}  // namespace edgeldp::detail
