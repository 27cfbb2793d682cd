// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "edgeldp/core/base/types.hpp"

/// Exact common neighbours, for the truth in tests and results.
namespace edgeldp::exact {

/// Two neighbour lists in three numbers. For vertices of one graph a list may hold the other
/// vertex: it is in no intersection but counts towards its degree.
struct neighborhood_overlap {
  count_type common = 0, first_degree = 0, second_degree = 0;

  /// common / sqrt(product of degrees), in [0, 1]; 0 when a list is empty.
  double cosine() const noexcept {
    return common == 0 ? 0.0
                       : static_cast<double>(common) / std::sqrt(static_cast<double>(first_degree) *
                                                                 static_cast<double>(second_degree));
  }
  /// common / size of the union, in [0, 1]; 0 when both lists are empty.
  double jaccard() const noexcept {
    return common == 0
               ? 0.0
               : static_cast<double>(common) / static_cast<double>(first_degree + second_degree - common);
  }
};

/// Requires strictly increasing lists.
/// Cost: one pass over both. Does not throw.
neighborhood_overlap count_common_neighbors(std::span<const vertex_id> first,
                                            std::span<const vertex_id> second) noexcept;

}  // namespace edgeldp::exact
