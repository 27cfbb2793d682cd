// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "edgeldp/graph/comparison/graph_profile.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "io/report.hpp"

namespace edgeldp::cli {

/// A graph that is compared, and what results call it.
struct clear_graph {
  std::string name;
  const read_graph_result& input;
  /// Of the second: its users are none of the first one's, whatever the file calls them.
  bool has_other_users = false;
};

/// From whom distances are searched: from so many users, else from as many as some seconds allow.
struct distance_search {
  std::optional<std::uint64_t> sources;
  std::uint64_t seed = 1;
};

/// What is known of both graphs, and the result that is made of it.
struct graph_comparison {
  exact::graph_profile first, second;
  record result;
};

/// PGB's fifteen queries of both graphs, and how far the second is from the first. Not private.
/// Errors: those of exact::profile_of.
graph_comparison compare_graphs(const clear_graph& a, const clear_graph& b, const distance_search& search);

}  // namespace edgeldp::cli
