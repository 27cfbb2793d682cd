// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"

namespace edgeldp {

/// Something that gives the neighbours of a vertex as a range of integers: a function of the
/// vertex, whatever stands behind it.
template <class F>
concept NeighborLists =
    std::copy_constructible<F> && std::invocable<const F&, vertex_id> &&
    std::ranges::input_range<std::invoke_result_t<const F&, vertex_id>> &&
    std::integral<std::ranges::range_value_t<std::invoke_result_t<const F&, vertex_id>>> &&
    !std::same_as<std::ranges::range_value_t<std::invoke_result_t<const F&, vertex_id>>, bool>;

/// A Boost.Graph graph the library can read: models VertexListGraph and AdjacencyGraph, is
/// undirected, and has an interior vertex_index map onto 0 .. n - 1
/// (boost::adjacency_list<setS|vecS|..., vecS, undirectedS> does).
///
/// The first clause stands alone because boost::graph_traits of a type that is no graph is an
/// error, not "no".
template <class G>
concept UndirectedGraph = requires(const G& g) {
  vertices(g);
  num_vertices(g);
} && requires(const G& g, typename boost::graph_traits<G>::vertex_descriptor v) {
  adjacent_vertices(v, g);
  { get(boost::vertex_index, g, v) } -> std::convertible_to<std::uint64_t>;
} && std::is_convertible_v<typename boost::graph_traits<G>::directed_category, boost::undirected_tag>;

/// A borrowed, read-only view of somebody's graph as the sorted neighbour lists of vertices 0 .. n
/// - 1. Nothing is copied: a list is produced when a user's turn comes, into the caller's scratch
///   space. Parallel edges and self-loops vanish there.
///
/// Requires: the graph outlives the view and does not change; concurrent const reads of it are
///     safe.
/// Cost: csr_graph: O(1) a list. Boost.Graph: O(d log d) a list and one vertex descriptor a vertex.
class graph_view {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a view of our own type is free.
  graph_view(const csr_graph& g) : m_vertex_count(g.vertex_count()), m_csr(&g) {}

  template <class G>
    requires(!std::same_as<G, csr_graph> && !std::same_as<G, graph_view> && UndirectedGraph<G>)
  // NOLINTNEXTLINE(google-explicit-constructor): library calls take any Boost.Graph graph as it is.
  graph_view(const G& g) : m_vertex_count(num_vertices(g)) {
    using descriptor = typename boost::graph_traits<G>::vertex_descriptor;
    if (m_vertex_count > (std::uint64_t{1} << 32)) throw bad_graph_input("graph has more than 2^32 vertices");
    auto by_index = std::make_shared<std::vector<descriptor>>(m_vertex_count);
    std::vector<bool> seen(m_vertex_count);
    for (auto [it, last] = vertices(g); it != last; ++it) {
      const std::uint64_t index = get(boost::vertex_index, g, *it);
      if (index >= m_vertex_count) throw bad_graph_input("vertex_index maps a vertex outside 0 .. n - 1");
      if (seen[index]) throw bad_graph_input("vertex_index maps two vertices to " + std::to_string(index));
      seen[index] = true;
      (*by_index)[index] = *it;
    }
    m_list = [&g, by_index](vertex_id v, std::vector<vertex_id>& out) {
      out.clear();
      for (auto [it, last] = adjacent_vertices((*by_index)[v], g); it != last; ++it) {
        const auto u = static_cast<vertex_id>(get(boost::vertex_index, g, *it));
        if (u != v) out.push_back(u);
      }
      std::sort(out.begin(), out.end());
      out.erase(std::unique(out.begin(), out.end()), out.end());
    };
  }

  /// A graph of one's own, by its lists: graph_view(n, [&](vertex_id v) -> const auto& { return
  /// adjacent[v]; }).
  /// Requires: u in the list of v exactly when v is in that of u, which is not checked; concurrent
  ///     calls of it are safe.
  /// Errors: bad_graph_input for more than 2^32 vertices, and when a list is read for a neighbour
  ///     that is not below n.
  template <NeighborLists F>
  graph_view(std::uint64_t vertex_count, F lists) : m_vertex_count(vertex_count) {
    if (vertex_count > std::uint64_t{1} << 32) throw bad_graph_input("graph has more than 2^32 vertices");
    m_list = [lists = std::move(lists), vertex_count](vertex_id v, std::vector<vertex_id>& out) {
      out.clear();
      for (const auto& neighbor : lists(v)) {
        const auto u = static_cast<std::uint64_t>(neighbor);
        if (u >= vertex_count)
          throw bad_graph_input("vertex " + std::to_string(v) + " has a neighbour outside 0 .. n - 1");
        if (u != v) out.push_back(static_cast<vertex_id>(u));
      }
      std::sort(out.begin(), out.end());
      out.erase(std::unique(out.begin(), out.end()), out.end());
    };
  }

  /// Not a Boost.Graph graph: see UndirectedGraph for what is missing, or give n and the lists.
  template <class G>
    requires(!std::derived_from<G, csr_graph> && !std::derived_from<G, graph_view> && !UndirectedGraph<G>)
  graph_view(const G& g) = delete;

  std::uint64_t vertex_count() const noexcept { return m_vertex_count; }

  /// The neighbours of v, strictly increasing, valid until `scratch` is next used.
  std::span<const vertex_id> neighbors(vertex_id v, std::vector<vertex_id>& scratch) const {
    if (m_csr != nullptr) return m_csr->neighbors(v);
    m_list(v, scratch);
    return scratch;
  }

 private:
  std::uint64_t m_vertex_count;
  const csr_graph* m_csr = nullptr;
  std::function<void(vertex_id, std::vector<vertex_id>&)> m_list;
};

}  // namespace edgeldp
