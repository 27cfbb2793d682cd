// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "options/graph_argument.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

/// Calls a verb of the program with values in place of words, as with --json; given: the graph, or
/// null for one that the settings name. What it would print is in the captured_output of this
/// thread.
/// Requires: there is one.
/// Errors: invalid_parameter for a verb that there is not, and for settings that it has not or
///     refuses; what the verb throws.
void call_verb(std::string_view verb, std::vector<setting> settings, const given_graph* given);

}  // namespace edgeldp::cli
