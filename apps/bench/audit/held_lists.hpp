// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/base/types.hpp"

namespace edgeldp::audit {

/// Whom user u calls a neighbour, one bit a user: users[u] >> v & 1. For up to 32 users.
using held_bits = std::vector<std::uint32_t>;

/// Two inputs that are told apart: what all users hold under the one, and under the other.
template <class Held>
struct two_inputs {
  const Held &first, &second;
};

/// What users hold, as a graph that every protocol takes. The ends of a pair need not agree: the
/// unit of edge-LDP is one bit of one user's vector, and two inputs that differ in it cannot both
/// be graphs.
class held_lists {
 public:
  using vertex_descriptor = vertex_id;
  using edge_descriptor = std::pair<vertex_id, vertex_id>;
  using directed_category = boost::undirected_tag;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  struct traversal_category : boost::vertex_list_graph_tag, boost::adjacency_graph_tag {};
  using vertex_iterator = boost::counting_iterator<vertex_id>;
  using vertices_size_type = std::size_t;
  using adjacency_iterator = std::vector<vertex_id>::const_iterator;
  using degree_size_type = std::size_t;

  explicit held_lists(const held_bits& bits) {
    for (const std::uint32_t of_user : bits) {
      m_lists.emplace_back();
      for (std::uint32_t left = of_user; left != 0; left &= left - 1)
        m_lists.back().push_back(static_cast<vertex_id>(std::countr_zero(left)));
    }
  }

  friend std::size_t num_vertices(const held_lists& g) { return g.m_lists.size(); }
  friend std::pair<vertex_iterator, vertex_iterator> vertices(const held_lists& g) {
    return {vertex_iterator(0), vertex_iterator(static_cast<vertex_id>(g.m_lists.size()))};
  }
  friend std::pair<adjacency_iterator, adjacency_iterator> adjacent_vertices(vertex_id v,
                                                                             const held_lists& g) {
    return {g.m_lists[v].begin(), g.m_lists[v].end()};
  }
  friend vertex_id get(boost::vertex_index_t, const held_lists&, vertex_id v) { return v; }

 private:
  std::vector<std::vector<vertex_id>> m_lists;
};

}  // namespace edgeldp::audit
