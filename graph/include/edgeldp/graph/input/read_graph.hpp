// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/graph/input/arc_graph.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"
#include "edgeldp/graph/input/vertex_labels.hpp"

namespace edgeldp {

/// named_edge_list: vertices have names, which need not be numbers; otherwise as automatic. ecsr
/// and gap are graphs as they lie in memory (ecsr_file.hpp, gap_file.hpp).
enum class graph_format {
  automatic,
  edge_list,
  matrix_market,
  metis,
  named_edge_list,
  ecsr,
  gap,
  adjacency_list,
  sif,
  pajek,
  graphml
};

/// Whether the first line that is no comment names the columns.
enum class heading_line { automatic, present, absent };

/// How a file is to be read.
struct reading {
  // NOLINTNEXTLINE(google-explicit-constructor): a format alone says how a file is read.
  reading(graph_format chosen = graph_format::automatic)
      : format(chosen == graph_format::named_edge_list ? graph_format::automatic : chosen),
        has_names(chosen == graph_format::named_edge_list) {}

  graph_format format;
  bool has_names;  ///< vertices have names, also where all of them are numbers
  heading_line heading = heading_line::automatic;
  /// What is listed as "a b" is an arc from a to b, which read_graph_result::arcs gets too. Formats
  /// that know no directions are refused.
  bool keeps_directions = false;

  /// Nobody said what the file is, so that what looks like something else is refused.
  bool is_guessed() const { return format == graph_format::automatic; }
};

/// What the reader saw and what it cleaned away.
struct clean_up_report {
  std::uint64_t lines = 0;       ///< all lines of the text
  std::uint64_t comments = 0;    ///< comment, header and empty lines among them
  std::uint64_t self_loops = 0;  ///< edges u u, dropped
  std::uint64_t duplicates =
      0;  ///< repeats of an edge in either direction, dropped (METIS: beyond once at each end)
  std::uint64_t reversed = 0;     ///< edge lists: edges that are listed in both directions
  std::uint64_t wide_lines = 0;   ///< edges with further columns (weights, times), which are ignored
  std::uint64_t lone_users = 0;   ///< edge lists: lines with one id, a user that may have no edge
  bool has_column_names = false;  ///< edge lists: the first line that is no comment named the columns
  /// Edge lists: the columns have no id in common, as if they named two kinds of vertices.
  bool columns_are_disjoint = false;
  /// What a person should look at, in clauses without a point; no numbers that are exact facts.
  std::vector<std::string> cautions;
};

struct read_graph_result {
  csr_graph graph;  ///< directions forgotten
  arc_graph arcs;   ///< where directions are kept; otherwise without vertices
  /// labels[v] is the id that vertex v has in the file (Matrix Market, METIS: the row number, from
  /// 1). Vertices are numbered by first appearance in the file (edge lists) or by row. An edge
  /// list's nodes are those it names, self-loops included.
  vertex_labels labels;
  /// Of a named edge list: names[v] is what the file calls vertex v, and labels[v] is v.
  std::vector<std::string> names;
  clean_up_report clean_up;
  /// The set of users does not follow from who has an edge: a header said how many there are, or
  /// with_users.
  bool users_are_declared = false;

  /// What the file calls vertex v.
  std::string id_text(vertex_id v) const { return names.empty() ? std::to_string(labels[v]) : names[v]; }
};

/// Reads an undirected simple graph. Directions are forgotten: edge if either direction is present.
/// With reading::keeps_directions also the arcs as they are listed, of edge lists, adjacency lists,
/// SIF, general Matrix Market (a row names its columns), and Pajek, GraphML and GEXF whose edges
/// all have directions; `reversed` is 0 then, and `duplicates` are repeated arcs.
///
/// Formats: SNAP edge lists ('#' and '%' comments; tabs, spaces, commas, semicolons or bars;
///     "sep=;" of Excel first; LF or CRLF; ids up to 2^64 - 1 with gaps; further columns ignored; a
///     line with one id names a user without an edge; one line that names the columns may come
///     first, as in bipartite_graph.hpp). KONECT's "% sym|asym|bip WEIGHTS" in the first line: a
///     bipartite graph is refused; "% M [N [N]]" in the second: M edge lines must follow, and the
///     vertices are 1 .. N. TriangleLDP's three lines ("#nodes", a number N, names of columns): the
///     vertices are 0 .. N - 1. Matrix Market coordinate (pattern, real, integer, complex; general,
///     symmetric, skew-symmetric, hermitian; square): a stored entry is an edge whatever its value.
///     METIS adjacency (vertex sizes and all weights skipped). `automatic` looks at the first bytes
///     ("%%MatrixMarket", "edgeldpG" of an .ecsr file) and at the file name (.sg; .mtx, .graph,
///     .metis before an optional .gz). gzip, of any number of members, is detected by its magic
///     bytes. A named edge list is never guessed: names as in name_fields, one alone for a user
///     without an edge. Its first line names the columns if both are words for that, such as source
///     and target.
/// Input: path, or "-" for standard input. Pajek, GraphML and GEXF are known by how the text
///     begins, SIF and .adjlist by the file's name: their vertices have names unless all of these
///     are numbers. bzip2, xz and zstd are unpacked as gzip is. A heading chooses the columns
///     (input/table_shape.hpp).
/// Check: `automatic` refuses other formats, and tables that are no lists of edges, by name; and an
///     edge list that looks bipartite (looks_bipartite, or columns named user and item): read as
///     one graph, its users and items of the same number would be merged, and counts mean nothing.
///     graph_format::edge_list says that both columns name the same users; KONECT's header is a
///     comment then.
/// Errors: io_error (path and cause). bad_graph_input naming the line number, the offending text
///     (shortened and made printable) and what was expected; also for a truncated gzip stream,
///     binary data, an edge list without an edge line, a count in a header that the file does not
///     keep. Never allocates more than a constant times the bytes really read: headers are not
///     believed, and Matrix Market may have 65536 rows or 16 a byte of text.
/// Cost: about 5 million edges a second on two cores, gzip or not; peak memory about 5 times the
///     text. The result does not depend on the number of threads.
read_graph_result read_graph(const std::string& path, const reading& how = {});

/// Whether `automatic` takes the file for one of a graph as it lies in memory.
bool is_graph_file(const std::string& path);

/// The same from text in memory; `name` appears in messages.
read_graph_result parse_graph(std::string_view text, const std::string& name, const reading& how = {});

/// The same graph among declared users, numbered in the order of `ids`; those it does not name have
/// no edge.
/// Errors: bad_graph_input naming a user of the graph that is not declared, or an id that is
///     declared twice.
read_graph_result with_users(const read_graph_result& read, std::span<const std::uint64_t> ids);

/// The same of a graph with names.
read_graph_result with_users(const read_graph_result& read, std::span<const std::string> names);

/// Reads one id a line; '#' and '%' comments; one heading line may come first.
/// Errors: io_error; bad_graph_input naming the line; no line at all.
std::vector<std::uint64_t> read_user_ids(const std::string& path);

/// Reads one name a line; '#' and '%' comments, and no heading.
/// Errors: io_error; bad_graph_input naming the line; no line at all.
std::vector<std::string> read_user_names(const std::string& path);

}  // namespace edgeldp
