// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/rivals/triangles/method.hpp"

/// The two ends of the scale that private methods stand on: everybody reads the graph itself.
/// Nothing is protected, so there is no ledger. Formats and sizes:
/// graph/rivals/src/triangles/open_list_derivation.md.
namespace edgeldp {

enum class list_format {
  edges,     ///< plain: 2 ceil(log2 n) bits an edge
  adjacency  ///< compressed: a row of preceding neighbours a user, gaps through an adaptive range coder
};

/// The whole graph as a file. The same graph gives the same bytes everywhere.
///
/// Errors: invalid_parameter for more than 2^32 vertices.
/// Cost: O(n + m), one thread.
std::vector<std::byte> write_list(const graph_view& g, list_format format);

/// The graph back from such a file, format told by its first bytes.
///
/// Errors: format_error with the offset, unless the bytes are exactly what write_list makes of the
///     result. Allocates at most 2^20 + 1024 * size entries.
csr_graph read_list(std::span<const std::byte> file);

/// What user u sends to the collector: its neighbours of lower number, in increasing order.
std::vector<std::byte> write_list_row(std::uint64_t users, vertex_id u, std::span<const vertex_id> preceding,
                                      list_format format);

/// Errors: format_error with the offset, unless the bytes are exactly what write_list_row makes of
///     the result.
std::vector<vertex_id> read_list_row(std::uint64_t users, vertex_id u, std::span<const std::byte> message,
                                     list_format format);

struct non_private_result {
  count_type triangles = 0;              ///< exact
  baseline_communication communication;  ///< everybody downloads the same file
};

/// Every user sends its row, the collector puts the file together, and triangles are counted in
/// what was read from it.
/// Errors: as write_list; bad_graph_input for a graph without vertices.
non_private_result count_triangles_without_privacy(const graph_view& g, list_format format);

}  // namespace edgeldp
