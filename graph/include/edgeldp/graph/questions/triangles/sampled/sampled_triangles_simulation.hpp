// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

namespace edgeldp {

/// What simulated users answer when a sample of rows is read, beside the round of degrees.
std::vector<simulated_task> simulated_sample_tasks();

/// All rounds, users included. `key` is the public release key.
sampled_result estimate_sampled_triangles(const graph_view& g, const sampled_options& options,
                                          release_key key, const coin_source& coins);

}  // namespace edgeldp
