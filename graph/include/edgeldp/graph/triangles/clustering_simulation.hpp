// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/triangles/clustering.hpp"

namespace edgeldp {

/// The clustering coefficient of a graph whose users are all in this process.
clustering_result estimate_clustering(const graph_view& g, const two_step& options, release_key key,
                                      const coin_source& coins);

}  // namespace edgeldp
