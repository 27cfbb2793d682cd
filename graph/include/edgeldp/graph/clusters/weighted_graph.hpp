// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/base/types.hpp"

namespace edgeldp {

/// An edge between two vertices, or a loop at one.
struct weighted_edge {
  vertex_id first = 0, second = 0;
  double weight = 1.0;
};

/// An undirected graph whose edges have weights, in compressed sparse rows. It knows nothing of
/// lists: weights may come from a true graph, or from what users released.
///
/// Shapes: vertices 0 .. n - 1; a vertex's neighbours strictly increase and leave out itself, whose
///     loop stands apart.
/// Memory: 16 bytes an end of an edge, 24 a vertex.
class weighted_graph {
 public:
  struct neighbor {
    vertex_id vertex = 0;
    double weight = 0.0;
  };

  weighted_graph() = default;

  /// Edges in any order; weights of the same two ends add up, and so do loops.
  ///
  /// Requires: n <= 2^32, every end < n, weights finite and not negative, else invalid_parameter
  ///     naming the first edge that breaks it.
  /// Cost: O(n + m log(largest degree)).
  weighted_graph(std::uint64_t n, std::span<const weighted_edge> edges);

  std::uint64_t vertex_count() const noexcept { return m_loops.size(); }

  std::span<const neighbor> neighbors(vertex_id v) const noexcept {
    const std::uint64_t first = m_offsets[v];
    return {m_neighbors.data() + first, size_of(m_offsets[v + std::uint64_t{1}] - first)};
  }
  double loop(vertex_id v) const noexcept { return m_loops[v]; }

  /// Weights at v; a loop has two ends there.
  double strength(vertex_id v) const noexcept { return m_strengths[v]; }

  /// Of all edges and loops; half of all strengths.
  double total_weight() const noexcept { return m_total; }

 private:
  void place(std::span<const weighted_edge> edges);
  void merge_repeats();
  void add_up();

  std::vector<std::uint64_t> m_offsets;
  std::vector<neighbor> m_neighbors;
  std::vector<double> m_loops, m_strengths;
  double m_total = 0.0;
};

}  // namespace edgeldp
