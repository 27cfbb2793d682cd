// SPDX-License-Identifier: MIT
#include "edgeldp/graph/clusters/weighted_graph.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

void require_sound(std::uint64_t n, std::span<const weighted_edge> edges) {
  if (n > std::uint64_t{1} << 32)
    throw invalid_parameter("a weighted graph of " + std::to_string(n) + " vertices: at most 2^32");
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto& [u, v, weight] = edges[i];
    const std::string edge = "edge " + std::to_string(i) + ", " + std::to_string(u) + " " + std::to_string(v);
    if (u >= n || v >= n) throw invalid_parameter(edge + ": ends must be below " + std::to_string(n));
    if (!std::isfinite(weight) || weight < 0.0)
      throw invalid_parameter(edge + ": its weight must be finite and not negative");
  }
}

}  // namespace

weighted_graph::weighted_graph(std::uint64_t n, std::span<const weighted_edge> edges) {
  require_sound(n, edges);
  m_offsets.resize(n + 1);
  m_loops.resize(n);
  m_strengths.resize(n);
  place(edges);
  merge_repeats();
  add_up();
}

void weighted_graph::place(std::span<const weighted_edge> edges) {
  for (const auto& [u, v, weight] : edges) {
    if (u == v) continue;
    ++m_offsets[u + std::uint64_t{1}];
    ++m_offsets[v + std::uint64_t{1}];
  }
  std::partial_sum(m_offsets.begin(), m_offsets.end(), m_offsets.begin());
  m_neighbors.resize(m_offsets.back());
  std::vector<std::uint64_t> next(m_offsets.begin(), m_offsets.end() - 1);
  for (const auto& [u, v, weight] : edges) {
    if (u == v) {
      m_loops[u] += weight;
      continue;
    }
    m_neighbors[next[u]++] = {v, weight};
    m_neighbors[next[v]++] = {u, weight};
  }
}

/// Sorts each list and adds up weights of the same neighbour, from the smallest on: sums are the
/// same whatever the order of the edges.
void weighted_graph::merge_repeats() {
  std::uint64_t kept = 0, first = 0;
  for (std::uint64_t v = 0; v < m_loops.size(); ++v) {
    const std::uint64_t last = m_offsets[v + 1];
    const std::span<neighbor> list(m_neighbors.data() + first, size_of(last - first));
    ranges::sort(list, [](const neighbor& a, const neighbor& b) {
      return a.vertex != b.vertex ? a.vertex < b.vertex : a.weight < b.weight;
    });
    m_offsets[v] = kept;
    for (const neighbor& one : list) {
      if (kept > m_offsets[v] && m_neighbors[kept - 1].vertex == one.vertex)
        m_neighbors[kept - 1].weight += one.weight;
      else
        m_neighbors[kept++] = one;
    }
    first = last;
  }
  m_offsets.back() = kept;
  m_neighbors.resize(kept);
}

void weighted_graph::add_up() {
  for (std::uint64_t v = 0; v < m_loops.size(); ++v) {
    double sum = 2.0 * m_loops[v];
    for (const neighbor& one : neighbors(static_cast<vertex_id>(v))) sum += one.weight;
    m_strengths[v] = sum;
    m_total += 0.5 * sum;
  }
}

}  // namespace edgeldp
