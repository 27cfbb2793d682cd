// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "edgeldp/core/random/public_coins.hpp"

namespace edgeldp {

/// Points, one a row.
using point_rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The centre that is nearest to each point, below `groups`, after so many of Lloyd's steps from
/// centres that k-means++ draws (Arthur and Vassilvitskii, SODA 2007). A centre that is nobody's
/// nearest stays.
///
/// Requires: a point at least; a weight of each, not negative; groups > 0.
/// Promise: the same for every number of threads.
/// Cost: O(steps points groups width), parallel.
std::vector<std::size_t> k_means(const point_rows& at, const Eigen::VectorXd& weights, std::size_t groups,
                                 unsigned steps, private_randomness& public_coins);

}  // namespace edgeldp
