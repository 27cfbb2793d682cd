// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/read_graph.hpp"

#include <numeric>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/line_fields.hpp"
#include "input/named_edges.hpp"
#include "input/table_shape.hpp"
#include "input/text_input.hpp"

namespace edgeldp {

namespace {

arc_graph placed_arcs(const arc_graph& read, const std::vector<vertex_id>& place, std::uint64_t users) {
  std::vector<std::pair<vertex_id, vertex_id>> arcs;
  arcs.reserve(read.arc_count());
  for (std::uint64_t u = 0; u < read.vertex_count(); ++u)
    for (const vertex_id v : read.out_neighbors(static_cast<vertex_id>(u)))
      arcs.emplace_back(place[u], place[v]);
  return {users, arcs};
}

}  // namespace

read_graph_result with_users(const read_graph_result& read, std::span<const std::uint64_t> ids) {
  if (!read.names.empty())
    throw bad_graph_input("the users of the graph have names: declare names, not numbers");
  const std::vector<vertex_id> place = places_of(read.labels.listed(), ids);
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  edges.reserve(read.graph.edge_count());
  for (vertex_id u = 0; u < read.labels.size(); ++u)
    for (const vertex_id v : read.graph.neighbors(u))
      if (v > u) edges.emplace_back(place[u], place[v]);
  read_graph_result result;
  result.graph = csr_graph(ids.size(), edges);
  if (read.arcs.vertex_count() > 0) result.arcs = placed_arcs(read.arcs, place, ids.size());
  result.labels = std::vector(ids.begin(), ids.end());
  result.clean_up = read.clean_up;
  result.users_are_declared = true;
  return result;
}

read_graph_result with_users(const read_graph_result& read, std::span<const std::string> names) {
  read_graph_result placed = read;
  placed.labels = places_of_names(read.names, names);
  placed.names.clear();
  std::vector<std::uint64_t> numbers(names.size());
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  read_graph_result result = with_users(placed, numbers);
  result.names.assign(names.begin(), names.end());
  return result;
}

std::vector<std::uint64_t> read_user_ids(const std::string& path) {
  const byte_buffer bytes = read_text_input(path);
  std::string_view text = without_mark(bytes.view());
  const std::string name = name_of_input(path);
  std::uint64_t number = take_table_head(text, name, graph_format::edge_list).lines;
  std::vector<std::uint64_t> ids;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    ++number;
    line_cursor cursor(line);
    cursor.skip_blanks();
    if (cursor.at_end() || cursor.peek() == '#' || cursor.peek() == '%') continue;
    std::uint64_t id = 0;
    const bool good = cursor.take(id);
    cursor.skip_blanks();
    if (!good || !cursor.at_end()) fail_line(name, number, line, "one id of a user (a name: --names)");
    ids.push_back(id);
  }
  if (ids.empty()) throw bad_graph_input(name + ": no id of a user");
  return ids;
}

std::vector<std::string> read_user_names(const std::string& path) {
  const byte_buffer bytes = read_text_input(path);
  const std::string name = name_of_input(path);
  std::vector<std::string> names;
  for (name_line& line : names_in_lines(bytes.view(), name, "\t")) names.push_back(std::move(line.name));
  if (names.empty()) throw bad_graph_input(name + ": no name of a user");
  return names;
}

}  // namespace edgeldp
