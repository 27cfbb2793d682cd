// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/graph/rounds/graph_user.hpp"

namespace edgeldp {

/// What a user needs for edge_orient beside triangle_tasks: levels.
std::span<const user_task> level_tasks();

/// Questions whose answers are NOT private: pairs out of a user with the noise as stated. For users
/// who agree to that.
std::span<const user_task> open_orientation_tasks();

}  // namespace edgeldp
