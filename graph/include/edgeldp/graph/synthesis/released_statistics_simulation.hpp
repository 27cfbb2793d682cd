// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "edgeldp/core/protocol/account.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/synthesis/released_statistics.hpp"

namespace edgeldp {

/// What users of a graph released for a synthetic one, and from what account.
struct simulated_release {
  released_statistics statistics;
  account paid;
  /// What each run had; groups: 0 where they were not asked for.
  epsilon degrees, contacts, groups, triangles;
  release_key key;  ///< public, of the graphs that follow
};

/// Four runs from one account, of users who are all in this process: degrees first, which say
/// whether groups are worth their share, and whose sums over contacts are asked for next. seed:
/// replays the users' coins, for experiments; none: coins of the operating system.
/// Errors: bad_graph_input without users; as of the four questions.
simulated_release release_statistics(const graph_view& g, epsilon total,
                                     const std::optional<std::uint64_t>& seed);

/// What a generator would be told if nothing were noisy, not private: the degrees of a graph, its
/// edges within and between these groups, its triangles and degrees of contacts, in all and by
/// degree. What synthesize_graph loses even then is lost by the generator.
///
/// Shapes: group_of: one a vertex, below `groups`, at least 1; not looked at of one group.
/// Cost: that of listing triangles, O(m^1.5), and 16 groups^2 bytes.
wanted_graph true_statistics(const graph_view& g, std::span<const std::uint32_t> group_of,
                             std::size_t groups);

}  // namespace edgeldp
