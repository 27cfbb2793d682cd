// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "study/study.hpp"

/// Which pairs of users `common-neighbors` asks about, and among whom.
namespace edgeldp::cli::common_neighbors {

/// The users that are asked about and their lists, whichever kind of graph they come from.
struct population {
  std::optional<read_graph_result> graph;
  std::optional<read_bipartite_result> bipartite;
  layer side = layer::left;

  std::uint64_t label(vertex_id u) const { return graph ? graph->labels[u] : bipartite->labels(side)[u]; }
  const std::vector<std::string>& names() const { return graph ? graph->names : bipartite->names_of(side); }
  std::uint64_t users() const { return graph ? graph->labels.size() : bipartite->labels(side).size(); }
  /// What results call a user.
  record id(vertex_id u) const { return names().empty() ? record(label(u)) : record(names()[u]); }
  std::uint64_t edges() const { return graph ? graph->graph.edge_count() : bipartite->graph.edge_count(); }
  record facts(const std::string& name) const {
    return graph ? facts_of(name, *graph) : facts_of(name, *bipartite, side);
  }
  std::span<const vertex_id> neighbors(vertex_id u) const {
    return graph ? graph->graph.neighbors(u) : bipartite->graph.neighbors(side, u);
  }
  common_result estimate(std::span<const user_pair> pairs, const common_options& options, release_key key,
                         const coin_source& coins) const {
    return graph ? estimate_common_neighbors(graph->graph, pairs, options, key, coins)
                 : estimate_common_neighbors(bipartite->graph, side, pairs, options, key, coins);
  }
};

/// Reads two labels a line; blank lines and '#' comments are skipped.
std::vector<user_pair> read_pairs(const std::string& path, const population& p);

/// Uniform pairs of users; public, so that they may follow from the seed.
std::vector<user_pair> sample_pairs(std::uint64_t count, std::uint64_t users, release_key key);

}  // namespace edgeldp::cli::common_neighbors
