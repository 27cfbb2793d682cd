// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies.hpp"
#include "kernels/ranked_lists.hpp"

/// The variance that noisy bits give the sum of weights.
/// Derivation: graph/src/questions/butterflies/derivation.md.
namespace edgeldp {

/// The sums over believed lists, by rank and position.
/// Cost: O(sum of squared popularities) and, for 256 rows that stand for all, of two-paths from
///     them; 8 bytes a user and thread.
butterfly_terms predict_terms(const ranked_lists& lists, std::uint64_t positions);

/// Butterflies of the lists.
double count_butterflies_of(const ranked_lists& lists, std::uint64_t positions);

/// Variance if there are `concentration` times as many butterflies as in the believed lists.
double response_variance(const butterfly_terms& terms, const bit_law& law, double concentration);

}  // namespace edgeldp
