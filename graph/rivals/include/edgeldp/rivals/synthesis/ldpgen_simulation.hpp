// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"
#include "edgeldp/rivals/synthesis/ldpgen.hpp"

namespace edgeldp {

/// What users of a graph do in LDPGen.
std::vector<simulated_task> simulated_ldpgen_tasks();

/// Both rounds of a graph whose users are all in this process.
ldpgen_result synthesize_graph(const graph_view& g, const ldpgen& method, release_key key,
                               const coin_source& coins);

}  // namespace edgeldp
