// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/core/protocol/task_user.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"

namespace edgeldp {

/// Rounds of published methods that a user answers beside private_tasks()
/// (graph/tasks/tasks_user.hpp), and as privately: pairs around a middle vertex and clipped stars,
/// each with its price. Methods of other shapes keep lists of their own (arr_user, group_rr_user,
/// edge_orient_user).
std::span<const user_task> rival_tasks();

}  // namespace edgeldp
