// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/protocol/simulated_users.hpp"

namespace edgeldp {

/// The round `centred pairs` for all users of a graph at once, row by row.
simulated_task simulated_centred_pairs(std::optional<row_access> access = std::nullopt);

}  // namespace edgeldp
