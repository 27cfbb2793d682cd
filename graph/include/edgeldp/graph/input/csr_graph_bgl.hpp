// SPDX-License-Identifier: MIT
#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/transform_iterator.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "edgeldp/graph/input/csr_graph.hpp"

/// Makes csr_graph a Boost.Graph model of VertexListGraph, AdjacencyGraph and IncidenceGraph, so
/// that breadth-first search, connected components and the like run on what read_graph returns.
/// Include before calling such an algorithm.
///
/// Requires: n < 2^32 (the iterator past the last vertex must fit a vertex_id).
/// Cost: everything is O(1); degrees and neighbours are stored.
namespace edgeldp {

/// One direction of an undirected edge; equal to the other direction.
struct csr_edge {
  vertex_id source = 0;
  vertex_id target = 0;

  friend bool operator==(const csr_edge& a, const csr_edge& b) noexcept {
    return (a.source == b.source && a.target == b.target) || (a.source == b.target && a.target == b.source);
  }
};

namespace detail {

struct edge_from {
  vertex_id source = 0;
  csr_edge operator()(vertex_id target) const noexcept { return {source, target}; }
};

struct csr_traversal : boost::incidence_graph_tag,
                       boost::adjacency_graph_tag,
                       boost::vertex_list_graph_tag {};

}  // namespace detail
}  // namespace edgeldp

namespace boost {

template <>
struct graph_traits<edgeldp::csr_graph> {
  using vertex_descriptor = edgeldp::vertex_id;
  using edge_descriptor = edgeldp::csr_edge;
  using directed_category = undirected_tag;
  using edge_parallel_category = disallow_parallel_edge_tag;
  using traversal_category = edgeldp::detail::csr_traversal;
  using vertices_size_type = std::uint64_t;
  using edges_size_type = edgeldp::count_type;
  using degree_size_type = std::uint64_t;
  using vertex_iterator = counting_iterator<vertex_descriptor>;
  using adjacency_iterator = const vertex_descriptor*;
  using out_edge_iterator = transform_iterator<edgeldp::detail::edge_from, adjacency_iterator>;
  using in_edge_iterator = void;
  using edge_iterator = void;

  static vertex_descriptor null_vertex() { return std::numeric_limits<vertex_descriptor>::max(); }
};

template <>
struct property_map<edgeldp::csr_graph, vertex_index_t> {
  using type = typed_identity_property_map<edgeldp::vertex_id>;
  using const_type = type;
};

}  // namespace boost

namespace edgeldp {

using csr_traits = boost::graph_traits<csr_graph>;

inline std::uint64_t num_vertices(const csr_graph& g) noexcept {
  return g.vertex_count();
}

inline std::pair<csr_traits::vertex_iterator, csr_traits::vertex_iterator> vertices(
    const csr_graph& g) noexcept {
  return {csr_traits::vertex_iterator(0),
          csr_traits::vertex_iterator(static_cast<vertex_id>(g.vertex_count()))};
}

inline std::pair<csr_traits::adjacency_iterator, csr_traits::adjacency_iterator> adjacent_vertices(
    vertex_id v, const csr_graph& g) noexcept {
  const auto list = g.neighbors(v);
  return {list.data(), list.data() + list.size()};
}

inline std::uint64_t out_degree(vertex_id v, const csr_graph& g) noexcept {
  return g.degree(v);
}

inline std::pair<csr_traits::out_edge_iterator, csr_traits::out_edge_iterator> out_edges(vertex_id v,
                                                                                         const csr_graph& g) {
  const auto [first, last] = adjacent_vertices(v, g);
  return {csr_traits::out_edge_iterator(first, detail::edge_from{v}),
          csr_traits::out_edge_iterator(last, detail::edge_from{v})};
}

inline vertex_id source(const csr_edge& e, const csr_graph&) noexcept {
  return e.source;
}
inline vertex_id target(const csr_edge& e, const csr_graph&) noexcept {
  return e.target;
}

inline boost::typed_identity_property_map<vertex_id> get(boost::vertex_index_t, const csr_graph&) {
  return {};
}
inline vertex_id get(boost::vertex_index_t, const csr_graph&, vertex_id v) noexcept {
  return v;
}

}  // namespace edgeldp
