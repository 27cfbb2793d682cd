// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

/// Graphs that have released statistics. All of it is post-processing: it knows numbers and a
/// public key, no graph and nobody's list, so it costs no privacy.
/// Derivation: graph/src/synthesis/derivation.md.
namespace edgeldp {

/// No number is asked for.
inline constexpr double nothing_known = std::numeric_limits<double>::infinity();

/// What is wanted at the users whose own degree is at least `from`, and below the `from` of the
/// next.
struct wanted_class {
  std::uint64_t from = 0;
  double triangles = 0.0;  ///< sum over these users: a triangle of three of them counts thrice
  /// Sum over these users and their contacts of the contact's degree, and its standard error.
  double contact_degrees = 0.0, contact_degrees_error = nothing_known;
};

/// What the graph should be like. Users are numbers here and nowhere else: the graph has others.
struct wanted_graph {
  std::vector<std::uint64_t> degrees;  ///< one a user, each below their number; an even sum
  /// One a user, below `group_count`; empty where there is one group.
  std::vector<std::uint32_t> group_of;
  std::size_t group_count = 1;
  /// Ends in group a of edges to group b at a * group_count + b, symmetric: edges within a group
  /// count twice. Noise may make them negative. Empty where there is one group.
  std::vector<double> ends;
  std::vector<double> ends_errors;  ///< standard errors, of the same shape
  double triangles = 0.0;           ///< sum over all users: three times the triangles
  double triangles_error = 0.0;     ///< standard error of that
  /// Sum over all users and their contacts of the product of both degrees, which sets the
  /// correlation of degrees over edges; and its standard error.
  double walks = 0.0, walks_error = nothing_known;
  /// In increasing order; users below the first are in none. They are scaled so that they sum to
  /// all triangles.
  std::vector<wanted_class> classes;
};

/// A sum over users that was aimed at, and that of the graph.
struct reached_sum {
  double wanted = 0.0, reached = 0.0;
};

struct synthetic_graph {
  std::uint64_t users = 0;
  /// Each once, u < v, in increasing order. Numbers are in random order: they tell nothing of the
  /// users behind the statistics.
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  /// Sum of the degrees that were asked for, and of those that the graph has: fewer where no simple
  /// graph was found that has them all.
  std::uint64_t wanted_ends = 0, ends = 0;
  /// Aimed at is what degrees and groups give of themselves, where noise asks for less.
  reached_sum triangles;
  std::vector<reached_sum> classes;  ///< triangles of those asked for
  reached_sum walks;
  std::vector<reached_sum> contact_degrees;  ///< of the same classes
  /// Ends by pair of groups, as asked for once they are made to agree with the degrees, and as they
  /// are: each a group_count x group_count matrix.
  std::vector<std::uint64_t> wanted_blocks, blocks;
  double fill = 0.0;  ///< of the dense start that was chosen, in [0, 1]
  std::uint64_t proposals = 0, accepted = 0;
  /// Squared distances from what is wanted by class and in all, over squared tolerances: 5% of a
  /// class and 1% of all, and some triangles; of degrees of contacts their error besides. Of the
  /// start and of the end.
  double energy_before = 0.0, energy = 0.0;
};

/// A graph with these statistics, as nearly as swaps of edges come. Several graphs from the same
/// statistics: by `number`.
///
/// Steps: edges between groups that agree with the degrees; ends of edges are dealt to groups;
///     users of like degree are joined densely, as far as triangles want it; the other ends are
///     paired at random; then pairs of edges change ends wherever that brings triangles and degrees
///     of contacts nearer to what is wanted. Swaps keep degrees and edges between groups. They end
///     when all is as near as its error, when 2 m of them gain less than 1%, or after 60 m +
///     300 000.
/// Source: dense blocks by degree as in BTER, Seshadhri, Kolda, Pinar, Phys. Rev. E 85, 056109,
///     2012; swaps that keep degrees and aim at clustering by degree as in the 2.5K graphs of
///     Gjoka, Kurant, Markopoulou, INFOCOM 2013. Both at once, within groups, is ours.
/// Promise: every degree as asked, but for ends that `ends` tells missing; no loop and no edge
///     twice. A pure function of the arguments, whatever the number of threads.
/// Cost: up to 60 m proposals of a few common neighbourhoods each, on one core, 1 to 2 microseconds
///     a proposal (EPYC, `-v` counts them): 0.1 to 4 s for 100 000 edges, 30 s for a million of an
///     affiliation graph. 60 bytes an edge, and n^2 / 8 bytes up to 26 000 users.
/// Errors: invalid_parameter for shapes, degrees, groups or numbers out of the intervals above.
synthetic_graph synthesize_graph(const wanted_graph& wanted, release_key key, std::uint32_t number = 0);

}  // namespace edgeldp
