// SPDX-License-Identifier: MIT
#include "edgeldp/graph/clusters/louvain.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/run_watch.hpp"

namespace edgeldp {

namespace {

/// What a pass, or a level, must gain in modularity for another to follow.
constexpr double least_gain = 1e-7;

/// Vertices of one graph, which move between its communities.
class moving_vertices {
 public:
  explicit moving_vertices(const weighted_graph& g)
      : m_graph(g), m_of(g.vertex_count()), m_strengths(g.vertex_count()), m_to(g.vertex_count()) {
    std::iota(m_of.begin(), m_of.end(), vertex_id{0});
    for (std::uint64_t v = 0; v < m_of.size(); ++v) m_strengths[v] = g.strength(static_cast<vertex_id>(v));
  }

  /// Passes over all vertices, until one gains too little; what they gain.
  double settle() {
    double all = 0.0, gained = least_gain;
    for (; gained >= least_gain; all += gained) {
      check_stop();
      gained = 0.0;
      for (std::uint64_t v = 0; v < m_of.size(); ++v) gained += move(static_cast<vertex_id>(v));
    }
    return all;
  }

  std::vector<vertex_id>& communities_of() { return m_of; }

 private:
  /// Moves v to where it gains most, perhaps nowhere; what modularity gains.
  double move(vertex_id v) {
    const double m = m_graph.total_weight(), strength = m_graph.strength(v);
    if (strength == 0.0) return 0.0;
    const vertex_id home = m_of[v];
    m_strengths[home] -= strength;
    gather_weights(v);
    const auto worth = [&](vertex_id c) { return m_to[c] / m - strength * m_strengths[c] / (2.0 * m * m); };
    const double at_home = worth(home);
    double best = at_home;
    vertex_id chosen = home;
    for (const vertex_id c : m_near) {
      const double there = worth(c);
      if (there > best || (there == best && chosen != home && c < chosen)) {
        best = there;
        chosen = c;
      }
    }
    for (const vertex_id c : m_near) m_to[c] = 0.0;
    m_near.clear();
    m_strengths[chosen] += strength;
    m_of[v] = chosen;
    return best - at_home;
  }

  /// m_to of each community near v: the weight of edges from v into it.
  void gather_weights(vertex_id v) {
    for (const auto& [u, weight] : m_graph.neighbors(v)) {
      const vertex_id c = m_of[u];
      if (m_to[c] == 0.0 && weight > 0.0) m_near.push_back(c);
      m_to[c] += weight;
    }
  }

  const weighted_graph& m_graph;
  std::vector<vertex_id> m_of;
  std::vector<double> m_strengths;  // of communities
  std::vector<double> m_to;         // all 0 between moves
  std::vector<vertex_id> m_near;    // communities whose m_to is not 0
};

/// Numbers communities by their first vertices; how many there are.
std::uint64_t number_anew(std::vector<vertex_id>& of) {
  constexpr vertex_id none = ~vertex_id{0};
  std::vector<vertex_id> numbers(of.size(), none);
  vertex_id next = 0;
  for (vertex_id& c : of) {
    if (numbers[c] == none) numbers[c] = next++;
    c = numbers[c];
  }
  return next;
}

/// The graph whose vertices are communities.
weighted_graph gathered(const weighted_graph& g, std::span<const vertex_id> of, std::uint64_t count) {
  std::vector<weighted_edge> edges;
  for (std::uint64_t i = 0; i < g.vertex_count(); ++i) {
    const auto v = static_cast<vertex_id>(i);
    if (g.loop(v) > 0.0) edges.push_back({of[v], of[v], g.loop(v)});
    for (const auto& [u, weight] : g.neighbors(v))
      if (u > v) edges.push_back({of[v], of[u], weight});
  }
  return {count, edges};
}

}  // namespace

double modularity(const weighted_graph& g, std::span<const vertex_id> community_of) {
  const std::uint64_t n = g.vertex_count();
  if (community_of.size() != n)
    throw invalid_parameter("a community for each of " + std::to_string(n) + " vertices is wanted, not " +
                            std::to_string(community_of.size()));
  if (std::any_of(community_of.begin(), community_of.end(), [&](vertex_id c) { return c >= n; }))
    throw invalid_parameter("communities must have numbers below that of vertices, " + std::to_string(n));
  if (g.total_weight() == 0.0) return 0.0;
  std::vector<double> within(n), strengths(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto v = static_cast<vertex_id>(i);
    strengths[community_of[v]] += g.strength(v);
    within[community_of[v]] += g.loop(v);
    for (const auto& [u, weight] : g.neighbors(v))
      if (u > v && community_of[u] == community_of[v]) within[community_of[v]] += weight;
  }
  double sum = 0.0;
  for (std::uint64_t c = 0; c < n; ++c) {
    const double share = strengths[c] / (2.0 * g.total_weight());
    sum += within[c] / g.total_weight() - share * share;
  }
  return sum;
}

vertex_partition louvain_partition(const weighted_graph& g) {
  vertex_partition found{std::vector<vertex_id>(g.vertex_count()), g.vertex_count(), 0.0};
  std::iota(found.of.begin(), found.of.end(), vertex_id{0});
  weighted_graph level;
  for (const weighted_graph* now = &g;; now = &level) {
    moving_vertices moving(*now);
    if (moving.settle() < least_gain) break;
    std::vector<vertex_id>& of = moving.communities_of();
    const std::uint64_t count = number_anew(of);
    for (vertex_id& c : found.of) c = of[c];
    found.count = count;
    level = gathered(*now, of, count);
  }
  found.modularity = modularity(g, found.of);
  return found;
}

}  // namespace edgeldp
