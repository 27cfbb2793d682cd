// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/arc_graph.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/input/graph_view.hpp"

namespace edgeldp {

namespace {

struct lists {
  std::vector<std::uint64_t> offsets;
  std::vector<vertex_id> neighbors;
};

void require_ends(std::uint64_t n, std::span<const std::pair<vertex_id, vertex_id>> arcs) {
  if (n > std::uint64_t{1} << 32) throw invalid_parameter("a graph of more than 2^32 vertices");
  const auto bad = ranges::find_if(arcs, [n](const auto& a) { return a.first >= n || a.second >= n; });
  if (bad != arcs.end())
    throw invalid_parameter("arc " + std::to_string(bad - arcs.begin()) + ", from " +
                            std::to_string(bad->first) + " to " + std::to_string(bad->second) +
                            ": vertices are 0 to " + std::to_string(n) + " - 1");
}

/// By tail; loops are left out, repeats are not.
lists by_tail(std::uint64_t n, std::span<const std::pair<vertex_id, vertex_id>> arcs) {
  lists all{std::vector<std::uint64_t>(n + 1), {}};
  for (const auto& [from, to] : arcs)
    if (from != to) ++all.offsets[from + std::uint64_t{1}];
  for (std::uint64_t v = 0; v < n; ++v) all.offsets[v + 1] += all.offsets[v];
  all.neighbors.resize(all.offsets[n]);
  std::vector<std::uint64_t> next(all.offsets.begin(), all.offsets.end() - 1);
  for (const auto& [from, to] : arcs)
    if (from != to) all.neighbors[next[from]++] = to;
  return all;
}

/// Sorts each list and closes the gaps that repeats leave.
void sort_lists(lists& all) {
  std::uint64_t kept = 0;
  for (std::uint64_t v = 0; v + 1 < all.offsets.size(); ++v) {
    const auto first = all.neighbors.begin() + static_cast<std::ptrdiff_t>(all.offsets[v]),
               last = all.neighbors.begin() + static_cast<std::ptrdiff_t>(all.offsets[v + 1]);
    std::sort(first, last);
    const auto end = std::unique(first, last);
    all.offsets[v] = kept;
    std::copy(first, end, all.neighbors.begin() + static_cast<std::ptrdiff_t>(kept));
    kept += static_cast<std::uint64_t>(end - first);
  }
  all.offsets.back() = kept;
  all.neighbors.resize(kept);
}

}  // namespace

arc_graph::arc_graph(std::uint64_t n, std::span<const std::pair<vertex_id, vertex_id>> arcs) {
  require_ends(n, arcs);
  const auto held = std::make_shared<lists>(by_tail(n, arcs));
  sort_lists(*held);
  m_lists = csr_graph::over_sound(held->offsets, held->neighbors, held);
}

graph_view arc_graph::out_lists() const {
  return {m_lists};
}

bool arc_graph::has_arc(vertex_id from, vertex_id to) const noexcept {
  return ranges::binary_search(out_neighbors(from), to);
}

}  // namespace edgeldp
