// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/protocol/roster.hpp"
#include "edgeldp/graph/questions/centrality/centrality.hpp"

/// What the order of noisy scores is good for.
/// Derivation: graph/src/questions/centrality/derivation.md#recall.
namespace edgeldp {

/// Scores with normal noise of these variances, one a user; ranked are users who are present. cut:
/// the share of walks that was, which adds to the error and the bound of the recall.
/// Requires: somebody is present; at least one user is wanted.
ranking rank_by_scores(std::vector<double> scores, std::span<const double> variances, const roster& present,
                       std::uint64_t top, double cut);

}  // namespace edgeldp
