// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "edgeldp/graph/clusters/louvain.hpp"
#include "edgeldp/graph/comparison/distances.hpp"
#include "edgeldp/graph/input/graph_view.hpp"

/// Answers to the fifteen queries of PGB about one graph, exactly but where said. Not private: of a
/// graph in the clear.
///
/// Source: Liu, Du, Cao, Yan, Liu and Yoshikawa, PGB: Benchmarking differentially private synthetic
///     graph generation algorithms, ICDE 2025; where the paper leaves a choice, its code.
namespace edgeldp::exact {

struct graph_profile {
  std::uint64_t nodes = 0, edges = 0, triangles = 0;
  double average_degree = 0.0;
  std::optional<double> degree_variance;  ///< divided by nodes - 1: of two users at least
  std::vector<double> degree_shares;      ///< of users, by degree
  distance_counts distances;              ///< within components; the diameter is that of the widest
  double global_clustering = 0.0;         ///< closed wedges of all
  double average_clustering = 0.0;        ///< of users; 0 for those with fewer than two neighbours
  vertex_partition groups;                ///< by our Louvain method, with their modularity
  std::optional<double> assortativity;    ///< of degrees over edges: none where all degrees there are equal
  std::vector<double> centralities;       ///< by eigenvector, of length 1, in decreasing order
  double centrality_change = 0.0;         ///< mean of the last step; converged below 1e-8
};

/// sources, seed: as of count_distances.
/// Cost: that of count_distances and find_communities, count_triangles three times and up to 2000
///     products with the adjacency matrix. Independent of thread count.
/// Errors: those of the four.
graph_profile profile_of(const graph_view& g, std::uint64_t sources, std::uint64_t seed);

/// Pearson's correlation of the degrees at both ends of edges.
/// Source: Newman, Phys. Rev. Lett. 89, 208701, 2002.
/// Errors: bad_graph_input where products of its sums do not fit 128 bits (no graph that fits in
///     memory).
std::optional<double> degree_assortativity(const graph_view& g);

/// The eigenvector of the largest eigenvalue, of length 1 and not negative: what powers of A + I
/// make of equal numbers. Where several components share the eigenvalue, the sum of theirs.
struct centrality {
  std::vector<double> of;    ///< of each vertex
  double mean_change = 0.0;  ///< of an entry in the last step: the least step that is taken is below 1e-8
  unsigned steps = 0;        ///< at most 2000
};
centrality eigenvector_centrality(const graph_view& g);

}  // namespace edgeldp::exact
