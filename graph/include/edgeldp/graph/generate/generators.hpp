// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/graph/input/csr_graph.hpp"

/// Seeded random graphs.
///
/// Promise: the same arguments give the same graph on every machine and for every thread count:
///     draws come from Philox4x32-10 addressed by (seed, use, item), and no result of a C library's
///     pow or log enters. Clean-up: self-loops and repeats among the draws vanish, so there may be
///     fewer edges than asked for, as said at each.
/// Errors: invalid_parameter (name, value, allowed interval) for every argument out of range, NaN
///     included.
/// Threads: safe to call concurrently.
namespace edgeldp {

/// Uniform graph with exactly m distinct edges, G(n, m).
///
/// Requires: n in [0, 2^32], m in [0, n (n - 1) / 2].
/// Cost: O(m log m) time; 24 bytes an edge.
csr_graph generate_erdos_renyi(std::uint64_t n, count_type m, std::uint64_t seed);

/// Quadrant probabilities of R-MAT; the fourth is 1 - a - b - c. Each in [0, 1], their sum too.
struct rmat_options {
  double a = 0.57, b = 0.19, c = 0.19;
};

/// R-MAT: heavy tail, little clustering, many vertices without an edge.
///
/// Source: Chakrabarti, Zhan, Faloutsos, SDM 2004, without smoothing of the degrees.
/// Shapes: 2^scale vertices, scale in [1, 32]; `edges` draws, at most the number of pairs.
/// Cost: O(edges scale), parallel; 24 bytes an edge.
csr_graph generate_rmat(unsigned scale, count_type edges, std::uint64_t seed,
                        const rmat_options& options = {});

/// Preferential attachment with triad closing: power-law tail, tunable clustering.
///
/// Source: Holme and Kim, Phys. Rev. E 65, 026107, 2002, starting from `edges_per_vertex` vertices
///     without edges.
/// Shapes: every later vertex brings `edges_per_vertex` edges, so (n - edges_per_vertex)
///     edges_per_vertex in all.
/// Requires: n in [2, 2^32], edges_per_vertex in [1, n - 1], triad_probability in [0, 1].
/// Cost: sequential by nature, about 0.3 microseconds an edge; 40 bytes an edge.
csr_graph generate_holme_kim(std::uint64_t n, unsigned edges_per_vertex, double triad_probability,
                             std::uint64_t seed);

/// Shape of an affiliation graph. The defaults give average local clustering near 0.5 at 10 edges a
/// vertex.
struct affiliation_options {
  double group_exponent = 2.8;     ///< weight of group size s is s^-group_exponent; in [0, 16]
  unsigned min_group = 4;          ///< in [2, 32768]
  unsigned max_group = 100;        ///< in [min_group, 32768]; 300 suits millions of edges
  double density = 0.7;            ///< share of a group's pairs that know each other; in (0, 1]
  double activity_exponent = 2.5;  ///< weight of activity a is a^-activity_exponent; in [0, 16]
  unsigned max_activity = 100;     ///< in [1, 32768]
  bool even_groups = false;        ///< group sizes spread evenly over their law, not drawn one by one: the
                                   ///< few groups of a small graph then have the shape of a large one's
};

/// Users join groups, and a share of each group's pairs are edges: high clustering and a heavy
/// tail, as in social networks. A user with activity a joins in proportion to a, which makes hubs.
///
/// Source: affiliation graphs after Lattanzi and Sivakumar, STOC 2009, in a static form of our own.
/// Requires: n in [0, 2^32], edges in [0, n (n - 1) / 2].
/// Promise: exactly `edges` draws; typically 1 to 15 % of them repeat and vanish, more in dense
///     graphs. Nobody is left alone once the groups have as many places as the users have activity.
/// Cost: O(edges / density + n), parallel but for dealing out members; 24 bytes an edge, 4 bytes an
///     activity.
csr_graph generate_affiliation(std::uint64_t n, count_type edges, std::uint64_t seed,
                               const affiliation_options& options = {});

/// Labels 0 .. count - 1 for the users of any graph, alike among neighbours: in random order a user
/// copies the label of a random neighbour that has one with probability `homophily`, and draws a
/// uniform one otherwise, or where no neighbour has one. At 0 labels know nothing of edges; at 1 a
/// connected component shares few.
///
/// Requires: homophily in [0, 1], count >= 1.
/// Cost: O(n + m), sequential.
std::vector<std::uint32_t> generate_labels(const csr_graph& g, std::uint32_t count, double homophily,
                                           std::uint64_t seed);

/// At 6 halvings a group of 500 already holds 30 % of the users.
inline constexpr unsigned google_plus_max_halvings = 6;
inline constexpr std::uint64_t google_plus_vertices = 107614;  ///< at 0 halvings

/// An affiliation graph of the size of SNAP's ego-Gplus, or of 2^-halvings of it: the series for
/// cost against size.
///
/// Shapes: 107614 / 2^halvings vertices, rounded down; the edges depend on the seed.
/// Requires: halvings in [0, google_plus_max_halvings].
/// Promise: group sizes and activities have one law in all members. At seeds 1 to 3 mean degree
///     (224 to 233), median (185 to 225) and minimum (6 to 8) stay. The hubs shrink, since fewer
///     users are drawn, and 0.1 % of the draws are repeats at 0 halvings, 8 % at 6.
/// Accuracy: ego-Gplus has 1.07e9 triangles and 4.9e9 wedges. Measured at seed 1:
///
///   halvings  vertices     edges      wedges   triangles  transitivity  max degree  per edge
///          0    107614  12238911  4894672836  1060459564         0.650        6195          400
///          1     53807   6118452  2425237251   531473157         0.657        3521          396
///          2     26903   3058750  1198101956   261123672         0.654        2701          392
///          3     13451   1525474   598762166   130797897         0.655        2871          393
///          4      6725    762060   291258120    62005819         0.639        2521          382
///          5      3362    383767   139344030    30417951         0.655        1987          363
///          6      1681    190118    60140120    12540050         0.626        1342          316
///
/// Seeds 2 and 3 differ from this by at most 2 % in wedges and 9 % in triangles up to 4 halvings,
/// by 13 % and 46 % at 6. Within a seed, up to 4 halvings, wedges an edge and triangles an edge
/// stay within 7 % of the full graph's. Maximum degree of the full graph: 6195, 11742, 7099.
/// Cost: 0.6 to 0.9 s on two cores for the full graph, 305 MB at the peak.
csr_graph generate_google_plus(unsigned halvings, std::uint64_t seed);

}  // namespace edgeldp
