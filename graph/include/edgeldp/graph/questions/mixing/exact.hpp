// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/input/arc_graph.hpp"
#include "edgeldp/graph/input/graph_view.hpp"

/// Exact, non-private numbers of walks, paths and degrees of contacts, and of arcs between groups.
/// No code is shared with the estimator. Edges between groups: questions/homophily/exact.hpp.
namespace edgeldp::exact {

/// Sequences of 4 users each of whom knows the next: the sum of all entries of A^3, by three
/// products with it.
/// Cost: O(n + m), parallel.
uint128 count_walks(const graph_view& g);

/// Paths of 3 edges over 4 different users, each once: around each edge, the further contacts of
/// its ends, but those that are one user.
/// Cost: as exact::count_triangles.
uint128 count_paths(const graph_view& g);

/// The mean degree of the contacts of users of each group, over contacts; none without contacts.
/// group: one a user; those from `groups` on are in none, and are no contacts.
std::vector<std::optional<double>> contact_degrees(const graph_view& g, std::span<const std::uint32_t> group,
                                                   std::size_t groups);

/// Walks of two arcs, one after the other.
uint128 count_arc_walks(const arc_graph& g);

struct arc_mixing {
  std::vector<count_type> between;                       ///< row after row: arcs from group to group
  std::vector<count_type> entering;                      ///< arcs that enter each group, from anybody
  count_type arcs = 0, within = 0;                       ///< of arcs whose both ends are in groups
  std::optional<double> fraction_within, assortativity;  ///< where there are such arcs
};

/// group: one a user; those from `groups` on are in none.
/// Errors: invalid_parameter for groups of other users.
arc_mixing measure_arc_mixing(const arc_graph& g, std::span<const std::uint32_t> group, std::size_t groups);

}  // namespace edgeldp::exact
