// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/read_graph.hpp"

/// Graphs of the formats that number their vertices.
namespace edgeldp {

/// Edges become a graph; what its loops and repeated edges were is told.
inline void build_graph(read_graph_result& result, std::uint64_t n,
                        const std::vector<std::pair<vertex_id, vertex_id>>& edges) {
  result.graph = csr_graph(n, edges);
  result.clean_up.self_loops = static_cast<std::uint64_t>(
      std::count_if(edges.begin(), edges.end(), [](const auto& e) { return e.first == e.second; }));
  result.clean_up.duplicates = edges.size() - result.clean_up.self_loops - result.graph.edge_count();
}

/// The same with directions: both ways between two vertices are two arcs.
inline void build_arcs(read_graph_result& result, std::uint64_t n,
                       const std::vector<std::pair<vertex_id, vertex_id>>& arcs) {
  result.arcs = arc_graph(n, arcs);
  result.clean_up.reversed = 0;
  result.clean_up.duplicates = arcs.size() - result.clean_up.self_loops - result.arcs.arc_count();
}

/// Errors: bad_graph_input, always: the file has no directions to keep.
[[noreturn]] inline void refuse_undirected(const std::string& name, const std::string& why) {
  throw bad_graph_input(name + ": " + why +
                        ": directions cannot be kept (list the arcs, \"from to\" a line)");
}

/// Vertices of a file that numbers them from 1, before it has edges.
inline read_graph_result number_by_row(std::uint64_t n, const clean_up_report& clean_up) {
  read_graph_result result;
  result.clean_up = clean_up;
  result.users_are_declared = true;
  result.labels = vertex_labels::in_a_row(n, 1);
  return result;
}

}  // namespace edgeldp
