// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/report.hpp"
#include "options/graph_argument.hpp"
#include "options/verb_options.hpp"
#include "results/wanted.hpp"

namespace edgeldp::cli {

/// What graphs are made of, and what is told of each.
struct graph_source {
  record facts;
  results::kept_wanted kept;
  /// What was released, by statistic, in the order of the answer; as far as it was.
  std::vector<std::pair<std::string, record>> released = {};
  bool is_simulated = false;
  std::vector<std::string> flaws = {};
};

/// From the result of a collection for `synthesis`, where the file is one; nothing where it is
/// another file, as a graph.
/// Errors: invalid_parameter for the result of another question, one that has failed, and options
///     beside it that say what the collection has settled; format_error for a damaged one;
///     io_error.
std::optional<graph_source> collected_source(const graph_argument& file, const verb_options& verb);

}  // namespace edgeldp::cli
