// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "edgeldp/graph/input/read_graph.hpp"

/// METIS files: a line of neighbours for each vertex.
namespace edgeldp {

/// Errors: bad_graph_input that names the line.
read_graph_result parse_metis(std::string_view text, const std::string& name);

}  // namespace edgeldp
