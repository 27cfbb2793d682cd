// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/csr_graph.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <random>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/free_memory.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {
namespace {

using edge_list = std::span<const std::pair<vertex_id, vertex_id>>;

constexpr std::uint64_t edge_grain = 1 << 14;
constexpr std::uint64_t vertex_grain = 1 << 8;

/// The first of 0 .. size - 1 that is bad, or size; whatever the number of threads.
template <class Predicate>
std::uint64_t find_first(std::uint64_t size, std::uint64_t grain, const Predicate& is_bad) {
  std::atomic<std::uint64_t> first_bad{size};
  parallel_for(0, size, grain, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      if (!is_bad(i)) continue;
      std::uint64_t seen = first_bad.load();
      while (i < seen && !first_bad.compare_exchange_weak(seen, i)) {
      }
      return;
    }
  });
  return first_bad.load();
}

void require_possible_size(std::uint64_t n) {
  if (n > std::uint64_t{std::numeric_limits<vertex_id>::max()} + 1) {
    throw invalid_parameter("n = " + std::to_string(n) + ": must be in [0, 4294967296]");
  }
}

void check(std::uint64_t n, edge_list edges) {
  require_possible_size(n);
  const auto is_bad = [&](std::uint64_t i) { return edges[i].first >= n || edges[i].second >= n; };
  if (const std::uint64_t i = find_first(edges.size(), edge_grain, is_bad); i != edges.size()) {
    throw invalid_parameter("edges[" + std::to_string(i) + "] = (" + std::to_string(edges[i].first) + ", " +
                            std::to_string(edges[i].second) +
                            "): both ends must be below n = " + std::to_string(n));
  }
}

/// Errors: invalid_parameter unless they rise from 0 to the number of neighbours.
void check_offsets(std::span<const std::uint64_t> offsets, std::uint64_t neighbors) {
  if (offsets.empty()) throw invalid_parameter("offsets: there must be n + 1 of them, and there is none");
  const std::uint64_t n = offsets.size() - 1;
  require_possible_size(n);
  if (offsets[0] != 0 || offsets[n] != neighbors)
    throw invalid_parameter("offsets: must rise from 0 to the number of neighbours, " +
                            std::to_string(neighbors) + ", but go from " + std::to_string(offsets[0]) +
                            " to " + std::to_string(offsets[n]));
  const auto falls = [&](std::uint64_t v) { return offsets[v + 1] < offsets[v]; };
  if (const std::uint64_t v = find_first(n, edge_grain, falls); v != n)
    throw invalid_parameter("offsets[" + std::to_string(v + 1) + "] = " + std::to_string(offsets[v + 1]) +
                            " is less than the one before it");
}

/// What is wrong with the list of a vertex by itself; empty if nothing is.
std::string fault_of_list(const csr_graph& g, vertex_id v) {
  const std::span<const vertex_id> list = g.neighbors(v);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == v) return "holds the vertex itself";
    if (list[i] >= g.vertex_count())
      return "holds " + std::to_string(list[i]) + ", and there are " + std::to_string(g.vertex_count()) +
             " vertices";
    if (i > 0 && list[i] <= list[i - 1])
      return "is not strictly increasing: " + std::to_string(list[i]) + " follows " +
             std::to_string(list[i - 1]);
  }
  return "";
}

/// Counts every edge up at its lower end and down at its other, by a mixing of both that nobody
/// knows beforehand (the finalizer of splitmix64 with a random key): 0 if lists are symmetric, by a
/// chance of 2^-64 if they are not.
std::uint64_t lopsidedness(const csr_graph& g) {
  std::random_device system;
  const std::uint64_t key = std::uint64_t{system()} << 32 | system();
  const auto mixed = [key](std::uint64_t low, std::uint64_t high) {
    std::uint64_t x = (low << 32 | high) + key;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
  };
  std::atomic<std::uint64_t> difference{0};
  parallel_for(0, g.vertex_count(), vertex_grain, [&](std::uint64_t first, std::uint64_t last) {
    std::uint64_t sum = 0;
    for (std::uint64_t v = first; v < last; ++v)
      for (const vertex_id u : g.neighbors(static_cast<vertex_id>(v)))
        sum += v < u ? mixed(v, u) : -mixed(u, v);
    difference.fetch_add(sum, std::memory_order_relaxed);
  });
  return difference;
}

/// A neighbour that does not list v, or n. Requires that all lists are in order.
std::uint64_t one_sided_neighbor(const csr_graph& g, vertex_id v) {
  for (const vertex_id u : g.neighbors(v))
    if (!ranges::binary_search(g.neighbors(u), v)) return u;
  return g.vertex_count();
}

/// Errors: invalid_parameter unless lists are strictly increasing, below n and symmetric.
void check_lists(const csr_graph& g) {
  const std::uint64_t n = g.vertex_count();
  const auto is_faulty = [&](std::uint64_t v) {
    return !fault_of_list(g, static_cast<vertex_id>(v)).empty();
  };
  if (const std::uint64_t v = find_first(n, vertex_grain, is_faulty); v != n)
    throw invalid_parameter("the list of vertex " + std::to_string(v) + " " +
                            fault_of_list(g, static_cast<vertex_id>(v)));
  if (lopsidedness(g) == 0) return;
  const auto is_one_sided = [&](std::uint64_t v) {
    return one_sided_neighbor(g, static_cast<vertex_id>(v)) != n;
  };
  if (const std::uint64_t v = find_first(n, vertex_grain, is_one_sided); v != n)
    throw invalid_parameter(
        "vertex " + std::to_string(v) + " has the neighbour " +
        std::to_string(one_sided_neighbor(g, static_cast<vertex_id>(v))) +
        ", but not the other way round: an undirected graph lists every edge at both ends");
}

/// Calls f(is_own) once a thread; is_own(v) is true in one of them. So each can look at everything
/// and write what is its own, and nothing is shared: atomic counters took twice as long on one
/// thread (12 million edges). With more threads than 16 each would mostly look.
template <class F>
void for_each_part(const F& f) {
  constexpr std::uint64_t most_parts = 16;
  const std::uint64_t parts = std::min(most_parts, std::bit_floor(std::uint64_t{thread_count()}));
  parallel_for(0, parts, 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t part = first; part < last; ++part)
      f([part, parts](std::uint64_t v) { return (v / 64 & (parts - 1)) == part; });  // by cache lines
  });
}

/// Calls f(u, v) and f(v, u) for every edge but loops; of one u in the order of the edges.
template <class F>
void for_each_end(edge_list edges, const F& f) {
  for_each_part([&](const auto& is_own) {
    for (const auto& [u, v] : edges) {
      if (u == v) continue;
      if (is_own(u)) f(u, v);
      if (is_own(v)) f(v, u);
    }
  });
}

/// Sorts lists that have every edge at both ends. Long ones by listing each vertex in turn with its
/// neighbours, which takes a store an entry, though anywhere; others one by one.
void sort_lists(const std::vector<std::uint64_t>& offsets, std::vector<vertex_id>& lists) {
  const std::uint64_t n = offsets.size() - 1;
  const auto list = [&](std::uint64_t v) {
    return std::span(lists).subspan(offsets[v], offsets[v + 1] - offsets[v]);
  };
  if (find_first(n, vertex_grain, [&](std::uint64_t v) { return !ranges::is_sorted(list(v)); }) == n) return;
  constexpr std::uint64_t long_list = 64;
  if (lists.size() < long_list * n) {
    parallel_for(0, n, vertex_grain, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t v = first; v < last; ++v) ranges::sort(list(v));
    });
    return;
  }
  std::vector<vertex_id> sorted(lists.size());
  std::vector<std::uint64_t> next = offsets;
  for_each_part([&](const auto& is_own) {
    for (std::uint64_t v = 0; v < n; ++v)
      for (const vertex_id u : list(v))
        if (is_own(u)) sorted[next[u]++] = static_cast<vertex_id>(v);
  });
  lists = std::move(sorted);
}

/// Turns counts in places 1 .. n into offsets.
void accumulate(std::vector<std::uint64_t>& counts) {
  for (std::uint64_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
}

}  // namespace

csr_graph::csr_graph(std::uint64_t n, edge_list edges) {
  check(n, edges);
  std::vector<std::uint64_t> loose_offsets(n + 1);
  for_each_end(edges, [&](vertex_id u, vertex_id) { ++loose_offsets[u + std::uint64_t{1}]; });
  accumulate(loose_offsets);
  std::vector<vertex_id> loose(loose_offsets[n]);
  std::vector<std::uint64_t> next_free = loose_offsets;
  for_each_end(edges, [&](vertex_id u, vertex_id v) { loose[next_free[u]++] = v; });
  free_memory(next_free);
  sort_lists(loose_offsets, loose);

  std::vector<std::uint64_t> offsets(n + 1);
  const auto list_begin = [&](std::uint64_t v) {
    return loose.begin() + static_cast<std::ptrdiff_t>(loose_offsets[v]);
  };
  parallel_for(0, n, vertex_grain, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t v = first; v < last; ++v) {
      const auto end = std::unique(list_begin(v), list_begin(v + 1));
      offsets[v + 1] = static_cast<std::uint64_t>(end - list_begin(v));
    }
  });
  accumulate(offsets);
  if (offsets[n] == loose.size()) {
    *this = csr_graph(std::move(offsets), std::move(loose));
    return;
  }
  std::vector<vertex_id> neighbors(offsets[n]);
  parallel_for(0, n, vertex_grain, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t v = first; v < last; ++v) {
      std::copy_n(list_begin(v), offsets[v + 1] - offsets[v],
                  neighbors.begin() + static_cast<std::ptrdiff_t>(offsets[v]));
    }
  });
  *this = csr_graph(std::move(offsets), std::move(neighbors));
}

csr_graph::csr_graph(std::vector<std::uint64_t> offsets, std::vector<vertex_id> neighbors) {
  struct arrays {
    std::vector<std::uint64_t> offsets;
    std::vector<vertex_id> neighbors;
  };
  auto kept = std::make_shared<const arrays>(arrays{std::move(offsets), std::move(neighbors)});
  m_offsets = kept->offsets;
  m_neighbors = kept->neighbors;
  m_owner = std::move(kept);
}

csr_graph csr_graph::over(std::span<const std::uint64_t> offsets, std::span<const vertex_id> neighbors,
                          std::shared_ptr<const void> owner) {
  check_offsets(offsets, neighbors.size());
  csr_graph g = over_sound(offsets, neighbors, std::move(owner));
  check_lists(g);
  return g;
}

csr_graph csr_graph::over_sound(std::span<const std::uint64_t> offsets, std::span<const vertex_id> neighbors,
                                std::shared_ptr<const void> owner) {
  csr_graph g;
  g.m_owner = std::move(owner);
  g.m_offsets = offsets;
  g.m_neighbors = neighbors;
  return g;
}

}  // namespace edgeldp
