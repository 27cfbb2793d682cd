// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

/// Keeps a uniformly random subset of `cap` of the neighbours (all, if there are no more), by
/// private coins. Two lists that differ in one neighbour can be coupled so that the kept sets
/// differ in at most one swap.
void clip_neighbors(std::vector<vertex_id>& neighbors, std::uint64_t cap, private_randomness& coins);

}  // namespace edgeldp
