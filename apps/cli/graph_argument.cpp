// SPDX-License-Identifier: MIT
#include "cli/graph_argument.hpp"

#include <map>
#include <numeric>

#include "edgeldp/graph/input/generators.hpp"

namespace edgeldp::cli {

csr_graph make_default_graph() {
  return generate_affiliation(2000, 22000, 1);
}

void graph_argument::add_to(CLI::App& verb) {
  verb.add_option(
      "graph", path,
      "SNAP edge list, Matrix Market or METIS file, plain or gzip; '-' for standard input; without it the "
      "embedded default graph (2000 users)");
  verb.add_option("--format", format, "Format of the graph file")
      ->check(CLI::IsMember({"auto", "edge-list", "matrix-market", "metis"}))
      ->capture_default_str();
}

std::string graph_argument::name() const {
  if (path.empty()) return "default";
  if (path == "-") return "stdin";
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

read_graph_result graph_argument::load() const {
  if (path.empty()) {
    read_graph_result result;
    result.graph = make_default_graph();
    result.labels.resize(result.graph.vertex_count());
    std::iota(result.labels.begin(), result.labels.end(), std::uint64_t{0});
    return result;
  }
  static const std::map<std::string, graph_format> formats = {{"auto", graph_format::automatic},
                                                              {"edge-list", graph_format::edge_list},
                                                              {"matrix-market", graph_format::matrix_market},
                                                              {"metis", graph_format::metis}};
  return read_graph(path, formats.at(format));
}

}  // namespace edgeldp::cli
