// SPDX-License-Identifier: MIT
#include "input/forward_graph.hpp"

#include <algorithm>
#include <numeric>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// Calls body(label, neighbours) for every vertex, in parallel.
template <class Body>
void for_each_list(const graph_view& g, const std::vector<vertex_id>& labels, const Body& body) {
  parallel_for(0, g.vertex_count(), forward_graph::grain, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    for (std::uint64_t v = first; v < last; ++v)
      body(labels[v], g.neighbors(static_cast<vertex_id>(v), scratch));
  });
}

}  // namespace

std::vector<vertex_id> degrees_of(const graph_view& g) {
  std::vector<vertex_id> degrees(g.vertex_count());
  parallel_for(0, degrees.size(), forward_graph::grain, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<vertex_id> scratch;
    for (std::uint64_t v = first; v < last; ++v)
      degrees[v] = static_cast<vertex_id>(g.neighbors(static_cast<vertex_id>(v), scratch).size());
  });
  return degrees;
}

degree_buckets::degree_buckets(const std::vector<vertex_id>& degrees)
    : starts(degrees.empty() ? 2 : std::uint64_t{ranges::max(degrees)} + 2), vertices(degrees.size()) {
  for (const vertex_id d : degrees) ++starts[d + std::uint64_t{1}];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<std::uint64_t> next_free = starts;
  for (std::uint64_t v = 0; v < degrees.size(); ++v)
    vertices[next_free[degrees[v]]++] = static_cast<vertex_id>(v);
}

forward_graph::forward_graph(const graph_view& g) : offsets(g.vertex_count() + 1), labels(g.vertex_count()) {
  {
    const degree_buckets by_degree(degrees_of(g));
    const std::uint64_t n = labels.size();
    for (std::uint64_t i = 0; i < n; ++i) labels[by_degree.vertices[n - 1 - i]] = static_cast<vertex_id>(i);
  }
  for_each_list(g, labels, [this](std::uint64_t label, std::span<const vertex_id> list) {
    offsets[label + 1] = static_cast<std::uint64_t>(
        std::count_if(list.begin(), list.end(), [&](vertex_id u) { return labels[u] < label; }));
  });
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  earlier.resize(offsets.back());
  for_each_list(g, labels, [this](std::uint64_t label, std::span<const vertex_id> list) {
    std::uint64_t at = offsets[label];
    for (const vertex_id u : list)
      if (labels[u] < label) earlier[at++] = labels[u];
  });
}

}  // namespace edgeldp
