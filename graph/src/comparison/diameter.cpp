// SPDX-License-Identifier: MIT
#include "comparison/diameter.hpp"

#include <algorithm>
#include <vector>

#include "edgeldp/core/base/run_watch.hpp"

namespace edgeldp::exact {

namespace {

/// Of each vertex, how far its farthest is: at least, and at most.
class eccentricities {
 public:
  eccentricities(const graph_view& g, std::uint64_t known)
      : m_graph(g), m_known(known), m_low(g.vertex_count()), m_high(g.vertex_count()) {
    bound_by_components();
  }

  /// Vertices whose farthest may be farther than any distance that is known.
  bool has_open() const { return !m_open.empty(); }
  diameter_bounds bounds() const {
    vertex_id most = 0;
    for (const vertex_id v : m_open) most = std::max(most, m_high[v]);
    return {m_known, std::max<std::uint64_t>(m_known, most)};
  }

  /// From the open vertex that seems farthest out, or from the one that seems most central.
  void search(bool is_outer) {
    const auto chosen = is_outer ? std::max_element(m_open.begin(), m_open.end(),
                                                    [&](auto a, auto b) { return m_high[a] < m_high[b]; })
                                 : std::min_element(m_open.begin(), m_open.end(),
                                                    [&](auto a, auto b) { return m_low[a] < m_low[b]; });
    search_from(*chosen);
  }

 private:
  /// Vertices by distance from v, which m_distance then holds.
  const std::vector<vertex_id>& reach(vertex_id v) {
    m_reached.assign(1, v);
    m_distance[v] = 0;
    for (std::size_t i = 0; i < m_reached.size(); ++i) {
      const vertex_id at = m_reached[i];
      for (const vertex_id u : m_graph.neighbors(at, m_scratch)) {
        if (m_distance[u] != unseen) continue;
        m_distance[u] = m_distance[at] + 1;
        m_reached.push_back(u);
      }
    }
    return m_reached;
  }

  /// A path has no vertex twice, so nobody in a component of k is farther than k - 1.
  void bound_by_components() {
    m_distance.assign(m_graph.vertex_count(), unseen);
    for (std::uint64_t v = 0; v < m_graph.vertex_count(); ++v) {
      if (m_distance[v] != unseen) continue;
      const auto& component = reach(static_cast<vertex_id>(v));
      for (const vertex_id u : component) m_high[u] = static_cast<vertex_id>(component.size() - 1);
      m_open.insert(m_open.end(), component.begin(), component.end());
    }
    m_distance.assign(m_graph.vertex_count(), unseen);
    close();
  }

  void search_from(vertex_id v) {
    const auto& reached = reach(v);
    const vertex_id farthest = m_distance[reached.back()];
    m_known = std::max<std::uint64_t>(m_known, farthest);
    for (const vertex_id u : reached) {
      const vertex_id d = m_distance[u];
      m_low[u] = std::max({m_low[u], d, farthest - d});
      m_high[u] = std::min(m_high[u], farthest + d);
      m_distance[u] = unseen;
    }
    m_high[v] = farthest;
    close();
  }

  void close() {
    std::erase_if(m_open, [&](vertex_id v) { return m_high[v] <= m_known; });
  }

  static constexpr vertex_id unseen = ~vertex_id{0};
  const graph_view& m_graph;
  std::uint64_t m_known;
  std::vector<vertex_id> m_low, m_high, m_distance, m_open, m_reached, m_scratch;
};

}  // namespace

diameter_bounds bound_diameter(const graph_view& g, std::uint64_t at_least, unsigned searches) {
  eccentricities of(g, at_least);
  for (unsigned i = 0; i < searches && of.has_open(); ++i) {
    check_stop();
    of.search(i % 2 == 0);
  }
  return of.bounds();
}

}  // namespace edgeldp::exact
