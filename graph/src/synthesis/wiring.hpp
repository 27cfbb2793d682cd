// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/random/public_coins.hpp"
#include "edgeldp/graph/synthesis/synthetic_graph.hpp"
#include "synthesis/pair_set.hpp"

namespace edgeldp::synthesis {

using edge_list = std::vector<std::pair<vertex_id, vertex_id>>;

/// Edges with these degrees, and these ends by pair of groups but for few. fill: the chance that
/// two users of a dense run are joined, 0 for none; runs are of users of one group and like degree.
/// Ends for which no place is found are left out.
edge_list wire_ends(const wanted_graph& wanted, std::span<const std::uint64_t> blocks, double fill,
                    private_randomness& coins);

/// Triangles at every user.
/// Cost: O(m^1.5).
std::vector<std::uint64_t> triangles_at_users(std::uint64_t users, const edge_list& edges);

}  // namespace edgeldp::synthesis
