// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/bipartite_graph.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/ecsr_file.hpp"
#include "input/foreign_format.hpp"
#include "input/matrix_market.hpp"
#include "input/named_edges.hpp"
#include "input/size_header.hpp"
#include "input/sized_pair.hpp"
#include "input/table_shape.hpp"
#include "input/text_input.hpp"

namespace edgeldp {

namespace {

void require_layer(const char* name, std::uint64_t vertices) {
  if (vertices > std::uint64_t{std::numeric_limits<vertex_id>::max()} + 1)
    throw invalid_parameter(std::string(name) + " = " + std::to_string(vertices) +
                            ": must be in [0, 4294967296]");
}

}  // namespace

/// Visits the lists in order, so that those of the other side come out sorted.
bipartite_graph::lists bipartite_graph::transpose(const lists& from, std::uint64_t vertices) {
  lists to;
  to.offsets.assign(vertices + 1, 0);
  for (const vertex_id v : from.ids) ++to.offsets[v + std::size_t{1}];
  for (std::uint64_t v = 0; v < vertices; ++v) to.offsets[v + 1] += to.offsets[v];
  std::vector<std::uint64_t> next(to.offsets.begin(), to.offsets.end() - 1);
  to.ids.resize(from.ids.size());
  for (std::uint64_t u = 0; u < from.vertex_count(); ++u)
    for (std::uint64_t i = from.offsets[u]; i < from.offsets[u + 1]; ++i)
      to.ids[next[from.ids[i]]++] = static_cast<vertex_id>(u);
  return to;
}

bipartite_graph::bipartite_graph(std::uint64_t left, std::uint64_t right,
                                 std::span<const std::pair<vertex_id, vertex_id>> edges) {
  require_layer("left", left);
  require_layer("right", right);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].first < left && edges[i].second < right) continue;
    throw invalid_parameter("edges[" + std::to_string(i) + "] = (" + std::to_string(edges[i].first) + ", " +
                            std::to_string(edges[i].second) + "): ends must be below " +
                            std::to_string(left) + " and " + std::to_string(right));
  }
  // As given, one list a left vertex; transposed once they are the right side's lists, sorted, with
  // repeats.
  lists given;
  given.offsets.assign(left + 1, 0);
  for (const auto& [u, v] : edges) ++given.offsets[u + std::size_t{1}];
  for (std::uint64_t u = 0; u < left; ++u) given.offsets[u + 1] += given.offsets[u];
  std::vector<std::uint64_t> next(given.offsets.begin(), given.offsets.end() - 1);
  given.ids.resize(edges.size());
  for (const auto& [u, v] : edges) given.ids[next[u]++] = v;

  lists& to = m_sides[static_cast<std::size_t>(layer::right)];
  to = transpose(given, right);
  std::uint64_t kept = 0, first = 0;
  for (std::uint64_t v = 0; v < right; ++v) {
    const std::uint64_t last = to.offsets[v + 1], begin = kept;
    for (std::uint64_t i = first; i < last; ++i)
      if (kept == begin || to.ids[kept - 1] != to.ids[i]) to.ids[kept++] = to.ids[i];
    first = last;
    to.offsets[v + 1] = kept;
  }
  to.ids.resize(kept);
  m_sides[static_cast<std::size_t>(layer::left)] = transpose(to, left);
}

namespace {

/// Vertices as the header has them, if it says how many. find_ids(is_right, ids of the side).
template <class FindIds>
read_bipartite_result as_header_says(const size_header& sizes, read_bipartite_result result,
                                     const FindIds& find_ids) {
  if (sizes.left)
    result = with_users(result, layer::left, find_ids(false, std::as_const(result.left_labels)));
  if (sizes.right)
    result = with_users(result, layer::right, find_ids(true, std::as_const(result.right_labels)));
  return result;
}

/// sizes: taken off the text already, or of a file beside it.
read_bipartite_result parse_lines(std::string_view text, const std::string& name, const size_header& sizes,
                                  const reading& how) {
  const table_head head = take_table_head(text, name, how);
  const std::uint64_t lines_before = sizes.lines + head.lines;
  std::vector<chunk> chunks = parse_edge_lines(text, name, lines_before, head, lone_ids::refused);
  read_bipartite_result result;
  result.clean_up = count_lines(chunks, lines_before);
  result.clean_up.has_column_names = head.has_heading;
  const auto [largest_left, largest_right] = largest_ids(chunks);
  const std::uint64_t entries = count_entries(chunks);
  check_edge_lines(sizes, entries, name);
  id_numbering left(largest_left, entries, name), right(largest_right, entries, name);
  const auto edges = number_edges(chunks, left, right);
  result.left_labels = left.take_labels();
  result.right_labels = right.take_labels();
  result.graph = bipartite_graph(result.left_labels.size(), result.right_labels.size(), edges);
  result.clean_up.duplicates = edges.size() - result.graph.edge_count();
  return result;
}

read_bipartite_result parse_matrix(std::string_view text, const std::string& name) {
  const matrix_entries matrix = parse_matrix_entries(text, name, matrix_shape::any);
  read_bipartite_result result;
  result.clean_up = matrix.clean_up;
  for (auto* labels : {&result.left_labels, &result.right_labels}) {
    labels->resize(labels == &result.left_labels ? matrix.rows : matrix.columns);
    std::iota(labels->begin(), labels->end(), std::uint64_t{1});
  }
  result.graph = bipartite_graph(matrix.rows, matrix.columns, matrix.entries);
  result.clean_up.duplicates = matrix.entries.size() - result.graph.edge_count();
  result.are_declared = {true, true};
  return result;
}

read_bipartite_result parse_names(std::string_view text, const std::string& name, const reading& how) {
  name_numbering left, right;
  const named_edges lines = parse_named_edges(text, name, how, lone_ids::refused, {left, right});
  read_bipartite_result result;
  result.clean_up = lines.clean_up;
  result.names = {left.take_names(), right.take_names()};
  for (const auto& names : result.names)
    if (std::string caution = caution_on_likeness(names); !caution.empty())
      result.clean_up.cautions.push_back(std::move(caution));
  for (auto [labels, names] : {std::pair(&result.left_labels, &result.names[0]),
                               std::pair(&result.right_labels, &result.names[1])}) {
    labels->resize(names->size());
    std::iota(labels->begin(), labels->end(), std::uint64_t{0});
  }
  result.graph = bipartite_graph(result.left_labels.size(), result.right_labels.size(), lines.edges);
  result.clean_up.duplicates = lines.edges.size() - result.graph.edge_count();
  return result;
}

}  // namespace

read_bipartite_result parse_bipartite_graph(std::string_view text, const std::string& name,
                                            const reading& how) {
  if (begins_as_ecsr(text) || how.format == graph_format::ecsr || how.format == graph_format::gap)
    throw bad_graph_input(name + ": a graph file has one kind of vertices: here users and items are wanted");
  text = without_mark(text);
  const auto found = how.is_guessed() ? format_of_text(text) : std::nullopt;
  const graph_format format = found.value_or(how.format);
  if (how.is_guessed() && !found) refuse_foreign_format(text, name);
  if (format == graph_format::matrix_market || (how.is_guessed() && is_matrix_market(text, name)))
    return parse_matrix(text, name);
  if (format != graph_format::automatic && format != graph_format::edge_list)
    throw bad_graph_input(name +
                          ": METIS, Pajek, GraphML, SIF and adjacency lists hold one kind of vertices "
                          "here: write users and items as two ids a line");
  if (how.is_guessed() && is_metis(name))
    throw bad_graph_input(name + ": METIS files hold one kind of vertices: no users and items");
  if (how.has_names) return parse_names(text, name, how);
  const std::size_t bytes = text.size();
  const size_header sizes = take_size_header(text, name, how.is_guessed());
  return as_header_says(sizes, parse_lines(text, name, sizes, how),
                        [&](bool is_right, const std::vector<std::uint64_t>& labels) {
                          return ids_of_header(sizes, is_right ? *sizes.right : *sizes.left, labels, name,
                                               bytes);
                        });
}

read_bipartite_result parse_bipartite_pair(std::string_view edges, const std::string& edges_name,
                                           std::string_view sizes_text, const std::string& sizes_name) {
  const size_header sizes = parse_sizes(sizes_text, sizes_name);
  return as_header_says(sizes, parse_lines(without_mark(edges), edges_name, sizes, {}),
                        [&](bool is_right, const std::vector<std::uint64_t>& labels) {
                          return ids_of_side(sizes, is_right, labels, edges_name, edges.size());
                        });
}

read_bipartite_result with_users(const read_bipartite_result& read, layer side,
                                 std::span<const std::uint64_t> ids) {
  const std::vector<vertex_id> place = places_of(read.labels(side), ids);
  read_bipartite_result result;
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  edges.reserve(read.graph.edge_count());
  for (vertex_id u = 0; u < read.labels(side).size(); ++u)
    for (const vertex_id v : read.graph.neighbors(side, u)) {
      if (side == layer::left)
        edges.emplace_back(place[u], v);
      else
        edges.emplace_back(v, place[u]);
    }
  result.left_labels = read.left_labels;
  result.right_labels = read.right_labels;
  (side == layer::left ? result.left_labels : result.right_labels).assign(ids.begin(), ids.end());
  result.graph = bipartite_graph(result.left_labels.size(), result.right_labels.size(), edges);
  result.clean_up = read.clean_up;
  result.names = read.names;
  result.are_declared = read.are_declared;
  result.are_declared[static_cast<std::size_t>(side)] = true;
  return result;
}

read_bipartite_result with_users(const read_bipartite_result& read, layer side,
                                 std::span<const std::string> names) {
  read_bipartite_result placed = read;
  (side == layer::left ? placed.left_labels : placed.right_labels) =
      places_of_names(read.names_of(side), names);
  std::vector<std::uint64_t> numbers(names.size());
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  read_bipartite_result result = with_users(placed, side, numbers);
  result.names[static_cast<std::size_t>(side)].assign(names.begin(), names.end());
  return result;
}

read_bipartite_result read_bipartite_graph(const std::string& path, const reading& how) {
  const auto pair = find_sized_pair(path);
  if (!pair || !how.is_guessed() || how.has_names)
    return parse_bipartite_graph(read_text_input(path).view(), name_of_input(path), how);
  const byte_buffer sizes = read_text_input(pair->sizes);
  return parse_bipartite_pair(read_text_input(pair->edges).view(), pair->edges, sizes.view(), pair->sizes);
}

}  // namespace edgeldp
