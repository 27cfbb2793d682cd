// SPDX-License-Identifier: MIT
#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "edgeldp/graph/noisy/noisy_graph.hpp"

/// noisy_graph as a model of Boost.Graph's AdjacencyMatrix (edge(u, v, g) in O(1)),
/// VertexListGraph, IncidenceGraph and AdjacencyGraph. Include this header and pass a noisy_graph
/// to any algorithm that needs these.
///
/// Cost: edge(u, v, g) decodes one bit. out_edges, adjacent_vertices and out_degree walk all n
///     vertices and decode n bits, without storage.
namespace edgeldp {

/// An edge as seen from `source`. {a, b} == {b, a}, as Boost.Graph wants of undirected graphs.
struct noisy_edge {
  vertex_id source = 0;
  vertex_id target = 0;
  friend bool operator==(const noisy_edge& a, const noisy_edge& b) noexcept {
    return (a.source == b.source && a.target == b.target) || (a.source == b.target && a.target == b.source);
  }
};

/// Walks the noisy neighbours of one vertex in increasing order, testing pairs as it goes.
/// Requires: the graph outlives the iterator.
class noisy_adjacency_iterator : public boost::iterator_facade<noisy_adjacency_iterator, vertex_id,
                                                               boost::forward_traversal_tag, vertex_id> {
 public:
  noisy_adjacency_iterator() = default;
  noisy_adjacency_iterator(const noisy_graph& g, vertex_id u, std::uint64_t v)
      : m_graph(&g), m_source(u), m_target(v) {
    skip_absent();
  }
  vertex_id source() const noexcept { return m_source; }

 private:
  friend class boost::iterator_core_access;
  vertex_id dereference() const noexcept { return static_cast<vertex_id>(m_target); }
  bool equal(const noisy_adjacency_iterator& other) const noexcept { return m_target == other.m_target; }
  void increment() noexcept {
    ++m_target;
    skip_absent();
  }
  void skip_absent() noexcept {
    while (m_target < m_graph->vertex_count() &&
           !m_graph->has_edge(m_source, static_cast<vertex_id>(m_target)))
      ++m_target;
  }

  const noisy_graph* m_graph = nullptr;
  vertex_id m_source = 0;
  std::uint64_t m_target = 0;
};

/// The same walk, yielding edges.
class noisy_out_edge_iterator : public boost::iterator_facade<noisy_out_edge_iterator, noisy_edge,
                                                              boost::forward_traversal_tag, noisy_edge> {
 public:
  noisy_out_edge_iterator() = default;
  explicit noisy_out_edge_iterator(noisy_adjacency_iterator at) : m_at(at) {}

 private:
  friend class boost::iterator_core_access;
  noisy_edge dereference() const noexcept { return {m_at.source(), *m_at}; }
  bool equal(const noisy_out_edge_iterator& other) const noexcept { return m_at == other.m_at; }
  void increment() noexcept { ++m_at; }

  noisy_adjacency_iterator m_at;
};

/// Vertices and edges carry nothing: what boost::copy_graph copies from.
struct no_property_map {
  using key_type = void;
  using value_type = boost::no_property;
  using reference = boost::no_property;
  using category = boost::readable_property_map_tag;
};
template <class Key>
boost::no_property get(const no_property_map&, const Key&) {
  return {};
}

/// What the graph offers. adjacency_matrix_tag is essential: without it boost::lookup_edge scans
/// out-edges, n bits a test.
struct noisy_graph_category : boost::adjacency_matrix_tag,
                              boost::vertex_list_graph_tag,
                              boost::incidence_graph_tag,
                              boost::adjacency_graph_tag {};

}  // namespace edgeldp

template <>
struct boost::graph_traits<edgeldp::noisy_graph> {
  using vertex_descriptor = edgeldp::vertex_id;
  using edge_descriptor = edgeldp::noisy_edge;
  using directed_category = boost::undirected_tag;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  using traversal_category = edgeldp::noisy_graph_category;
  using vertex_iterator =
      boost::counting_iterator<edgeldp::vertex_id, boost::random_access_traversal_tag, std::int64_t>;
  using adjacency_iterator = edgeldp::noisy_adjacency_iterator;
  using out_edge_iterator = edgeldp::noisy_out_edge_iterator;
  using in_edge_iterator = void;
  using edge_iterator = void;
  using vertices_size_type = std::uint64_t;
  using edges_size_type = std::uint64_t;
  using degree_size_type = std::uint64_t;
  static vertex_descriptor null_vertex() { return ~vertex_descriptor{0}; }
};

template <>
struct boost::property_map<edgeldp::noisy_graph, boost::vertex_index_t> {
  using type = boost::typed_identity_property_map<edgeldp::vertex_id>;
  using const_type = type;
};

template <>
struct boost::property_map<edgeldp::noisy_graph, boost::vertex_all_t> {
  using type = edgeldp::no_property_map;
  using const_type = type;
};
template <>
struct boost::property_map<edgeldp::noisy_graph, boost::edge_all_t> {
  using type = edgeldp::no_property_map;
  using const_type = type;
};

namespace edgeldp {

using noisy_graph_traits = boost::graph_traits<noisy_graph>;

inline std::uint64_t num_vertices(const noisy_graph& g) noexcept {
  return g.vertex_count();
}

/// Requires n < 2^32, so that the end of the range is a vertex_id.
inline std::pair<noisy_graph_traits::vertex_iterator, noisy_graph_traits::vertex_iterator> vertices(
    const noisy_graph& g) {
  return {noisy_graph_traits::vertex_iterator(0),
          noisy_graph_traits::vertex_iterator(static_cast<vertex_id>(g.vertex_count()))};
}

inline vertex_id vertex(std::uint64_t index, const noisy_graph&) noexcept {
  return static_cast<vertex_id>(index);
}

/// O(1): the noisy edge {u, v}, and whether it is there.
inline std::pair<noisy_edge, bool> edge(vertex_id u, vertex_id v, const noisy_graph& g) noexcept {
  return {noisy_edge{u, v}, g.has_edge(u, v)};
}

inline vertex_id source(const noisy_edge& e, const noisy_graph&) noexcept {
  return e.source;
}
inline vertex_id target(const noisy_edge& e, const noisy_graph&) noexcept {
  return e.target;
}

inline std::pair<noisy_adjacency_iterator, noisy_adjacency_iterator> adjacent_vertices(vertex_id u,
                                                                                       const noisy_graph& g) {
  return {noisy_adjacency_iterator(g, u, 0), noisy_adjacency_iterator(g, u, g.vertex_count())};
}

inline std::pair<noisy_out_edge_iterator, noisy_out_edge_iterator> out_edges(vertex_id u,
                                                                             const noisy_graph& g) {
  const auto [first, last] = adjacent_vertices(u, g);
  return {noisy_out_edge_iterator(first), noisy_out_edge_iterator(last)};
}

inline std::uint64_t out_degree(vertex_id u, const noisy_graph& g) {
  const auto [first, last] = adjacent_vertices(u, g);
  return static_cast<std::uint64_t>(std::distance(first, last));
}

inline no_property_map get(boost::vertex_all_t, const noisy_graph&) {
  return {};
}
inline no_property_map get(boost::edge_all_t, const noisy_graph&) {
  return {};
}
inline boost::typed_identity_property_map<vertex_id> get(boost::vertex_index_t, const noisy_graph&) {
  return {};
}
inline vertex_id get(boost::vertex_index_t, const noisy_graph&, vertex_id v) {
  return v;
}

}  // namespace edgeldp
