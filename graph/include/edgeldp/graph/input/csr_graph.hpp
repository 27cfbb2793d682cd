// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/base/types.hpp"

namespace edgeldp {

/// A simple undirected graph in compressed sparse rows: what the readers and generators return.
///
/// Shapes: offsets has n + 1 entries, neighbours 2 m; vertex v's neighbours are
///     neighbours[offsets[v] .. offsets[v + 1]), strictly increasing, without v itself; symmetric.
/// Memory: 8 (n + 1) + 8 m bytes, which copies share.
/// Threads: const access is safe concurrently.
class csr_graph {
 public:
  csr_graph() = default;

  /// Takes any list of undirected edges over vertices 0 .. n - 1; drops self-loops and repeats
  /// (either direction).
  ///
  /// Requires: n <= 2^32, every end < n, else invalid_parameter naming the first edge that breaks
  ///     it.
  /// Cost: O(n + m log(largest degree)) time, parallel; up to 16 bytes an edge and 24 n bytes while
  ///     it runs. The result does not depend on the order of the edges or the number of threads.
  csr_graph(std::uint64_t n, std::span<const std::pair<vertex_id, vertex_id>> edges);

  /// A graph over arrays that somebody else made and `owner` keeps: nothing is copied, and nobody
  /// may change them while the graph or a copy of it lives.
  ///
  /// Errors: invalid_parameter unless they have the shapes above; it names the first vertex that
  ///     breaks them, and how.
  /// Cost: O(n + m) time, parallel, to check: some 16 ns an edge on a core; no memory.
  static csr_graph over(std::span<const std::uint64_t> offsets, std::span<const vertex_id> neighbors,
                        std::shared_ptr<const void> owner);
  /// The same of arrays that over() has accepted before. O(1).
  static csr_graph over_sound(std::span<const std::uint64_t> offsets, std::span<const vertex_id> neighbors,
                              std::shared_ptr<const void> owner);

  std::uint64_t vertex_count() const noexcept { return m_offsets.empty() ? 0 : m_offsets.size() - 1; }
  count_type edge_count() const noexcept { return m_neighbors.size() / 2; }
  std::uint64_t degree(vertex_id v) const noexcept { return m_offsets[v + std::uint64_t{1}] - m_offsets[v]; }

  /// The neighbours of v, increasing.
  std::span<const vertex_id> neighbors(vertex_id v) const noexcept {
    return {m_neighbors.data() + m_offsets[v], size_of(degree(v))};
  }

  /// All of them, as they lie in memory; empty of a graph without vertices.
  std::span<const std::uint64_t> offsets() const noexcept { return m_offsets; }
  std::span<const vertex_id> all_neighbors() const noexcept { return m_neighbors; }

  friend bool operator==(const csr_graph& a, const csr_graph& b) noexcept {
    return a.vertex_count() == b.vertex_count() && ranges::equal(a.m_neighbors, b.m_neighbors) &&
           (a.vertex_count() == 0 || ranges::equal(a.m_offsets, b.m_offsets));
  }

 private:
  csr_graph(std::vector<std::uint64_t> offsets, std::vector<vertex_id> neighbors);

  std::shared_ptr<const void> m_owner;  ///< of what the spans show
  std::span<const std::uint64_t> m_offsets;
  std::span<const vertex_id> m_neighbors;
};

}  // namespace edgeldp
