// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/graph/input/csr_graph.hpp"

/// Seeded random graphs.
///
/// Promise:  the same arguments give the same graph on every machine and for every thread count: draws come
/// from
///           Philox4x32-10 addressed by (seed, use, item), and no result of a C library's pow or log enters.
/// Clean-up: self-loops and repeats among the draws vanish, so there may be fewer edges than asked for, as
/// said at each. Errors:   invalid_parameter (name, value, allowed interval) for every argument out of range,
/// NaN included. Threads:  safe to call concurrently.
namespace edgeldp {

/// Uniform graph with exactly m distinct edges, G(n, m).
///
/// Requires: n in [0, 2^32], m in [0, n (n - 1) / 2].
/// Cost:     O(m log m) time; 24 bytes an edge.
csr_graph generate_erdos_renyi(std::uint64_t n, count_type m, std::uint64_t seed);

/// Quadrant probabilities of R-MAT; the fourth is 1 - a - b - c. Each in [0, 1], their sum too.
struct rmat_options {
  double a = 0.57, b = 0.19, c = 0.19;
};

/// R-MAT: heavy tail, little clustering, many vertices without an edge.
///
/// Source:   Chakrabarti, Zhan, Faloutsos, SDM 2004, without smoothing of the degrees.
/// Shapes:   2^scale vertices, scale in [1, 32]; `edges` draws, at most the number of pairs.
/// Cost:     O(edges scale), parallel; 24 bytes an edge.
csr_graph generate_rmat(unsigned scale, count_type edges, std::uint64_t seed,
                        const rmat_options& options = {});

/// Preferential attachment with triad closing: power-law tail, tunable clustering.
///
/// Source:   Holme and Kim, Phys. Rev. E 65, 026107, 2002, starting from `edges_per_vertex` vertices without
/// edges. Shapes:   every later vertex brings `edges_per_vertex` edges, so (n - edges_per_vertex)
/// edges_per_vertex in all. Requires: n in [2, 2^32], edges_per_vertex in [1, n - 1], triad_probability in
/// [0, 1]. Cost:     sequential by nature, about 0.3 microseconds an edge; 40 bytes an edge.
csr_graph generate_holme_kim(std::uint64_t n, unsigned edges_per_vertex, double triad_probability,
                             std::uint64_t seed);

/// Shape of an affiliation graph. The defaults give average local clustering near 0.5 at 10 edges a vertex.
struct affiliation_options {
  double group_exponent = 2.8;     ///< weight of group size s is s^-group_exponent; in [0, 16]
  unsigned min_group = 4;          ///< in [2, 32768]
  unsigned max_group = 100;        ///< in [min_group, 32768]; 300 suits millions of edges
  double density = 0.7;            ///< share of a group's pairs that know each other; in (0, 1]
  double activity_exponent = 2.5;  ///< weight of activity a is a^-activity_exponent; in [0, 16]
  unsigned max_activity = 100;     ///< in [1, 32768]
};

/// Users join groups, and a share of each group's pairs are edges: high clustering and a heavy tail, as in
/// social networks. A user with activity a joins in proportion to a, which makes hubs.
///
/// Source:   affiliation graphs after Lattanzi and Sivakumar, STOC 2009, in a static form of our own.
/// Requires: n in [0, 2^32], edges in [0, n (n - 1) / 2].
/// Promise:  exactly `edges` draws; typically 1 to 15 % of them repeat and vanish, more in dense graphs.
/// Nobody is left
///           alone once the groups have as many places as the users have activity.
/// Cost:     O(edges / density + n), parallel but for dealing out members; 24 bytes an edge, 4 bytes an
/// activity.
csr_graph generate_affiliation(std::uint64_t n, count_type edges, std::uint64_t seed,
                               const affiliation_options& options = {});

}  // namespace edgeldp
