// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"

/// Whether the two columns of an edge list name the same users.
namespace edgeldp {

struct edge_columns {
  std::uint64_t reversed = 0;  ///< edges that are listed in both directions
  bool are_disjoint = false;   ///< no id in both columns, of which each has two at least
  /// Loops and reversed entries are about as many as two unrelated numberings would give: both
  /// expected numbers are large enough to tell (6 and 20), and the true ones within factors of 3
  /// and 2 of them.
  ///
  /// In a list of friends or links loops are absent or habits of the source, and a link back is
  /// likelier, or ruled out where each edge is listed once. Expected over found in entries that
  /// read as reversed, Gowalla's users and venues: 1177, 1260; loops 33,
  /// 47. wiki-Vote: 1955, 5854 and 44, 0; p2p-Gnutella08: 22, 0; email-Eu-core: 3594, 17730;
  ///     undirected lists: none, or all. A directed graph that is uniformly random, loops included,
  ///     cannot be told from users and items.
  bool are_unrelated = false;
};

/// edges: as listed, numbered below the vertex count of `merged`, which is made from them.
edge_columns compare_columns(std::span<const std::pair<vertex_id, vertex_id>> edges, const csr_graph& merged);

/// Errors: bad_graph_input, always: it says why, and what to do.
[[noreturn]] void refuse_bipartite(const std::string& name, const std::string& why);

/// True for names such as "userId,movieId", of which exactly one is an item's.
bool name_users_and_items(std::string_view column_names);

}  // namespace edgeldp
