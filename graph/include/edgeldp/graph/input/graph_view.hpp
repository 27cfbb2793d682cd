// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/pending/property.hpp>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"

namespace edgeldp {

/// Something that gives the neighbours of a vertex as a range of integers: a function of the
/// vertex, whatever stands behind it.
template <class F>
concept NeighborLists = std::copy_constructible<F> && std::invocable<const F&, vertex_id> &&
                        ranges::input_range<std::invoke_result_t<const F&, vertex_id>> &&
                        std::integral<ranges::range_value_t<std::invoke_result_t<const F&, vertex_id>>> &&
                        !std::same_as<ranges::range_value_t<std::invoke_result_t<const F&, vertex_id>>, bool>;

namespace detail {

/// False for an adjacency_list whose vertices are no numbers and have none, under filters too: to
/// ask Boost for its vertex_index is an error deep inside Boost.
template <class G>
struct has_vertex_numbers : std::true_type {};
template <class G>
  requires requires {
    typename G::vertex_list_selector;
    typename G::vertex_property_type;
  }
struct has_vertex_numbers<G>
    : std::bool_constant<
          std::is_integral_v<typename G::vertex_descriptor> ||
          boost::lookup_one_property<typename G::vertex_property_type, boost::vertex_index_t>::found> {};
template <class G>
  requires requires(const G& g) {
    typename G::graph_type;
    g.m_edge_pred;
  }
struct has_vertex_numbers<G> : has_vertex_numbers<typename G::graph_type> {};

/// A type that Boost.Graph knows as a graph, whatever of it is missing here.
template <class G>
concept BoostGraph = requires(const G& g) {
  vertices(g);
  num_vertices(g);
} && requires { typename boost::graph_traits<G>::directed_category; };

template <class G>
inline constexpr bool is_undirected =
    std::is_convertible_v<typename boost::graph_traits<G>::directed_category, boost::undirected_tag>;

}  // namespace detail

/// A Boost.Graph graph the library can read: models VertexListGraph and AdjacencyGraph, is
/// undirected, and has an interior vertex_index map onto 0 .. n - 1
/// (boost::adjacency_list<setS|vecS|..., vecS, undirectedS> does).
///
/// The first clause stands alone because boost::graph_traits of a type that is no graph is an
/// error, not "no".
template <class G>
concept UndirectedGraph = detail::BoostGraph<G> && detail::has_vertex_numbers<G>::value &&
                          requires(const G& g, typename boost::graph_traits<G>::vertex_descriptor v) {
                            adjacent_vertices(v, g);
                            { get(boost::vertex_index, g, v) } -> std::convertible_to<std::uint64_t>;
                          } && detail::is_undirected<G>;

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

  /// Errors: bad_graph_input unless vertex_index numbers what vertices() shows 0 .. n - 1, n being
  ///     num_vertices: a filtered_graph counts vertices that it hides; when a list is read, for a
  ///     neighbour that vertices() does not show; for a filter that shows an edge from one end.
  template <class G>
    requires(!std::same_as<G, csr_graph> && !std::same_as<G, graph_view> && UndirectedGraph<G>)
  // NOLINTNEXTLINE(google-explicit-constructor): library calls take any Boost.Graph graph as it is.
  graph_view(const G& g) : m_vertex_count(num_vertices(g)) {
    m_list = [&g, by_index = numbered(g)](vertex_id v, std::vector<vertex_id>& out) {
      out.clear();
      for (auto [it, last] = adjacent_vertices((*by_index)[v], g); it != last; ++it) {
        const std::uint64_t u = get(boost::vertex_index, g, *it);
        require_neighbor(v, u, by_index->size());
        if (u != v) out.push_back(static_cast<vertex_id>(u));
      }
      sort_list(out);
    };
    if constexpr (requires { g.m_edge_pred; }) require_both_ends();
  }

  /// A graph of one's own, by its lists: graph_view(n, [&](vertex_id v) -> const auto& { return
  /// adjacent[v]; }).
  /// Requires: concurrent calls of it are safe.
  /// Errors: bad_graph_input for more than 2^32 vertices, for a neighbour that is not below n, and
  ///     for u in the list of v where v is not in that of u.
  /// Cost: every list is read once to check this, a second time to say which is at fault.
  template <NeighborLists F>
  graph_view(std::uint64_t vertex_count, F lists) : m_vertex_count(vertex_count) {
    require_few(vertex_count);
    m_list = [lists = std::move(lists), vertex_count](vertex_id v, std::vector<vertex_id>& out) {
      out.clear();
      for (const auto& neighbor : lists(v)) {
        const auto u = static_cast<std::uint64_t>(neighbor);
        require_neighbor(v, u, vertex_count);
        if (u != v) out.push_back(static_cast<vertex_id>(u));
      }
      sort_list(out);
    };
    require_both_ends();
  }

  /// Not a Boost.Graph graph: see UndirectedGraph for what is missing, or give n and the lists.
  template <class G>
    requires(!std::derived_from<G, csr_graph> && !std::derived_from<G, graph_view> && !detail::BoostGraph<G>)
  graph_view(const G& g) = delete;

  /// A Boost.Graph graph that cannot be read does not compile, and the message says why.
  template <class G>
    requires(!std::derived_from<G, csr_graph> && !std::derived_from<G, graph_view> && detail::BoostGraph<G> &&
             !UndirectedGraph<G>)
  // NOLINTNEXTLINE(google-explicit-constructor): in the place of the one above.
  graph_view(const G& /*g*/) : m_vertex_count(0) {
    static_assert(detail::is_undirected<G>,
                  "this Boost graph is directed, and edgeldp reads undirected ones: copy its edges into an "
                  "adjacency_list<vecS, vecS, undirectedS>, or give graph_view(n, lists) with both ends");
    static_assert(!detail::is_undirected<G> || detail::has_vertex_numbers<G>::value,
                  "the vertices of this Boost graph have no numbers (listS without a vertex_index): add "
                  "property<vertex_index_t, std::size_t> and number them 0 to n - 1, or use vecS");
    static_assert(!detail::is_undirected<G> || !detail::has_vertex_numbers<G>::value || UndirectedGraph<G>,
                  "this Boost graph lacks adjacent_vertices or get(vertex_index, g, v): give graph_view(n, "
                  "lists), a function of the vertex");
  }

  std::uint64_t vertex_count() const noexcept { return m_vertex_count; }

  /// The neighbours of v, strictly increasing, valid until `scratch` is next used.
  std::span<const vertex_id> neighbors(vertex_id v, std::vector<vertex_id>& scratch) const {
    if (m_csr != nullptr) return m_csr->neighbors(v);
    m_list(v, scratch);
    return scratch;
  }

 private:
  static void require_few(std::uint64_t vertex_count) {
    if (vertex_count > std::uint64_t{1} << 32) throw bad_graph_input("graph has more than 2^32 vertices");
  }

  static void require_neighbor(vertex_id v, std::uint64_t u, std::uint64_t vertex_count) {
    if (u >= vertex_count)
      throw bad_graph_input("vertex " + std::to_string(v) + " has a neighbour outside 0 .. n - 1: " +
                            std::to_string(u) + " of " + std::to_string(vertex_count));
  }

  static void sort_list(std::vector<vertex_id>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  /// The vertices in the order of their numbers.
  template <class G>
  static auto numbered(const G& g) {
    using descriptor = typename boost::graph_traits<G>::vertex_descriptor;
    const std::uint64_t n = num_vertices(g);
    require_few(n);
    auto by_index = std::make_shared<std::vector<descriptor>>(n);
    std::vector<bool> seen(n);
    std::uint64_t found = 0;
    for (auto [it, last] = vertices(g); it != last; ++it, ++found) {
      const std::uint64_t index = get(boost::vertex_index, g, *it);
      if (index >= n)
        throw bad_graph_input("vertex_index maps a vertex outside 0 .. n - 1, to " + std::to_string(index) +
                              ": number the vertices anew, or copy the graph (boost::copy_graph)");
      if (seen[index]) throw bad_graph_input("vertex_index maps two vertices to " + std::to_string(index));
      seen[index] = true;
      (*by_index)[index] = *it;
    }
    if (found != n)
      throw bad_graph_input(
          "num_vertices says " + std::to_string(n) + ", but vertices() shows " + std::to_string(found) +
          ", as of a filtered_graph that hides some: copy what is shown into a graph of its "
          "own (boost::copy_graph), or give graph_view(n, lists)");
    return by_index;
  }

  /// Errors: bad_graph_input naming an edge that one of its ends does not list.
  void require_both_ends() const;

  std::uint64_t m_vertex_count;
  const csr_graph* m_csr = nullptr;
  std::function<void(vertex_id, std::vector<vertex_id>&)> m_list;
};

}  // namespace edgeldp
