// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/graph/input/csr_graph.hpp"

/// Seeded random graphs. The same arguments give the same graph on every machine and for every thread count: all draws come
/// from Philox4x32-10 addressed by counter. Every edge list is cleaned (no self-loops or repeats), so the number of edges
/// returned may be a little below the number asked for, as said at each.
namespace edgeldp {

/// Uniform graph with exactly m distinct edges, G(n, m). Requires m <= n (n - 1) / 2.
csr_graph generate_erdos_renyi(std::uint64_t n, count_type m, std::uint64_t seed);

/// R-MAT (Chakrabarti, Zhan, Faloutsos, SDM 2004): 2^scale vertices, `edges` draws with quadrant probabilities
/// a, b, c and 1 - a - b - c; repeats are dropped. Heavy tail, little clustering.
struct rmat_options {
  double a = 0.57, b = 0.19, c = 0.19;
};
csr_graph generate_rmat(unsigned scale, count_type edges, std::uint64_t seed, const rmat_options& options = {});

/// Holme and Kim (Phys. Rev. E 65, 026107, 2002): preferential attachment, each newcomer brings `edges_per_vertex` edges, each followed by a
/// triad-closing step with probability `triad_probability`. Power-law tail with tunable clustering. Sequential by nature.
csr_graph generate_holme_kim(std::uint64_t n, unsigned edges_per_vertex, double triad_probability, std::uint64_t seed);

/// Affiliation model: users join groups, members of a group know each other with probability `density`. Group sizes follow
/// a power law on [min_group, max_group] with exponent `group_exponent`; a user's activity follows a power law with exponent
/// `activity_exponent` on [1, max_activity], so hubs arise. Groups are added until `edges` draws have been made.
/// High clustering and a heavy tail, as in social networks.
struct affiliation_options {
  double group_exponent = 2.2;
  unsigned min_group = 3;
  unsigned max_group = 300;
  double density = 0.6;
  double activity_exponent = 2.2;
  unsigned max_activity = 300;
};
csr_graph generate_affiliation(std::uint64_t n, count_type edges, std::uint64_t seed, const affiliation_options& options = {});

}  // namespace edgeldp
