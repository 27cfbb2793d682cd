// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/cycles/exact.hpp"

#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"

namespace edgeldp::exact {

namespace {

count_type to_count(uint128 cycles) {
  if (cycles > std::numeric_limits<count_type>::max())
    throw bad_graph_input("the graph has 2^64 or more cycles of this length");
  return static_cast<count_type>(cycles);
}

/// Numbers of two-step walks from one vertex.
class two_steps {
 public:
  explicit two_steps(std::uint64_t n) : m_walks(n) {}

  /// Of those that end before vertex `end`: lists increase.
  void start(const graph_view& g, vertex_id v, std::uint64_t end) {
    for (const vertex_id w : m_reached) m_walks[w] = 0;
    m_reached.clear();
    for (const vertex_id u : g.neighbors(v, m_scratch)) {
      for (const vertex_id w : g.neighbors(u, m_scratch2)) {
        if (w >= end) break;
        if (m_walks[w]++ == 0) m_reached.push_back(w);
      }
    }
  }
  const std::vector<vertex_id>& reached() const { return m_reached; }
  std::uint64_t operator[](vertex_id w) const { return m_walks[w]; }

 private:
  std::vector<std::uint32_t> m_walks;
  std::vector<vertex_id> m_reached, m_scratch, m_scratch2;
};

/// Sum over vertices v of f(two-step walks from v, v): all of them, or those that end before v.
template <class F>
int128 sum_over_vertices(const graph_view& g, bool only_before, F&& f) {
  int128 sum = 0;
  std::mutex mutex;
  parallel_for(0, g.vertex_count(), 16, [&](std::uint64_t first, std::uint64_t last) {
    two_steps walks(g.vertex_count());
    int128 part = 0;
    for (std::uint64_t u = first; u < last; ++u) {
      const auto v = static_cast<vertex_id>(u);
      walks.start(g, v, only_before ? u : g.vertex_count());
      part += f(walks, v);
    }
    const std::lock_guard lock(mutex);
    sum += part;
  });
  return sum;
}

}  // namespace

count_type count_four_cycles(const graph_view& g) {
  const int128 twice = sum_over_vertices(g, true, [](const two_steps& walks, vertex_id) {
    uint128 pairs = 0;
    for (const vertex_id w : walks.reached()) pairs += uint128{walks[w]} * (walks[w] - 1) / 2;
    return static_cast<int128>(pairs);
  });
  return to_count(static_cast<uint128>(twice) / 2);
}

count_type count_five_cycles(const graph_view& g) {
  const csr_graph lists = [&] {  // every list is read many times
    std::vector<std::pair<vertex_id, vertex_id>> edges;
    std::vector<vertex_id> scratch;
    for (std::uint64_t u = 0; u < g.vertex_count(); ++u)
      for (const vertex_id v : g.neighbors(static_cast<vertex_id>(u), scratch))
        if (v < u) edges.emplace_back(v, static_cast<vertex_id>(u));
    return csr_graph(g.vertex_count(), edges);
  }();
  const int128 ten_times = sum_over_vertices(lists, false, [&](const two_steps& walks, vertex_id v) {
    uint128 through_edges = 0;  // each in one direction
    for (const vertex_id x : walks.reached()) {
      std::uint64_t onward = 0;
      for (const vertex_id y : lists.neighbors(x)) {
        if (y >= x) break;
        onward += walks[y];
      }
      through_edges += uint128{walks[x]} * onward;
    }
    std::uint64_t closed_in_three = 0;
    for (const vertex_id x : lists.neighbors(v)) closed_in_three += walks[x];
    // tr A^3 enters as 5 (A^3)_vv, together with the last term: 5 (1 + d - 2).
    const auto degree = static_cast<int128>(lists.neighbors(v).size());
    return static_cast<int128>(2 * through_edges) - 5 * (degree - 1) * static_cast<int128>(closed_in_three);
  });
  return to_count(static_cast<uint128>(ten_times) / 10);
}

count_type count_cycles(const graph_view& g, unsigned length) {
  if (length == 3) return count_triangles(g);
  if (length == 4) return count_four_cycles(g);
  if (length == 5) return count_five_cycles(g);
  throw invalid_parameter("cycle length = " + std::to_string(length) + ": must lie in [3, 5]");
}

}  // namespace edgeldp::exact
