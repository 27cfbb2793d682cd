// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/input/read_graph.hpp"

namespace edgeldp {

/// The two sides of a bipartite graph, such as users and items: left is the first column of a file.
enum class layer : std::uint8_t { left = 0, right = 1 };

constexpr layer opposite(layer side) noexcept {
  return side == layer::left ? layer::right : layer::left;
}

/// A simple bipartite graph, held from both sides. Each layer has numbers of its own, from 0.
///
/// Shapes: neighbors(side, v) are vertices of the opposite layer, strictly increasing.
/// Memory: 8 bytes a vertex and 8 bytes an edge.
/// Threads: const access is safe concurrently.
class bipartite_graph {
 public:
  bipartite_graph() = default;

  /// Takes edges (left vertex, right vertex) in any order; drops repeats.
  ///
  /// Requires: left, right <= 2^32, every end below its layer's size, else invalid_parameter naming
  ///     the first edge that breaks it.
  /// Cost: O(left + right + m).
  bipartite_graph(std::uint64_t left, std::uint64_t right,
                  std::span<const std::pair<vertex_id, vertex_id>> edges);

  std::uint64_t vertex_count(layer side) const noexcept { return of(side).vertex_count(); }
  count_type edge_count() const noexcept { return of(layer::left).ids.size(); }
  std::uint64_t degree(layer side, vertex_id v) const noexcept { return neighbors(side, v).size(); }
  std::span<const vertex_id> neighbors(layer side, vertex_id v) const noexcept {
    const lists& l = of(side);
    return std::span(l.ids).subspan(l.offsets[v], l.offsets[v + std::size_t{1}] - l.offsets[v]);
  }

  friend bool operator==(const bipartite_graph&, const bipartite_graph&) = default;

 private:
  struct lists {
    std::vector<std::uint64_t> offsets = {0};
    std::vector<vertex_id> ids;
    std::uint64_t vertex_count() const noexcept { return offsets.size() - 1; }
    friend bool operator==(const lists&, const lists&) = default;
  };
  static lists transpose(const lists& from, std::uint64_t vertices);
  const lists& of(layer side) const noexcept { return m_sides[static_cast<std::size_t>(side)]; }

  std::array<lists, 2> m_sides;
};

struct read_bipartite_result {
  bipartite_graph graph;
  /// left_labels[v] is the id of left vertex v in the file, and so on: numbered by first
  /// appearance.
  std::vector<std::uint64_t> left_labels, right_labels;
  /// By layer, of a named edge list: names and labels as in read_graph_result.
  std::array<std::vector<std::string>, 2> names;
  clean_up_report clean_up;  ///< a header line is among the comments; there are no self-loops
  /// By layer: the vertices do not follow from who has an edge (with_users).
  std::array<bool, 2> are_declared = {};

  const std::vector<std::uint64_t>& labels(layer side) const noexcept {
    return side == layer::left ? left_labels : right_labels;
  }
  const std::vector<std::string>& names_of(layer side) const noexcept {
    return names[static_cast<std::size_t>(side)];
  }
};

/// Reads a bipartite graph. The first column names left vertices, the second right ones: two id
/// spaces, so "7 7" is an edge like any other.
///
/// Formats: edge lists as in read_graph ('#' and '%' comments; tabs, spaces or commas; LF or CRLF;
///     further columns ignored; gzip). One header line may precede the edges
///     (userId,movieId,rating): the first line that is neither blank nor a comment is one if it
///     begins with a letter, '_' or '"'. KONECT's header, as in read_graph, declares sides whose
///     size it has. Matrix Market coordinate, general, of any shape: rows are left vertices. NAME.e
///     with NAME.meta beside it, whichever is named: edges, and the sizes of both sides, perhaps
///     the number of edges. Ids count from 0 or 1; right ones may count on from the left.
///     graph_format::edge_list reads plain lists, whatever stands in comments or beside the file.
/// Errors: as read_graph; also for METIS.
/// Cost: as read_graph.
read_bipartite_result read_bipartite_graph(const std::string& path, const reading& how = {});

/// The same from text in memory; `name` appears in messages.
read_bipartite_result parse_bipartite_graph(std::string_view text, const std::string& name,
                                            const reading& how = {});

/// The same of the two texts of NAME.e and NAME.meta.
read_bipartite_result parse_bipartite_pair(std::string_view edges, const std::string& edges_name,
                                           std::string_view sizes, const std::string& sizes_name);

/// The same graph among declared vertices of one layer, as in read_graph.hpp.
read_bipartite_result with_users(const read_bipartite_result& read, layer side,
                                 std::span<const std::uint64_t> ids);
read_bipartite_result with_users(const read_bipartite_result& read, layer side,
                                 std::span<const std::string> names);

}  // namespace edgeldp
