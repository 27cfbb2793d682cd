// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/cores/exact.hpp"

#include <algorithm>
#include <utility>

#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp::exact {

namespace {

/// Vertices in the order of how many neighbours they have left, with where each number begins.
class by_neighbors_left {
 public:
  explicit by_neighbors_left(std::vector<std::uint64_t> left)
      : m_left(std::move(left)), m_order(m_left.size()), m_at(m_left.size()) {
    std::uint64_t most = 0;
    for (const std::uint64_t d : m_left) most = std::max(most, d);
    m_first.assign(most + 2, 0);
    for (const std::uint64_t d : m_left) ++m_first[d + 1];
    for (std::size_t d = 1; d < m_first.size(); ++d) m_first[d] += m_first[d - 1];
    std::vector<std::uint64_t> next = m_first;
    for (std::size_t v = 0; v < m_left.size(); ++v) {
      m_at[v] = next[m_left[v]]++;
      m_order[m_at[v]] = static_cast<vertex_id>(v);
    }
  }

  vertex_id at(std::uint64_t place) const noexcept { return m_order[place]; }
  std::uint64_t left(vertex_id v) const noexcept { return m_left[v]; }
  /// One neighbour less: v moves to the front of its number, which then begins behind it.
  void lower(vertex_id v) {
    const std::uint64_t front = m_first[m_left[v]]++;
    const vertex_id other = m_order[front];
    std::swap(m_order[m_at[v]], m_order[front]);
    std::swap(m_at[v], m_at[other]);
    --m_left[v];
  }

 private:
  std::vector<std::uint64_t> m_left;
  std::vector<vertex_id> m_order;
  std::vector<std::uint64_t> m_at, m_first;
};

}  // namespace

std::vector<std::uint64_t> core_numbers(const graph_view& g) {
  const std::uint64_t n = g.vertex_count();
  std::vector<vertex_id> scratch;
  std::vector<std::uint64_t> degrees(n);
  for (std::uint64_t v = 0; v < n; ++v) degrees[v] = g.neighbors(static_cast<vertex_id>(v), scratch).size();
  by_neighbors_left order(std::move(degrees));
  std::vector<std::uint64_t> core(n);
  for (std::uint64_t place = 0; place < n; ++place) {
    const vertex_id v = order.at(place);
    core[v] = order.left(v);
    for (const vertex_id u : g.neighbors(v, scratch))
      if (order.left(u) > core[v]) order.lower(u);
  }
  return core;
}

double density(const graph_view& g, std::span<const vertex_id> members) {
  if (members.empty()) return 0.0;
  std::vector<vertex_id> scratch;
  std::uint64_t ends = 0;
  for (const vertex_id v : members)
    for (const vertex_id u : g.neighbors(v, scratch)) ends += ranges::binary_search(members, u) ? 1U : 0U;
  return 0.5 * static_cast<double>(ends) / static_cast<double>(members.size());
}

}  // namespace edgeldp::exact
