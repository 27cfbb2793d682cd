// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "edgeldp/graph/input/read_graph.hpp"

/// Formats that a text shows by how it begins, whatever its file is called.
namespace edgeldp {

/// Matrix Market, Pajek, or GraphML and GEXF.
std::optional<graph_format> format_of_text(std::string_view text);

/// Errors: bad_graph_input for what is read in none of our ways (archives, tables and dumps of
///     other programs, DIMACS, GML, DOT, JSON, TGF, UCINET, LEMON, graph6, gSpan, RDF, UTF-16,
///     lines that end with CR alone, pointers of Git LFS): it names the format and a command that
///     helps.
void refuse_foreign_format(std::string_view text, const std::string& name);

}  // namespace edgeldp
