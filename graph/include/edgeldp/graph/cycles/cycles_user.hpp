// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/graph/protocol/graph_user.hpp"

namespace edgeldp {

/// All that a user needs for cycles: degree, size, row, pairs (of triangles), weights.
std::span<const user_task> cycle_tasks();

}  // namespace edgeldp
