// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/questions/centrality/centrality_simulation.hpp"
#include "edgeldp/graph/questions/clustering/clustering_simulation.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/questions/communities/communities_simulation.hpp"
#include "edgeldp/graph/questions/cores/cores_simulation.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "edgeldp/graph/questions/labels/labels_simulation.hpp"
#include "edgeldp/graph/questions/mixing/mixing_simulation.hpp"
#include "edgeldp/graph/questions/reciprocity/reciprocity_simulation.hpp"
#include "edgeldp/graph/questions/triangles/at_users_simulation.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"

/// Each question in one line, with the settings that the library plans by itself:
///
///     const auto r = edgeldp::triangles(graph, 1.0);
///     std::cout << r.triangles;
///
/// The graph is one of Boost.Graph, a csr_graph, or one's own lists as {n, lists} (graph_view).
/// `total` is what every person spends in this call, in nats: two calls cost two totals, whatever
/// they ask. Coins are the operating system's; simulated ones repeat a run, its public key too, and
/// are for experiments. Whoever wants other settings calls what stands behind each.
///
/// Errors: invalid_parameter for a total that is not positive, and where a question says so;
///     bad_graph_input for a graph without vertices.
namespace edgeldp {

/// The public key of a run of its own: drawn from the operating system, or, in a simulation, one
/// that follows from its coins and is not theirs.
inline release_key key_for(const coin_source& coins) {
  if (const auto replayed = coins.replayed_key()) return {~*replayed};
  system_randomness system;
  return {system()};
}

namespace detail {
/// What a question plans by itself.
template <class Options>
Options planned(double total) {
  Options options;
  options.total = epsilon::from_nats(total);
  return options;
}
}  // namespace detail

inline centred_result triangles(const graph_view& graph, double total, const coin_source& coins = {}) {
  return estimate_centred_triangles(graph, detail::planned<centred_options>(total), key_for(coins), coins);
}

/// Of every user.
inline triangle_sequence_result triangles_at_users(const graph_view& graph, double total,
                                                   const coin_source& coins = {}) {
  return estimate_triangle_sequence(graph, detail::planned<triangle_sequence_options>(total), key_for(coins),
                                    coins);
}

inline centred_clustering_result clustering(const graph_view& graph, double total,
                                            const coin_source& coins = {}) {
  auto options = detail::planned<centred_options>(total);
  options.degree_share = clustering_degree_share;
  return estimate_clustering(graph, options, key_for(coins), coins);
}

/// length: 4 or 5.
inline cycle_result cycles(const graph_view& graph, unsigned length, double total,
                           const coin_source& coins = {}) {
  return estimate_cycles(graph, length, detail::planned<two_step>(total), key_for(coins), coins);
}

/// Of every user; estimate_edges, estimate_stars and estimate_sorted_degrees go on from them.
inline degree_result degrees(const graph_view& graph, double total, const coin_source& coins = {}) {
  return release_all_degrees(graph, epsilon::from_nats(total), coins);
}

/// How deep in the network every user sits: its core number.
inline core_result cores(const graph_view& graph, double total, const coin_source& coins = {}) {
  return estimate_cores(graph, detail::planned<core_options>(total), key_for(coins), coins);
}

/// How degrees go together: by classes of released degree.
inline mixing_result mixing(const graph_view& graph, double total, const coin_source& coins = {}) {
  return estimate_mixing(graph, detail::planned<mixing_options>(total), key_for(coins), coins);
}
/// Edges within and between groups that are public, one of each user.
inline mixing_result mixing(const graph_view& graph, const public_groups& groups, double total,
                            const coin_source& coins = {}) {
  mixing_options options = detail::planned<mixing_options>(total);
  options.groups = groups;
  return estimate_mixing(graph, options, key_for(coins), coins);
}

/// Groups of users who know each other more often than chance has it.
inline communities_result communities(const graph_view& graph, double total, const coin_source& coins = {}) {
  return find_communities(graph, detail::planned<communities_options>(total), key_for(coins), coins);
}

/// The likeliest labels of users who have none, from public ones of others.
inline labels_result labels(const graph_view& graph, const public_groups& known, double total,
                            const coin_source& coins = {}) {
  labels_options options = detail::planned<labels_options>(total);
  options.known = known;
  return infer_labels(graph, options, key_for(coins), coins);
}

/// Who names whom, where contacts are one-sided: by classes of released out-degree.
inline arc_mixing_result mixing(const arc_graph& graph, double total, const coin_source& coins = {}) {
  return estimate_arc_mixing(graph, detail::planned<mixing_options>(total), key_for(coins), coins);
}
inline arc_mixing_result mixing(const arc_graph& graph, const public_groups& groups, double total,
                                const coin_source& coins = {}) {
  mixing_options options = detail::planned<mixing_options>(total);
  options.groups = groups;
  return estimate_arc_mixing(graph, options, key_for(coins), coins);
}

/// How many arcs come back, and who is named, where noise leaves anything of that.
inline reciprocity_result reciprocity(const arc_graph& graph, double total, const coin_source& coins = {}) {
  return estimate_reciprocity(graph, detail::planned<reciprocity_options>(total), key_for(coins), coins);
}

/// k leaves around a centre: 2 are wedges.
inline estimate stars(const graph_view& graph, unsigned k, double total, const coin_source& coins = {}) {
  return estimate_stars(degrees(graph, total, coins).degrees, k);
}

/// Of pairs of users: each user of them spends the total once, whatever the pairs.
inline common_result common_neighbors(const graph_view& graph, std::span<const user_pair> pairs, double total,
                                      const coin_source& coins = {}) {
  return estimate_common_neighbors(graph, pairs, detail::planned<common_options>(total), key_for(coins),
                                   coins);
}

/// users: the layer whose vertices hold the lists.
inline butterfly_result butterflies(const bipartite_graph& graph, layer users, double total,
                                    const coin_source& coins = {}) {
  return estimate_butterflies(graph, users, detail::planned<butterfly_options>(total), key_for(coins), coins);
}

/// How much alike neighbours are in each attribute.
inline homophily_result homophily(const graph_view& graph, std::span<const user_attribute> attributes,
                                  double total, const coin_source& coins = {}) {
  return estimate_homophily(graph, attributes, detail::planned<homophily_options>(total), key_for(coins),
                            coins);
}

}  // namespace edgeldp
