// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/graph/input/graph_view.hpp"

/// Exact, non-private numbers of walks. No code is shared with the estimator.
namespace edgeldp::exact {

/// How many walks of so many steps begin at each vertex.
/// Cost: O(steps m).
std::vector<double> walks(const graph_view& g, unsigned steps);

/// Katz's centrality by walks of up to so many steps, each step counting `factor`; the longest
/// stand for those beyond, as if each step more had `damping` as much.
std::vector<double> katz(const graph_view& g, unsigned steps, double factor, double damping);

}  // namespace edgeldp::exact
