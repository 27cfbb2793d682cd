// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/communities/exact.hpp"

#include <map>
#include <vector>

#include "edgeldp/core/base/types.hpp"

namespace edgeldp::exact {

double modularity(const graph_view& g, std::span<const std::uint32_t> group_of) {
  std::map<std::uint32_t, std::uint64_t> ends;
  std::uint64_t within = 0, all = 0;
  std::vector<vertex_id> scratch;
  for (vertex_id u = 0; u < g.vertex_count(); ++u)
    for (const vertex_id v : g.neighbors(u, scratch)) {
      ++all;
      ++ends[group_of[u]];
      if (group_of[u] == group_of[v]) ++within;
    }
  if (all == 0) return 0.0;
  double by_chance = 0.0;
  for (const auto& [group, number] : ends) {
    const double share = static_cast<double>(number) / static_cast<double>(all);
    by_chance += share * share;
  }
  return static_cast<double>(within) / static_cast<double>(all) - by_chance;
}

}  // namespace edgeldp::exact
