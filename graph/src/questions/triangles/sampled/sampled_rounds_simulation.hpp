// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/graph/rounds/simulated_users.hpp"

namespace edgeldp {

/// What simulated users answer when a sample of rows is read, beside the round of degrees.
std::vector<simulated_task> simulated_sample_tasks();

}  // namespace edgeldp
