// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/rivals/triangles/method.hpp"

namespace edgeldp {

/// Triangles along an orientation of low out-degree. Users first climb levels, hubs higher; an edge
/// points to the end on the higher level, and every user counts noisy edges among pairs of those it
/// points to, under one cap. Rounds: degree, levels (a bit a user on each), size (the number of
/// edges out of a user), edges (randomized response), count; a quarter of the total for the levels
/// and for each of the last three.
///
/// Source: Mundra, Papamanthou, Shun, Liu, "Practical and Accurate Local Edge Differentially
///     Private Graph Algorithms", VLDB 2025 (arXiv 2506.20828), and their program dpgraph.
/// Departures: edges between users of one level point to the lower number, where the program draws
///     a coin at each end, and again in each round; a longer list keeps a random part, where the
///     program keeps the lowest numbers. Guarantee, derivations and what the levels turn out to be:
///     graph/rivals/src/edge_orient/derivation.md.
struct edge_orient {
  /// Of the count round.
  enum class noise {
    stated,     ///< of scale 2 cap / budget, as published: NOT private, a neighbour changes more
    sufficient  ///< for what a neighbour can change at the cap
  };

  epsilon total;  ///< of a relationship; a user spends 7/8 of it
  noise counts = noise::stated;

  static edge_orient published(epsilon total) { return {total, noise::stated}; }
  static edge_orient sound(epsilon total) { return {total, noise::sufficient}; }
};

/// Runs all rounds: some 60 of levels on graphs of some thousand users.
/// Errors: invalid_parameter for a budget that leaves no round a share; bad_graph_input without
///     users.
/// Cost: a bit test a counted pair; n^2 / 16 bytes; n numbers read a round of levels.
baseline_result estimate_triangles(session& s, const edge_orient& method);

}  // namespace edgeldp
