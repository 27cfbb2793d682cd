// SPDX-License-Identifier: MIT
#include "edgeldp/graph/generate/generators.hpp"

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/core/base/run_watch.hpp"
#include "generate/draws.hpp"

namespace edgeldp {

namespace {

using namespace drawn;

/// The graph as it grows. Newcomer v >= m_each owns edges (v - m_each) m_each and following.
class growing_graph {
 public:
  growing_graph(std::uint64_t n, unsigned each) : m_each(each), m_followers(n), m_linked_to(n) {
    m_edges.reserve((n - each) * each);
  }

  void add_vertex(vertex_id newcomer, std::uint64_t triad_threshold, draw_stream& stream) {
    const std::uint64_t known = m_edges.size();
    std::vector<vertex_id> chosen;
    vertex_id attached = 0;
    while (chosen.size() < m_each) {
      const bool closes = !chosen.empty() && stream.word() < triad_threshold;
      if (!closes || !link_neighbor(newcomer, attached, chosen, stream)) {
        do attached = draw_by_degree(known, stream);
        while (is_linked(attached, newcomer));
        link(newcomer, attached, chosen);
      }
    }
    for (const vertex_id target : chosen) {
      m_edges.emplace_back(newcomer, target);
      m_followers[target].push_back(newcomer);
    }
  }

  const edge_list& edges() const { return m_edges; }

 private:
  /// Every end of an edge once, and each of the first vertices once more, so that they can be found
  /// at all.
  vertex_id draw_by_degree(std::uint64_t known, draw_stream& stream) const {
    const std::uint64_t place = stream.below(2 * known + m_each);
    if (place < m_each) return static_cast<vertex_id>(place);
    const auto& [from, to] = m_edges[(place - m_each) / 2];
    return (place - m_each) % 2 == 0 ? from : to;
  }

  bool is_linked(vertex_id target, vertex_id newcomer) const { return m_linked_to[target] == newcomer; }

  void link(vertex_id newcomer, vertex_id target, std::vector<vertex_id>& chosen) {
    m_linked_to[target] = newcomer;  // 0 is nobody's newcomer: the first vertices arrive unlinked
    chosen.push_back(target);
  }

  std::uint64_t own_edges(vertex_id v) const { return v < m_each ? 0 : m_each; }
  std::uint64_t degree(vertex_id v) const { return own_edges(v) + m_followers[v].size(); }
  vertex_id neighbor(vertex_id v, std::uint64_t i) const {
    const std::uint64_t own = own_edges(v);
    return i < own ? m_edges[(v - m_each) * std::uint64_t{m_each} + i].second : m_followers[v][i - own];
  }

  /// Links the newcomer to a uniform neighbour of `attached` that it is not linked to, if there is
  /// one.
  bool link_neighbor(vertex_id newcomer, vertex_id attached, std::vector<vertex_id>& chosen,
                     draw_stream& stream) {
    std::vector<vertex_id> open;
    const std::uint64_t d = degree(attached);
    if (d < 2 * chosen.size()) {  // few neighbours, perhaps all linked: list those that are not
      for (std::uint64_t i = 0; i < d; ++i) {
        if (!is_linked(neighbor(attached, i), newcomer)) open.push_back(neighbor(attached, i));
      }
      if (open.empty()) return false;
      link(newcomer, open[stream.below(open.size())], chosen);
      return true;
    }
    vertex_id target = 0;
    do target = neighbor(attached, stream.below(d));
    while (is_linked(target, newcomer));
    link(newcomer, target, chosen);
    return true;
  }

  unsigned m_each;
  edge_list m_edges;
  std::vector<std::vector<vertex_id>> m_followers;
  std::vector<vertex_id> m_linked_to;  ///< the last newcomer that linked to a vertex
};

}  // namespace

csr_graph generate_holme_kim(std::uint64_t n, unsigned edges_per_vertex, double triad_probability,
                             std::uint64_t seed) {
  require(n >= 2 && n <= vertex_limit, "n", n, interval(2, vertex_limit));
  require(edges_per_vertex >= 1 && edges_per_vertex < n, "edges_per_vertex", edges_per_vertex,
          interval(1, n - 1));
  require(triad_probability >= 0 && triad_probability <= 1, "triad_probability", triad_probability, "[0, 1]");
  growing_graph graph(n, edges_per_vertex);
  for (std::uint64_t v = edges_per_vertex; v < n; ++v) {
    if (v % 8192 == 0) {
      check_stop();
      tell_step(v, n);
    }
    draw_stream stream(seed, purpose::holme_kim, v);
    graph.add_vertex(static_cast<vertex_id>(v), threshold(triad_probability), stream);
  }
  return {n, graph.edges()};
}

}  // namespace edgeldp
