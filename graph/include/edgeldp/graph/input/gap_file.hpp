// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "edgeldp/graph/input/csr_graph.hpp"

/// Serialized graphs `.sg` of the GAP benchmark suite ([Beamer 2015], what its converter writes and
/// its kernels read): little-endian, a byte that is 1 for a directed graph, 64-bit numbers of
/// entries and of vertices, n + 1 64-bit offsets, 32-bit neighbours; of a directed graph the same
/// again for incoming edges.
namespace edgeldp {

/// Reads an undirected simple graph; of a directed one the directions are forgotten. Self-loops and
/// repeats vanish. Numbers in the file are not aligned, so they are copied.
/// Errors: io_error; bad_graph_input naming what is wrong.
/// Cost: twice the size of the file in memory, or five times if lists have to be cleaned.
csr_graph read_gap(const std::string& path);

/// Errors: invalid_parameter for more than 2^31 vertices, which the format cannot number; io_error.
void write_gap(const std::string& path, const csr_graph& g);

}  // namespace edgeldp
