// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "edgeldp/graph/input/csr_graph.hpp"

/// Graphs as text: two ids a line, each edge once.
namespace edgeldp::cli {

/// Hands title and edges to write(text) piece by piece.
void write_edges(const csr_graph& g, const std::string& title,
                 const std::function<void(const std::string&)>& write);

/// The same into a file, compressed where its name ends with .gz.
/// Errors: io_error, and no file.
void write_edge_file(const std::string& path, const csr_graph& g, const std::string& title);

}  // namespace edgeldp::cli
