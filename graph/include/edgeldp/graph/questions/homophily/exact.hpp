// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/input/attributes.hpp"
#include "edgeldp/graph/input/graph_view.hpp"

/// Exact counts of edges by the values of their ends.
/// Errors: invalid_parameter unless there is a value a user.
namespace edgeldp::exact {

/// edges[a * values + b] for a <= b: edges between users of values a and b; 0 for a > b.
std::vector<count_type> count_edges_between(const graph_view& g, const user_attribute& attribute);

/// Nothing where a quotient has no denominator: no edges, or one value at all ends.
struct mixing {
  count_type edges = 0, within = 0;
  std::optional<double> fraction_within;
  std::optional<double> assortativity;  ///< Newman, Phys. Rev. E 67, 026126, 2003, equation 2
};
mixing measure_mixing(const graph_view& g, const user_attribute& attribute);

/// Of numbers x, over both ends of all edges.
struct numeric_mixing {
  std::optional<double> mean_product, covariance;
  std::optional<double> assortativity;  ///< the correlation: Newman 2003, equation 21
};
numeric_mixing measure_numeric_mixing(const graph_view& g, std::span<const double> x);

}  // namespace edgeldp::exact
