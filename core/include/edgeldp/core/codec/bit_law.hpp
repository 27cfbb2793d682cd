// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

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

/// p0 as an exact fraction: offset / scale. Sums of (scale bit - offset) over pairs are integers,
/// which count messages are made of; dividing them by divisor(law) gives the unbiased estimate.
struct bit_lattice {
  std::uint64_t scale;   ///< 2^40 for randomized response, q for a null space over GF(q)
  std::uint64_t offset;  ///< in (0, scale)
  double divisor(const bit_law& law) const noexcept { return static_cast<double>(scale) * (law.p1 - law.p0); }
};

}  // namespace edgeldp
