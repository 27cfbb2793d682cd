// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"

namespace edgeldp {

/// The round `centred pairs` for the users of a graph, as many users at a time as take what that
/// many neighbours do where rows are read one after another.
///
/// Memory: 60 bytes a user at a time. Row by row (pair_reading.hpp) 32 bytes a neighbour that they
///     keep, so 1 GB at most by default; 21 bytes a row that they read; a fifth of a byte for each
///     of all users.
/// Cost: a row that is decoded is decoded once for each such part of the users.
simulated_task simulated_centred_pairs(std::optional<row_access> access = std::nullopt,
                                       std::uint64_t most_neighbors = std::uint64_t{1} << 26);

/// The same of `forward pairs`.
simulated_task simulated_forward_pairs(std::optional<row_access> access = std::nullopt,
                                       std::uint64_t most_neighbors = std::uint64_t{1} << 26);

}  // namespace edgeldp
