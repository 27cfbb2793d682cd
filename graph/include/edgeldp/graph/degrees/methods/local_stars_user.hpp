// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/graph/protocol/graph_user.hpp"

namespace edgeldp {

/// All that a user needs for stars by clipped counts: the rounds for rows, stars.
std::span<const user_task> star_tasks();

}  // namespace edgeldp
