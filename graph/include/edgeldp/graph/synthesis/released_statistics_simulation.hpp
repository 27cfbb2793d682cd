// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"
#include "edgeldp/graph/synthesis/release_for_synthesis.hpp"

namespace edgeldp {

/// release_for_synthesis by users who are all in this process. seed: replays their coins, for
/// experiments; none: coins of the operating system.
/// Errors: bad_graph_input without users; as of release_for_synthesis.
synthesis_release release_statistics(const graph_view& g, epsilon total,
                                     const std::optional<std::uint64_t>& seed);

/// What users answer in it beyond degrees and rows.
std::vector<simulated_task> simulated_synthesis_tasks();

/// What a generator would be told if nothing were noisy, not private: the degrees of a graph, its
/// edges within and between these groups, its triangles and degrees of contacts, in all and by
/// degree. What synthesize_graph loses even then is lost by the generator.
///
/// Shapes: group_of: one a vertex, below `groups`, at least 1; not looked at of one group.
/// Cost: that of listing triangles, O(m^1.5), and 16 groups^2 bytes.
wanted_graph true_statistics(const graph_view& g, std::span<const std::uint32_t> group_of,
                             std::size_t groups);

}  // namespace edgeldp
