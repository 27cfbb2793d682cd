// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "study/plot.hpp"
#include "verbs/compared_graphs.hpp"

namespace edgeldp::cli {

/// Both graphs beside each other, exactly: the share of users of at least a degree, clustering by
/// degree, and edges within and between groups. Not private.
///
/// Groups are those that the Louvain method finds in each graph by itself, from the largest on: a
/// synthetic graph need not call users as the true one does, so that the groups of one are nothing
/// in the other. Smaller groups than the eleven largest are one.
std::vector<figure> figures_of(const clear_graph& a, const clear_graph& b, const graph_comparison& compared);

}  // namespace edgeldp::cli
