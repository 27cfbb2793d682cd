// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "edgeldp/graph/input/read_graph.hpp"

namespace edgeldp::cli {

/// The GRAPH argument of a verb: a file, "-" for standard input, or nothing for the embedded default graph.
struct graph_argument {
  std::string path;
  std::string format = "auto";

  void add_to(CLI::App& verb);
  /// What results call the graph.
  std::string name() const;
  /// Reads the file or makes the default graph.
  read_graph_result load() const;
};

/// The graph that examples and tests run on when no file is named: a seeded affiliation graph of 2000 users.
csr_graph make_default_graph();

}  // namespace edgeldp::cli
