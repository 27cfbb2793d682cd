// SPDX-License-Identifier: MIT
#include "triangles/counting_round.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "protocol/count_round.hpp"

namespace edgeldp {

count_messages count_on_release(const graph_view& g, const release& published,
                                std::span<const user_bound> bounds, bound_kind kind, epsilon budget,
                                std::optional<row_access> access, const coin_source& coins,
                                counted_side side) {
  std::vector<std::uint64_t> caps(bounds.size());
  std::ranges::transform(bounds, caps.begin(), &user_bound::neighbors);
  const kept_neighbors kept = keep_neighbors(g, published.layout(), caps, coins, side);
  const std::vector<pair_counts> pairs = kind == bound_kind::pairs
                                             ? accept_pairs(published, kept, bounds, access)
                                             : count_pairs(published, kept, access);
  const bit_lattice lattice = published.layout().codec().lattice();
  count_messages result;
  result.values.resize(bounds.size());
  std::atomic<std::uint64_t> bytes{0};
  parallel_for(0, bounds.size(), 64, [&](std::uint64_t first, std::uint64_t last) {
    std::uint64_t sent = 0;
    for (std::uint64_t v = first; v < last; ++v) {
      const auto u = static_cast<vertex_id>(v);
      if (bounds[u].sensitivity == 0) continue;  // no edge can matter, so nothing is said
      const auto statistic = static_cast<int128>(uint128{pairs[u][1]} * (lattice.scale - lattice.offset)) -
                             static_cast<int128>(uint128{pairs[u][0]} * lattice.offset);
      result.values[u] = coins(coin_purpose::count, u, [&](private_randomness& source) {
        return send_count(statistic, bounds[u].sensitivity, budget, source, sent);
      });
    }
    bytes += sent;
  });
  result.bytes = bytes;
  for (const int128 value : result.values) result.sum += value;
  return result;
}

ledger ledger_of(const release_parameters& p) {
  ledger spent(p.total);
  spent.spend(rounds::degree, p.degree, edge_use::both_endpoints);
  if (!p.size.is_zero()) spent.spend(rounds::size, p.size);
  spent.spend(rounds::edges, p.edges);
  spent.spend(rounds::count, p.count);
  return spent;
}

double estimate_closure(double triangles, const public_view& known) {
  return known.pairs() > 0.0 ? std::clamp(triangles / known.pairs(), 0.0, 1.0) : assumed_closure;
}

}  // namespace edgeldp
