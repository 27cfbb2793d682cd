// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

namespace edgeldp {

/// Counts of all users at once (counted_pairs_simulation.hpp): pairs, and pairs as stated.
/// `access`: how rows are read; by cost unless given.
std::vector<simulated_task> simulated_pairs(std::optional<row_access> access = std::nullopt);

}  // namespace edgeldp
