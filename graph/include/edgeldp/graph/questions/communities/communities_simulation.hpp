// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/questions/communities/communities.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

/// Communities of a graph whose users are all in this process.
namespace edgeldp {

std::vector<simulated_task> simulated_community_tasks();

communities_result find_communities(const graph_view& g, const communities_options& options, release_key key,
                                    const coin_source& coins);

}  // namespace edgeldp
