// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/graph/protocol/graph_user.hpp"

namespace edgeldp {

/// All that a user needs for cycles by their middle vertices: the rounds for rows, middle weights.
std::span<const user_task> middle_cycle_tasks();

}  // namespace edgeldp
