// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"

namespace edgeldp {

class graph_view;

/// A simple directed graph: the outgoing neighbours of each vertex. An arc is in the list of the
/// vertex that it leaves, and in no other: so it is one bit of one user's list, and a pair of users
/// may have two.
///
/// Memory: 8 (n + 1) + 4 m bytes, which copies share.
/// Threads: const access is safe concurrently.
class arc_graph {
 public:
  arc_graph() = default;

  /// Arcs (from, to) over vertices 0 .. n - 1, in any order; drops self-loops and repeats.
  /// Errors: invalid_parameter for more than 2^32 vertices, and naming the first arc with an end
  ///     that is none of them.
  /// Cost: O(n + m log(largest out-degree)) time.
  arc_graph(std::uint64_t n, std::span<const std::pair<vertex_id, vertex_id>> arcs);

  std::uint64_t vertex_count() const noexcept { return m_lists.vertex_count(); }
  count_type arc_count() const noexcept { return m_lists.all_neighbors().size(); }
  std::uint64_t out_degree(vertex_id v) const noexcept { return m_lists.degree(v); }
  /// The heads of the arcs that leave v, increasing.
  std::span<const vertex_id> out_neighbors(vertex_id v) const noexcept { return m_lists.neighbors(v); }
  bool has_arc(vertex_id from, vertex_id to) const noexcept;

  /// The lists of outgoing neighbours as those of users, for rounds in which a user answers about
  /// its own list alone and for walks along arcs. They are no undirected graph: whoever counts
  /// triangles, cores or edges in them gets numbers that mean nothing.
  /// Requires: the graph outlives the view.
  graph_view out_lists() const;

  friend bool operator==(const arc_graph&, const arc_graph&) noexcept = default;

 private:
  csr_graph m_lists;  ///< not symmetric: nobody but this class may take it for a graph
};

}  // namespace edgeldp
