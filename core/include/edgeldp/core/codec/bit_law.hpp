// SPDX-License-Identifier: MIT
#pragma once

namespace edgeldp {

/// The law of one decoded bit: all that an estimator knows of a codec.
/// Intervals: 0 < p0 < p1 < 1.
struct bit_law {
  double p1;  ///< Pr[bit = 1 | neighbour]
  double p0;  ///< Pr[bit = 1 | not a neighbour]

  /// Variance of the unbiased estimate (bit - p0) / (p1 - p0) of a true edge, and of a non-edge.
  double edge_variance() const noexcept { return p1 * (1.0 - p1) / ((p1 - p0) * (p1 - p0)); }
  double non_edge_variance() const noexcept { return p0 * (1.0 - p0) / ((p1 - p0) * (p1 - p0)); }
};

}  // namespace edgeldp
