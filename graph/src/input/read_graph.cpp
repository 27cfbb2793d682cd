// SPDX-License-Identifier: MIT
#include "edgeldp/graph/input/read_graph.hpp"

#include <algorithm>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/input/ecsr_file.hpp"
#include "edgeldp/graph/input/gap_file.hpp"
#include "input/built_graph.hpp"
#include "input/declared_graph.hpp"
#include "input/edge_columns.hpp"
#include "input/foreign_format.hpp"
#include "input/matrix_market.hpp"
#include "input/metis.hpp"
#include "input/named_edges.hpp"
#include "input/size_header.hpp"
#include "input/sized_pair.hpp"
#include "input/table_shape.hpp"
#include "input/text_input.hpp"

namespace edgeldp {
namespace {

using edge_list = std::vector<std::pair<vertex_id, vertex_id>>;

// ---- edge lists ----

/// Edges as listed between numbered vertices, a user alone among them as a loop.
edge_columns add_listed_edges(read_graph_result& result, const edge_list& edges, const reading& how) {
  build_graph(result, result.labels.size(), edges);
  const edge_columns columns = compare_columns(edges, result.graph);
  result.clean_up.reversed = columns.reversed;
  result.clean_up.columns_are_disjoint = columns.are_disjoint;
  if (how.keeps_directions) build_arcs(result, result.labels.size(), edges);
  result.clean_up.self_loops -= result.clean_up.lone_users;
  return columns;
}

constexpr const char* unrelated_columns = "its two columns meet no more often than unrelated numbers would";

/// The number behind "Edges:" in the comments at the top, as SNAP writes them; 0 where there is
/// none.
std::uint64_t edges_in_comments(std::string_view text) {
  for (int lines = 0; lines < 20 && !text.empty(); ++lines) {
    const std::string_view line = take_line(text);
    if (!line.starts_with('#')) return 0;
    const std::size_t at = line.find("Edges:");
    if (at == std::string_view::npos) continue;
    line_cursor cursor(line.substr(at + 6));
    cursor.skip_blanks();
    std::uint64_t edges = 0;
    return cursor.take(edges) ? edges : 0;
  }
  return 0;
}

/// Where a comment has another number of edges than the list, counted in no way.
std::string caution_on_said_edges(std::string_view text, const read_graph_result& read) {
  const std::uint64_t said = edges_in_comments(text);
  const clean_up_report& seen = read.clean_up;
  const bool has_arcs = read.arcs.vertex_count() > 0;
  const std::uint64_t once = has_arcs ? read.arcs.arc_count() : read.graph.edge_count(),
                      loops = seen.self_loops, listed = once + seen.duplicates + loops;
  const std::uint64_t counts[] = {listed, listed - loops, once, once + loops, once + seen.reversed};
  for (const std::uint64_t count : counts)
    if (said == 0 || said == count || said == 2 * count || 2 * said == count) return "";
  return "a comment says that there are " + std::to_string(said) + " edges, and " + std::to_string(listed) +
         " are listed: the file may be cut off";
}

constexpr const char* directions_are_forgotten = "the file has directions, which are forgotten";

/// Of a list that is read with directions.
constexpr const char* may_be_undirected =
    "every pair is listed once, and always in the same order, as edges without directions are";

void add_caution(clean_up_report& report, std::string caution) {
  if (!caution.empty()) report.cautions.push_back(std::move(caution));
}

/// Errors: bad_graph_input for a header of users and items, or of edges without directions that are
///     to be kept.
void refuse_other_kinds(const size_header& sizes, const std::string& name, const reading& how) {
  if (sizes.is_bipartite) refuse_bipartite(name, "its first line says \"% bip\"");
  if (sizes.is_symmetric && how.keeps_directions) refuse_undirected(name, "its first line says \"% sym\"");
}

/// A header declares users by numbers, which are names here.
read_graph_result parse_names(std::string_view text, const std::string& name, const reading& how) {
  const std::size_t bytes = text.size();
  const std::string_view whole = text;
  const size_header sizes = take_size_header(text, name, how.is_guessed());
  refuse_other_kinds(sizes, name, how);
  name_numbering numbers;
  const named_edges lines =
      parse_named_edges(text, name, how, lone_ids::are_users, {numbers, numbers}, sizes.lines);
  check_edge_lines(sizes, lines.edges.size() - lines.clean_up.lone_users, name);
  read_graph_result result;
  result.clean_up = lines.clean_up;
  result.names = numbers.take_names();
  result.labels = vertex_labels::in_a_row(result.names.size());
  const edge_columns columns = add_listed_edges(result, lines.edges, how);
  if (how.is_guessed() && sizes.lines == 0 && columns.are_unrelated)
    refuse_bipartite(name, unrelated_columns);
  add_caution(result.clean_up, caution_on_likeness(result.names));
  add_caution(result.clean_up, caution_on_said_edges(whole, result));
  if (!sizes.vertices()) return result;
  std::vector<std::string> declared;
  for (const std::uint64_t id : ids_of_header(sizes, *sizes.vertices(), {}, name, bytes))
    declared.push_back(std::to_string(id));
  return with_users(result, declared);
}

/// Calls vertices by numbers where all names are numbers and nobody asked for names.
void name_vertices(read_graph_result& result, std::vector<std::string> names, bool has_names) {
  std::vector<std::uint64_t> numbers(names.size());
  const auto is_number = [&](std::size_t i) {
    line_cursor cursor(names[i]);
    const bool has_zero_in_front = names[i].size() > 1 && names[i][0] == '0';
    return !has_zero_in_front && cursor.take(numbers[i]) && cursor.at_end();
  };
  bool are_numbers = !has_names;
  for (std::size_t i = 0; are_numbers && i < names.size(); ++i) are_numbers = is_number(i);
  result.labels = vertex_labels::in_a_row(names.size());
  if (are_numbers)
    result.labels = std::move(numbers);
  else
    result.names = std::move(names);
}

using parse_lists = named_edges(std::string_view, const std::string&, const reading&, name_numbering&);

/// Adjacency lists and SIF.
read_graph_result parse_neighbors(std::string_view text, const std::string& name, const reading& how,
                                  parse_lists& parse) {
  name_numbering numbers;
  const named_edges lines = parse(text, name, how, numbers);
  read_graph_result result;
  result.clean_up = lines.clean_up;
  name_vertices(result, numbers.take_names(), how.has_names);
  add_listed_edges(result, lines.edges, how);
  result.clean_up.lone_users = 0;  // a vertex alone on a line may have its edges elsewhere
  result.clean_up.columns_are_disjoint = false;
  return result;
}

std::string first_repeated(std::span<const std::string> names) {
  std::vector<std::string_view> sorted(names.begin(), names.end());
  ranges::sort(sorted);
  const auto at = ranges::adjacent_find(sorted);
  return at == sorted.end() ? "" : std::string(*at);
}

/// Pajek, GraphML and GEXF.
read_graph_result with_declared(declared_graph read, const reading& how, const std::string& name) {
  read_graph_result result;
  result.clean_up = read.clean_up;
  result.users_are_declared = true;
  name_vertices(result, std::move(read.names), how.has_names);
  if (const std::string twice = first_repeated(result.names); !twice.empty())
    throw bad_graph_input(name + ": two vertices are called \"" + twice +
                          "\": without --names they are called by their numbers");
  build_graph(result, result.labels.size(), read.edges);
  if (how.keeps_directions) {
    if (!read.has_directions || read.has_edges)
      refuse_undirected(name, read.has_directions ? "only some of its edges have directions"
                                                  : "its edges have no directions");
    build_arcs(result, result.labels.size(), read.edges);
  } else if (read.has_directions) {
    result.clean_up.cautions.emplace_back(directions_are_forgotten);
  }
  return result;
}

read_graph_result parse_pajek_graph(std::string_view text, const std::string& name, const reading& how) {
  declared_graph read = parse_pajek(text, name);
  if (!how.has_names)
    for (std::size_t i = 0; i < read.names.size(); ++i) read.names[i] = std::to_string(i + 1);
  return with_declared(std::move(read), how, name);
}

/// The graph among the vertices that the header has, if it says how many.
read_graph_result as_header_says(const size_header& sizes, read_graph_result result, const std::string& name,
                                 std::size_t bytes) {
  if (!sizes.vertices()) return result;
  return with_users(result, ids_of_header(sizes, *sizes.vertices(), result.labels.listed(), name, bytes));
}

/// A list that has now the smaller and now the larger id in front.
bool may_have_directions(const edge_list& edges, const read_graph_result& result) {
  bool rises = false, falls = false;
  for (const auto& [u, v] : edges) {
    if (u == v) continue;
    (result.labels[u] < result.labels[v] ? rises : falls) = true;
  }
  return rises && falls;
}

read_graph_result parse_edge_list(std::string_view text, const std::string& name, const reading& how) {
  const std::size_t bytes = text.size();
  const std::string_view whole = text;
  bool may_refuse = how.is_guessed();
  const size_header sizes = take_size_header(text, name, may_refuse);
  refuse_other_kinds(sizes, name, how);
  const table_head head = take_table_head(text, name, how);
  if (may_refuse && name_users_and_items(head.line))
    refuse_bipartite(name, "its columns are called \"" + printable(head.line) + "\"");
  may_refuse = may_refuse && sizes.lines == 0;  // which says that there is one kind of vertices
  if (may_refuse) check_table(text, name, head, false);
  const std::uint64_t lines_before = sizes.lines + head.lines;
  std::vector<chunk> chunks = parse_edge_lines(text, name, lines_before, head, lone_ids::are_users);
  read_graph_result result;
  result.clean_up = count_lines(chunks, lines_before);
  check_edge_lines(sizes, count_entries(chunks) - result.clean_up.lone_users, name);
  result.clean_up.has_column_names = head.has_heading;
  const auto [largest, other] = largest_ids(chunks);
  id_numbering numbers(std::max(largest, other), count_entries(chunks), name);
  const edge_list edges = number_edges(chunks, numbers, numbers);
  result.labels = numbers.take_labels();
  const edge_columns columns = add_listed_edges(result, edges, how);
  if (sizes.lines != 0) result.clean_up.columns_are_disjoint = false;
  const bool may_be_arcs = columns.reversed > 0 || may_have_directions(edges, result);
  constexpr std::uint64_t few_edges = 8;  // of so many arcs all rise or fall by chance once in 128 times
  if (how.keeps_directions && !may_be_arcs && result.graph.edge_count() >= few_edges)
    result.clean_up.cautions.emplace_back(may_be_undirected);
  else if (!how.keeps_directions && columns.reversed == 0 && may_be_arcs)
    result.clean_up.cautions.emplace_back("directions are forgotten, if the list has any");
  if (may_refuse && columns.are_unrelated) refuse_bipartite(name, unrelated_columns);
  add_caution(result.clean_up, caution_on_said_edges(whole, result));
  return as_header_says(sizes, std::move(result), name, bytes);
}

// ---- Matrix Market ----

read_graph_result parse_matrix_market(std::string_view text, const std::string& name, const reading& how) {
  const matrix_entries matrix = parse_matrix_entries(text, name, matrix_shape::square);
  if (how.keeps_directions && matrix.is_symmetric) refuse_undirected(name, "its matrix is symmetric");
  read_graph_result result = number_by_row(matrix.rows, matrix.clean_up);
  build_graph(result, matrix.rows, matrix.entries);
  if (how.keeps_directions) build_arcs(result, matrix.rows, matrix.entries);
  return result;
}

// ---- choice ----

/// By the text, else by the file's name.
/// Errors: bad_graph_input for formats that are not read.
graph_format guess_format(std::string_view text, const std::string& name) {
  if (const auto found = format_of_text(text)) return *found;
  refuse_foreign_format(text, name);
  if (is_matrix_market(text, name)) return graph_format::matrix_market;
  if (has_extension(name, ".sif")) return graph_format::sif;
  if (has_extension(name, ".adjlist")) return graph_format::adjacency_list;
  return is_metis(name) ? graph_format::metis : graph_format::automatic;
}

// ---- graphs as they lie in memory ----

/// By the format that was asked for, or by how the file begins and ends.
read_graph_result read_graph_file(const std::string& path, graph_format format) {
  if (format == graph_format::ecsr ||
      (format == graph_format::automatic && begins_as_ecsr(first_bytes_of(path, 8))))
    return open_ecsr(path);
  read_graph_result result;
  result.graph = read_gap(path);
  result.users_are_declared = true;
  result.labels = vertex_labels::in_a_row(result.graph.vertex_count());
  return result;
}

}  // namespace

read_graph_result parse_graph(std::string_view text, const std::string& name, const reading& how) {
  if (begins_as_ecsr(text) || how.format == graph_format::ecsr || how.format == graph_format::gap)
    throw bad_graph_input(name + ": a graph file is mapped, not read: name the file itself, unpacked");
  text = without_mark(text);
  switch (how.is_guessed() ? guess_format(text, name) : how.format) {
    case graph_format::matrix_market:
      return parse_matrix_market(text, name, how);
    case graph_format::metis:
      if (how.keeps_directions) refuse_undirected(name, "METIS has every edge at both ends");
      return parse_metis(text, name);
    case graph_format::adjacency_list:
      return parse_neighbors(text, name, how, parse_neighbor_lines);
    case graph_format::sif:
      return parse_neighbors(text, name, how, parse_sif);
    case graph_format::pajek:
      return parse_pajek_graph(text, name, how);
    case graph_format::graphml:
      return with_declared(parse_markup_graph(text, name), how, name);
    default:
      return how.has_names ? parse_names(text, name, how) : parse_edge_list(text, name, how);
  }
}

bool is_graph_file(const std::string& path) {
  return begins_as_ecsr(first_bytes_of(path, 8)) || lower_case(path).ends_with(".sg");
}

read_graph_result read_graph(const std::string& path, const reading& how) {
  const bool is_mapped = how.format == graph_format::ecsr || how.format == graph_format::gap;
  if (is_mapped || (how.is_guessed() && !how.has_names && is_graph_file(path))) {
    if (how.keeps_directions) refuse_undirected(path, "a graph file has every edge at both ends");
    return read_graph_file(path, how.format);
  }
  if (const auto pair = find_sized_pair(path); pair && how.is_guessed() && !how.has_names)
    refuse_bipartite(path, "the sizes of two sides are in " + pair->sizes);
  return parse_graph(read_text_input(path).view(), name_of_input(path), how);
}

}  // namespace edgeldp
