// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/graph/clusters/weighted_graph.hpp"

namespace edgeldp {

/// A division of the vertices: each is in one community.
struct vertex_partition {
  std::vector<vertex_id> of;  ///< of each vertex: its community, numbered by the first vertex in it
  std::uint64_t count = 0;
  double modularity = 0.0;
};

/// How much more weight lies within communities than if ends of edges met at random: sum over
/// communities c of w_c / m - (s_c / 2 m)^2, of m the total weight, w_c the weight of edges and
/// loops within c, s_c the strength of its vertices. 0 of a graph without weight.
///
/// Source: Newman and Girvan, Phys. Rev. E 69, 026113, 2004; Newman, Phys. Rev. E 70, 056131, 2004.
/// Interval: [-1/2, 1).
/// Requires: a number below n for each vertex, else invalid_parameter.
/// Cost: O(n + m).
double modularity(const weighted_graph& g, std::span<const vertex_id> community_of);

/// Communities of large modularity, by the Louvain method: vertices move to the community of a
/// neighbour where that gains most, until a pass gains less than 1e-7; communities become the
/// vertices of a smaller graph, and so on. A local optimum, and no promise that a community hangs
/// together (Traag, Waltman and van Eck, Scientific Reports 9, 2019).
///
/// Source: Blondel, Guillaume, Lambiotte and Lefebvre, J. Stat. Mech. P10008, 2008.
/// Promise: no coins: vertices move in their order, ties keep the present community, then the one
///     of the least number. The same on every machine with the same floating-point sums.
/// Cost: about O(m) a pass, on one core: two seconds for a million edges; 40 bytes an edge.
/// Errors: stopped (run_watch.hpp).
vertex_partition louvain_partition(const weighted_graph& g);

}  // namespace edgeldp
