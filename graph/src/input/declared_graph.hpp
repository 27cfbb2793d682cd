// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/text_input.hpp"

/// Formats that list their vertices, with or without edges, before the edges.
namespace edgeldp {

struct declared_graph {
  std::vector<std::string> names;  ///< of all vertices, in the order of the file; may repeat in Pajek
  std::vector<std::pair<vertex_id, vertex_id>> edges;  ///< numbers of vertices, as listed
  clean_up_report clean_up;
  bool has_directions = false;
  bool has_edges = false;  ///< or is not all directed
};

/// Pajek .net: *Vertices n, then perhaps lines 'number "name"', then *Edges and *Arcs ("1 2
/// weight"), *Edgeslist and *Arcslist ("1 2 3 4": edges of 1); '%' comments. A vertex without a
/// name is called by its number.
/// Errors: bad_graph_input naming the line; for two-mode networks, *Matrix, partitions and several
///     networks in one file.
declared_graph parse_pajek(std::string_view text, const std::string& name);

/// GraphML and GEXF: node elements with an id, edge elements with source and target, wherever they
/// stand; all else is skipped.
/// Errors: bad_graph_input naming the line; for an edge whose end is no node, hyperedges, text that
///     is no XML or ends before its last tag.
declared_graph parse_markup_graph(std::string_view text, const std::string& name);

}  // namespace edgeldp
