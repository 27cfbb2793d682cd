// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/questions/clustering/clustering.hpp"

namespace edgeldp {

/// The clustering coefficient of a graph whose users are all in this process.
centred_clustering_result estimate_clustering(const graph_view& g, const centred_options& options,
                                              release_key key, const coin_source& coins);
clustering_result estimate_clustering(const graph_view& g, const two_step& options, release_key key,
                                      const coin_source& coins);

}  // namespace edgeldp
