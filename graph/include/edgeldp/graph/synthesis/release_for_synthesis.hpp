// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/synthesis/released_statistics.hpp"

/// What users are asked for a synthetic graph.
/// Derivation: graph/src/synthesis/derivation.md.
namespace edgeldp {

/// Shares of the total: of the degrees that everything behind them builds on, of sums of contacts'
/// degrees, and of groups where they are asked for. Triangles at users have the rest.
inline constexpr double synthesis_degree_share = 0.2, synthesis_contact_share = 0.05,
                        synthesis_group_share = 0.2;

/// What users released for a synthetic graph, and what it cost them.
struct synthesis_release {
  released_statistics statistics;
  epsilon degrees, contacts, groups, triangles;  ///< groups: 0 where they were not asked for
  release_key key;                               ///< public, of the graphs that follow
  edgeldp::communication communication{};
  run_record run;
  plausibility lies{};  ///< what was clamped; its reaches are of the number of triangles
};

/// Rounds: degree; edges and count of a triangle sequence; where the degrees say that groups are
/// worth their share, counts by group; and sums of contacts' degrees. Everything behind the first
/// round builds on the same released degrees.
///
/// Users may be lost: who released no degree has no edges, and who is lost later is as
/// estimate_triangle_sequence, find_communities and release_contact_degrees say.
/// Promise: a user spends the total, a relationship no more than twice that.
/// Cost: that of the four questions.
/// Errors: bad_graph_input without users, or where nobody answers.
synthesis_release release_for_synthesis(session& s, epsilon total);

}  // namespace edgeldp
