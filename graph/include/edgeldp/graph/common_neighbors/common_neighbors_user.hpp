// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/graph/protocol/graph_user.hpp"

namespace edgeldp {

/// All that a user of a graph needs for common neighbours: the rounds for rows, partner.
std::span<const user_task> common_neighbor_tasks();

}  // namespace edgeldp
