// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/questions/mixing/mixing.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

/// Mixing of a graph whose users are all in this process.
namespace edgeldp {

std::vector<simulated_task> simulated_mixing_tasks();

mixing_result estimate_mixing(const graph_view& g, const mixing_options& options, release_key key,
                              const coin_source& coins);

}  // namespace edgeldp
