// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "arrays.hpp"
#include "options/graph_argument.hpp"

namespace edgeldp::python {

/// Edges as two arrays of ends.
/// Errors: value_error for different lengths.
std::vector<std::pair<vertex_id, vertex_id>> pairs_of(const array<vertex_id>& u, const array<vertex_id>& v);

/// A graph with what its vertices are called.
using given_input = std::shared_ptr<cli::given_graph>;

}  // namespace edgeldp::python
