// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles.hpp"

namespace edgeldp {

/// All rounds, users included. `key` is the public release key.
sampled_result estimate_sampled_triangles(const graph_view& g, const sampled_options& options,
                                          release_key key, const coin_source& coins);

}  // namespace edgeldp
