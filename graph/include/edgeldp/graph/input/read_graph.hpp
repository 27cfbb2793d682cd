// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/graph/input/csr_graph.hpp"

namespace edgeldp {

enum class graph_format { automatic, edge_list, matrix_market, metis };

/// What the reader saw and what it cleaned away.
struct clean_up_report {
  std::uint64_t lines = 0;       ///< all lines of the text
  std::uint64_t comments = 0;    ///< comment, header and empty lines among them
  std::uint64_t self_loops = 0;  ///< edge lines u u, dropped
  std::uint64_t duplicates = 0;  ///< edge lines that repeat an edge in either direction, dropped
};

struct read_graph_result {
  csr_graph graph;
  /// labels[v] is the id that vertex v has in the file (Matrix Market, METIS: 1-based row number). Vertices are numbered by first
  /// appearance in the file (edge lists) or by row (Matrix Market, METIS). An edge list's nodes are those it names, self-loops included.
  std::vector<std::uint64_t> labels;
  clean_up_report clean_up;
};

/// Reads an undirected simple graph. Directions are forgotten: edge if either direction is present.
///
/// Formats:  SNAP edge lists ('#' and '%' comments, tabs, spaces or commas, LF or CRLF, ids up to 2^64 - 1 with gaps,
///           further columns ignored), Matrix Market coordinate (pattern, real, integer; general or symmetric), METIS
///           adjacency (plain, edge and vertex weights skipped). `automatic` looks at the first bytes ("%%MatrixMarket") and
///           at the file name (.mtx, .graph, .metis before an optional .gz). gzip is detected by its magic bytes.
/// Input:    path, or "-" for standard input.
/// Errors:   io_error (path and cause); bad_graph_input naming the line number, the offending text (shortened and made printable) and what
///           was expected: also for a truncated gzip stream, binary data, a count in a header that the file does not keep.
///           Never allocates more than a constant times the bytes really read (headers are not believed).
/// Cost:     at least a million edges a second on two cores from plain text.
read_graph_result read_graph(const std::string& path, graph_format format = graph_format::automatic);

/// The same from text in memory; `name` appears in messages.
read_graph_result parse_graph(std::string_view text, const std::string& name, graph_format format = graph_format::automatic);

}  // namespace edgeldp
