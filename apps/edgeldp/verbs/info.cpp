// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/graph/questions/reciprocity/exact.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "options/graph_argument.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

/// start: when reading began, in seconds of the program.
record finish(record r, const clean_up_report& c, double start) {
  r["clean_up"] = describe_cleaning(c);
  add_cost(r, elapsed_seconds() - start);
  add_guarantee(r, false, {"exact numbers of the graph"});
  return r;
}

record describe_edges(const graph_argument& argument, double start) {
  const read_graph_result input = argument.load();
  const csr_graph& g = input.graph;
  const progress line("exact counts");
  const count_type triangles = exact::count_triangles(g), wedges = exact::count_two_stars(g);
  return finish({{"graph", argument.name()},
                 {"nodes", g.vertex_count()},
                 {"users_declared", input.users_are_declared},
                 {"edges", g.edge_count()},
                 {"triangles", triangles},
                 {"wedges", wedges},
                 {"clustering_coefficient",
                  wedges == 0 ? 0.0 : 3.0 * static_cast<double>(triangles) / static_cast<double>(wedges)},
                 {"max_degree", exact::max_degree(g)},
                 {"degeneracy", exact::degeneracy(g)}},
                input.clean_up, start);
}

record describe_arcs(const graph_argument& argument, double start) {
  const read_graph_result input = argument.load();
  const arc_graph& g = input.arcs;
  const progress line("exact counts");
  const count_type arcs = g.arc_count(), returned = exact::count_returned(g);
  std::uint64_t largest = 0;
  for (vertex_id v = 0; v < g.vertex_count(); ++v) largest = std::max(largest, g.out_degree(v));
  const std::vector<std::uint64_t> named = exact::in_degrees(g);
  return finish({{"graph", argument.name()},
                 {"directed", true},
                 {"nodes", g.vertex_count()},
                 {"users_declared", input.users_are_declared},
                 {"arcs", arcs},
                 {"returned_arcs", returned},
                 {"linked_pairs", arcs - returned / 2},
                 {"reciprocity", arcs == 0 ? 0.0 : static_cast<double>(returned) / static_cast<double>(arcs)},
                 {"max_out_degree", largest},
                 {"max_in_degree", named.empty() ? 0 : std::ranges::max(named)}},
                input.clean_up, start);
}

/// Wedges at a layer's vertices: pairs of the other layer with a common neighbour there.
record describe_layer(const bipartite_graph& g, layer side) {
  std::uint64_t largest = 0;
  double wedges = 0.0;
  for (vertex_id v = 0; v < g.vertex_count(side); ++v) {
    const std::uint64_t d = g.degree(side, v);
    largest = std::max(largest, d);
    wedges += 0.5 * static_cast<double>(d) * (static_cast<double>(d) - 1.0);
  }
  const auto n = static_cast<double>(g.vertex_count(side));
  return {{"nodes", g.vertex_count(side)},
          {"mean_degree", n > 0.0 ? static_cast<double>(g.edge_count()) / n : 0.0},
          {"max_degree", largest},
          {"wedges", wedges}};
}

record describe_bipartite(const graph_argument& argument, double start) {
  const read_bipartite_result input = argument.load_bipartite(layer::left, "");
  const bipartite_graph& g = input.graph;
  return finish({{"graph", argument.name()},
                 {"nodes", g.vertex_count(layer::left) + g.vertex_count(layer::right)},
                 {"edges", g.edge_count()},
                 {"left", describe_layer(g, layer::left)},
                 {"right", describe_layer(g, layer::right)}},
                input.clean_up, start);
}

/// A number in the table of several graphs: its heading, field and whether it is whole.
struct column {
  const char *heading, *field;
  bool is_whole = false;
};

std::vector<column> columns_of(const record& r) {
  if (r.contains("left")) return {{"vertices", "nodes", true}, {"edges", "edges", true}};
  if (r.contains("directed"))
    return {{"users", "nodes", true},
            {"arcs", "arcs", true},
            {"reciprocity", "reciprocity"},
            {"max out-degree", "max_out_degree"},
            {"max in-degree", "max_in_degree"}};
  return {{"users", "nodes", true},
          {"edges", "edges", true},
          {"triangles", "triangles"},
          {"wedges", "wedges"},
          {"clustering", "clustering_coefficient"},
          {"max degree", "max_degree"}};
}

/// A line a graph; what was cleaned away stands in the fields.
std::string table_of(std::span<const record> graphs) {
  const std::vector<column> columns = columns_of(graphs.front());
  std::vector<table_row> rows = {{{"graph"}}};
  for (const column& c : columns) rows[0].push_back({c.heading});
  for (const record& r : graphs) {
    rows.push_back({{text_of(r, "graph"), tint::strong}});
    for (const column& c : columns) {
      const double x = number_of(r, c.field);
      rows.back().push_back({c.is_whole ? grouped(x) : significant(x, 3)});
    }
  }
  return table_text(rows, screen::of_stdout());
}

// --- the answer for people

std::string declared_text(const record& r) {
  if (!r.contains("users_declared")) return "";
  return r.at("users_declared").get<bool>()
             ? "The list of users is declared, by the file or by options."
             : "Users are those that the file names; --users or --nodes declares others, who have no edge.";
}

void print_groups(page& p, const record& r) {
  p.group("Privacy", {"Not private: exact facts, for whoever may see the graph."});
  p.group("Users", {declared_text(r)});
  p.group("Cost", {"Here, for all counts: " + duration(number_of(r, "seconds")) + ", " +
                   byte_count(number_of(r, "peak_memory_bytes")) + " of memory."});
}

void print_graph(const record& r, const graph_argument& graph) {
  const std::vector<table_row> rows = {
      {{""}, {"exact"}},
      {{"users"}, {grouped(number_of(r, "nodes")), tint::strong}},
      {{"edges"}, {grouped(number_of(r, "edges")), tint::strong}},
      {{"triangles"}, {grouped(number_of(r, "triangles")), tint::strong}},
      {{"wedges"}, {grouped(number_of(r, "wedges"))}},
      {{"clustering coefficient"}, {significant(number_of(r, "clustering_coefficient"), 3)}},
      {{"mean degree"}, {significant(2.0 * number_of(r, "edges") / std::max(number_of(r, "nodes"), 1.0), 3)}},
      {{"max degree"}, {grouped(number_of(r, "max_degree"))}},
      {{"degeneracy"}, {grouped(number_of(r, "degeneracy"))}}};
  page p(text_of(r, "graph") + ": exact facts of a graph", graph.reading(true));
  p.table(rows);
  print_groups(p, r);
  p.group("Words", {"A wedge is two edges that meet in a user, and the clustering coefficient the share of "
                    "wedges that are closed to a triangle. Degeneracy k: some users have k neighbours each "
                    "among themselves, and k is the largest such number."});
  const std::string file = graph.path.empty() || graph.path == "-" ? "" : " " + as_typed(graph.path);
  p.group("Next", {"`edgeldp triangles" + file + " -e 1` estimates triangles privately; `edgeldp tune" +
                   file + "` compares settings. -v and --json tell every field."});
  write_stdout(p.text());
}

void print_arcs(const record& r, const graph_argument& graph) {
  const std::vector<table_row> rows = {
      {{""}, {"exact"}},
      {{"users"}, {grouped(number_of(r, "nodes")), tint::strong}},
      {{"arcs"}, {grouped(number_of(r, "arcs")), tint::strong}},
      {{"arcs with one back"}, {grouped(number_of(r, "returned_arcs"))}},
      {{"pairs with an arc"}, {grouped(number_of(r, "linked_pairs"))}},
      {{"reciprocity"}, {significant(number_of(r, "reciprocity"), 3)}},
      {{"mean out-degree"}, {significant(number_of(r, "arcs") / std::max(number_of(r, "nodes"), 1.0), 3)}},
      {{"max out-degree"}, {grouped(number_of(r, "max_out_degree"))}},
      {{"max in-degree"}, {grouped(number_of(r, "max_in_degree"))}}};
  page p(text_of(r, "graph") + ": exact facts of a directed graph", graph.reading(true));
  p.table(rows);
  print_groups(p, r);
  p.group("Words", {"An arc leads from a user to a contact of its list. Reciprocity is the share of arcs "
                    "that have one back."});
  const std::string file = as_typed(graph.path);
  p.group("Next", {"`edgeldp reciprocity " + file + " -e 1` and `edgeldp mixing " + file +
                   " --directed -e 1` estimate privately. -v and --json tell every field."});
  write_stdout(p.text());
}

void print_bipartite(const record& r, const graph_argument& graph) {
  const record &left = r.at("left"), &right = r.at("right");
  const auto row = [&](const char* name, const char* key, auto&& text) -> table_row {
    return {{name}, {text(number_of(left, key))}, {text(number_of(right, key))}};
  };
  const auto whole = [](double x) { return grouped(x); };
  const std::vector<table_row> rows = {
      {{""}, {"left"}, {"right"}},
      row("vertices", "nodes", whole),
      row("mean degree", "mean_degree", [](double x) { return significant(x, 3); }),
      row("max degree", "max_degree", whole),
      row("wedges", "wedges", whole)};
  page p(
      text_of(r, "graph") + ": exact facts of a bipartite graph of " + counted(number_of(r, "edges"), "edge"),
      graph.reading(true));
  p.table(rows);
  print_groups(p, r);
  p.group("Words", {"The first column of the file is left, the second right. Wedges at a vertex are pairs of "
                    "vertices of the other column that it connects."});
  const std::string file = as_typed(graph.path);
  p.group("Next", {"`edgeldp butterflies " + file +
                   "` estimates how often two users share two items, "
                   "`edgeldp common-neighbors " +
                   file +
                   " --bipartite --sample 100` how many items "
                   "pairs of users share. -v and --json tell every field."});
  write_stdout(p.text());
}

struct info_arguments {
  graph_argument graph;
  bool is_bipartite = false;
};

record describe(const info_arguments& a, const graph_argument& graph, double start) {
  if (a.is_bipartite) return describe_bipartite(graph, start);
  return graph.is_directed() ? describe_arcs(graph, start) : describe_edges(graph, start);
}

void print(const graph_argument& graph, const record& r, output_style style) {
  if (style != output_style::text)
    print_record(r, style == output_style::json);
  else if (r.contains("left"))
    print_bipartite(r, graph);
  else if (r.contains("directed"))
    print_arcs(r, graph);
  else
    print_graph(r, graph);
}

void run_info(const info_arguments& a, output_style style) {
  const std::vector<graph_argument> graphs = a.graph.each();
  const bool is_table = graphs.size() > 1 && style == output_style::text;
  std::vector<record> found;
  double start = 0.0;
  for (const graph_argument& graph : graphs) {
    found.push_back(describe(a, graph, start));
    start = elapsed_seconds();
    if (is_table) continue;
    if (found.size() > 1 && style == output_style::fields) write_stdout("\n");
    print(graph, found.back(), style);
  }
  if (is_table) write_stdout(table_of(found));
}

}  // namespace

void add_info(verb_options& verb, const common_arguments& common) {
  info_arguments& a = acts_by(verb, common, run_info);
  a.graph.add_several_to(verb);
  add_bipartite(verb, a.is_bipartite);
  a.graph.add_directions_to(verb);
  verb.get_option("--directed")->excludes("--bipartite");
}

}  // namespace edgeldp::cli
