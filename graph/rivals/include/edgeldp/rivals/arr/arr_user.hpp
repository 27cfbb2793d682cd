// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "edgeldp/graph/rounds/graph_user.hpp"

namespace edgeldp {

/// All that a user needs for ARR: degree, size, noisy edges, qualifying pairs.
std::span<const user_task> arr_tasks();

/// Questions whose answers are NOT private: qualifying pairs under the published clipping. For
/// users who agree to that.
std::span<const user_task> open_arr_tasks();

}  // namespace edgeldp
