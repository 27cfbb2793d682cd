// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "input/size_header.hpp"

/// Bipartite graphs in two files: edges in NAME.e, the sizes of both sides in NAME.meta.
namespace edgeldp {

struct sized_pair {
  std::string edges, sizes;  ///< paths
};

/// Both paths, where `path` is one of the two. Without a .meta beside it an .e is an edge list.
std::optional<sized_pair> find_sized_pair(const std::string& path);

/// The numbers of left vertices, right vertices and perhaps edges, apart by blanks, commas or
/// lines.
/// Errors: bad_graph_input.
size_header parse_sizes(std::string_view text, const std::string& name);

/// The ids of a side. Writers differ: they count from 0 or from 1, and right ids alone, or on from
/// the left ones. The first of these ways that has all `labels` is taken.
/// Errors: bad_graph_input when none has, or as ids_of_header.
std::vector<std::uint64_t> ids_of_side(const size_header& sizes, bool is_right,
                                       std::span<const std::uint64_t> labels, const std::string& name,
                                       std::size_t bytes);

}  // namespace edgeldp
