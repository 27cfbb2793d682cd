// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/bipartite_graph.hpp"

#include <algorithm>
#include <limits>

#include "edgeldp/core/base/error.hpp"
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

read_bipartite_result parse_bipartite_graph(std::string_view text, const std::string& name) {
  text = without_mark(text);
  const column_names names = take_column_names(text);
  std::vector<chunk> chunks = parse_edge_lines(text, name, names.lines, lone_ids::refused);
  read_bipartite_result result;
  result.clean_up = count_lines(chunks, names.lines);
  result.clean_up.has_column_names = names.lines != 0;
  const auto [largest_left, largest_right] = largest_ids(chunks);
  const std::uint64_t entries = count_entries(chunks);
  id_numbering left(largest_left, entries, name), right(largest_right, entries, name);
  const auto edges = number_edges(chunks, left, right);
  result.left_labels = left.take_labels();
  result.right_labels = right.take_labels();
  result.graph = bipartite_graph(result.left_labels.size(), result.right_labels.size(), edges);
  result.clean_up.duplicates = edges.size() - result.graph.edge_count();
  return result;
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
  result.are_declared = read.are_declared;
  result.are_declared[static_cast<std::size_t>(side)] = true;
  return result;
}

read_bipartite_result read_bipartite_graph(const std::string& path) {
  return parse_bipartite_graph(read_text_input(path).view(), name_of_input(path));
}

}  // namespace edgeldp
