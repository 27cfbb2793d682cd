// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

namespace edgeldp {

/// What users of a graph in this process answer beside the rounds of rows.
std::vector<simulated_task> simulated_centred_tasks(std::optional<row_access> access = std::nullopt);

/// All rounds, users included. `key` is the public release key.
centred_result estimate_centred_triangles(const graph_view& g, const centred_options& options,
                                          release_key key, const coin_source& coins);

}  // namespace edgeldp
