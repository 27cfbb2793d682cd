// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/csr_graph.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp {
namespace {

using edge_list = std::span<const std::pair<vertex_id, vertex_id>>;

constexpr std::uint64_t edge_grain = 1 << 14;
constexpr std::uint64_t vertex_grain = 1 << 8;

/// The first edge with an end outside 0 .. n - 1, or the number of edges.
std::uint64_t find_bad_edge(std::uint64_t n, edge_list edges) {
  std::atomic<std::uint64_t> first_bad{edges.size()};
  parallel_for(0, edges.size(), edge_grain, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      if (edges[i].first < n && edges[i].second < n) continue;
      std::uint64_t seen = first_bad.load();
      while (i < seen && !first_bad.compare_exchange_weak(seen, i)) {
      }
      return;
    }
  });
  return first_bad.load();
}

void check(std::uint64_t n, edge_list edges) {
  if (n > std::uint64_t{std::numeric_limits<vertex_id>::max()} + 1) {
    throw invalid_parameter("n = " + std::to_string(n) + ": must be in [0, 4294967296]");
  }
  if (const std::uint64_t i = find_bad_edge(n, edges); i != edges.size()) {
    throw invalid_parameter("edges[" + std::to_string(i) + "] = (" + std::to_string(edges[i].first) + ", " +
                            std::to_string(edges[i].second) +
                            "): both ends must be below n = " + std::to_string(n));
  }
}

std::uint64_t fetch_increment(std::uint64_t& counter) {
  return std::atomic_ref(counter).fetch_add(1, std::memory_order_relaxed);
}

/// Turns counts in places 1 .. n into offsets.
void accumulate(std::vector<std::uint64_t>& counts) {
  for (std::uint64_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
}

}  // namespace

csr_graph::csr_graph(std::uint64_t n, edge_list edges) {
  check(n, edges);
  std::vector<std::uint64_t> loose_offsets(n + 1);
  parallel_for(0, edges.size(), edge_grain, [&](std::uint64_t first, std::uint64_t last) {
    for (const auto& [u, v] : edges.subspan(first, last - first)) {
      if (u == v) continue;
      fetch_increment(loose_offsets[u + std::uint64_t{1}]);
      fetch_increment(loose_offsets[v + std::uint64_t{1}]);
    }
  });
  accumulate(loose_offsets);

  // Threads fill a list in any order; sorting it below makes the result independent of them.
  std::vector<vertex_id> loose(loose_offsets[n]);
  std::vector<std::uint64_t> next_free = loose_offsets;
  parallel_for(0, edges.size(), edge_grain, [&](std::uint64_t first, std::uint64_t last) {
    for (const auto& [u, v] : edges.subspan(first, last - first)) {
      if (u == v) continue;
      loose[fetch_increment(next_free[u])] = v;
      loose[fetch_increment(next_free[v])] = u;
    }
  });
  next_free = {};

  m_offsets.assign(n + 1, 0);
  const auto list_begin = [&](std::uint64_t v) {
    return loose.begin() + static_cast<std::ptrdiff_t>(loose_offsets[v]);
  };
  parallel_for(0, n, vertex_grain, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t v = first; v < last; ++v) {
      std::sort(list_begin(v), list_begin(v + 1));
      const auto end = std::unique(list_begin(v), list_begin(v + 1));
      m_offsets[v + 1] = static_cast<std::uint64_t>(end - list_begin(v));
    }
  });
  accumulate(m_offsets);
  if (m_offsets[n] == loose.size()) {
    m_neighbors = std::move(loose);
    return;
  }
  m_neighbors.resize(m_offsets[n]);
  parallel_for(0, n, vertex_grain, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t v = first; v < last; ++v) {
      std::copy_n(list_begin(v), m_offsets[v + 1] - m_offsets[v],
                  m_neighbors.begin() + static_cast<std::ptrdiff_t>(m_offsets[v]));
    }
  });
}

}  // namespace edgeldp
