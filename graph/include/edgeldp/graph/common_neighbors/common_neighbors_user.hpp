// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/graph/protocol/graph_user.hpp"
#include "edgeldp/graph/vectors/vector_rounds_user.hpp"

namespace edgeldp {

/// All that a user of a graph needs for common neighbours: the rounds for rows, partner.
std::span<const user_task> common_neighbor_tasks();

/// The same for a user of one layer, whose vector is the set of its neighbours: number of entries,
/// entries, partner. Where lengths are public it also answers open_vector_tasks.
std::span<const user_task_for<own_vector>> layer_common_neighbor_tasks();

}  // namespace edgeldp
