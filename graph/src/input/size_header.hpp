// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/text_input.hpp"

/// What edge lists of some collections say of themselves before their edges: kinds and numbers of
/// vertices, and how many edges follow.
namespace edgeldp {

struct size_header {
  std::uint64_t lines = 0;  ///< taken off the text; 0: there is no such header
  std::string where;        ///< what messages call it
  bool is_bipartite = false;
  bool is_symmetric = false;   ///< edges have no directions
  std::uint64_t first_id = 0;  ///< ids are first_id, first_id + 1, ...
  std::optional<std::uint64_t> edges, left, right;

  /// Of a graph, whose columns name the same vertices.
  std::optional<std::uint64_t> vertices() const { return right && *right > *left ? right : left; }
};

/// Takes the header off: "#nodes", a number and column names ("node,node"), as TriangleLDP's
/// edges.csv has it, ids from 0; or with may_be_konect "% sym|asym|bip WEIGHTS" and perhaps "%
/// EDGES [LEFT [RIGHT]]" of KONECT's out files, ids from 1. Column names stay in the text.
size_header take_size_header(std::string_view& text, const std::string& name, bool may_be_konect);

/// The ids of that many vertices.
/// Errors: bad_graph_input when the header asks for more than most_vertices, or `labels` hold an id
///     that the header does not have. bytes: of the text.
std::vector<std::uint64_t> ids_of_header(const size_header& header, std::uint64_t vertices,
                                         const std::vector<std::uint64_t>& labels, const std::string& name,
                                         std::size_t bytes);

/// Errors: bad_graph_input naming both numbers, when other than the header's number of edge lines
///     follow.
void check_edge_lines(const size_header& header, std::uint64_t found, const std::string& name);

}  // namespace edgeldp
