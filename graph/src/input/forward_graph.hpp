// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "input/object_pool.hpp"

/// What exact counts of triangles walk through.
namespace edgeldp {

/// Degrees fit: a vertex has at most 2^32 - 1 neighbours.
/// Cost: O(n + m), parallel.
std::vector<vertex_id> degrees_of(const graph_view& g);

/// The vertices by increasing degree, equal degrees by number, and where each degree starts
/// (counting sort).
struct degree_buckets {
  explicit degree_buckets(const std::vector<vertex_id>& degrees);

  std::vector<std::uint64_t> starts;
  std::vector<vertex_id> vertices;
};

/// The graph relabelled hubs first, each edge kept at its later end only: lists have at most sqrt(2
/// m) entries. Hubs get small labels, so the marks of a list lie close together in memory.
/// Memory: 4 m + 12 n bytes. A Boost.Graph list is produced three times.
struct forward_graph {
  static constexpr std::uint64_t grain = 64;  ///< of vertices, for loops over lists

  explicit forward_graph(const graph_view& g);

  std::span<const vertex_id> list(std::uint64_t label) const {
    return {earlier.data() + offsets[label], size_of(offsets[label + 1] - offsets[label])};
  }

  std::vector<std::uint64_t> offsets;
  std::vector<vertex_id> labels;  ///< of vertices
  std::vector<vertex_id> earlier;
};

/// Lends zeroed arrays; a borrower clears what it sets.
template <class Mark>
class marker_pool : public object_pool<std::vector<Mark>> {
 public:
  explicit marker_pool(std::uint64_t size)
      : object_pool<std::vector<Mark>>(
            [size] { return std::make_unique<std::vector<Mark>>(size_of(size)); }) {}
};

}  // namespace edgeldp
