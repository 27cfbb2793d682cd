// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/graph/vectors/vector_rounds_user.hpp"

namespace edgeldp {

/// What a user answers when butterflies are counted: number of entries, entries, pairs of items.
std::span<const user_task_for<own_vector>> butterfly_tasks();

}  // namespace edgeldp
