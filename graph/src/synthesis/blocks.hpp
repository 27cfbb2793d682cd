// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/core/random/public_coins.hpp"
#include "edgeldp/graph/synthesis/synthetic_graph.hpp"

namespace edgeldp::synthesis {

/// Ends by pair of groups that agree with the degrees: whole numbers, symmetric, even on the
/// diagonal, whose rows sum to about the degrees of the group. Pairs of groups that cannot be told
/// from noise get what degrees alone would give them.
/// Shapes: group_count x group_count, also where there is one group.
std::vector<std::uint64_t> agreed_blocks(const wanted_graph& wanted, private_randomness& coins);

}  // namespace edgeldp::synthesis
