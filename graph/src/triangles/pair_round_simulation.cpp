// SPDX-License-Identifier: MIT
#include "triangles/pair_round_simulation.hpp"

#include <algorithm>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"
#include "edgeldp/graph/triangles/pair_round.hpp"
#include "triangles/counted_pairs_simulation.hpp"

namespace edgeldp {

namespace {

std::vector<pair_counts> pairs_of_all(const graph_view& g, const release& published,
                                      std::span<const user_bound> bounds, const pair_rule& rule,
                                      std::optional<row_access> access, const coin_source& coins) {
  std::vector<std::uint64_t> caps(bounds.size());
  std::ranges::transform(bounds, caps.begin(), &user_bound::neighbors);
  const kept_neighbors kept = keep_neighbors(g, published.layout(), caps, coins, side_of(rule));
  return kind_of(rule) == bound_kind::pairs ? accept_pairs(published, kept, bounds, access)
                                            : count_pairs(published, kept, access);
}

}  // namespace

std::vector<simulated_task> simulated_pairs(std::optional<row_access> access) {
  const auto play = [access](const call& asked, const graph_view& g, const coin_source& coins,
                             message_sink& sink) {
    const pair_round round = pair_round::read(asked.said, asked.published);
    const release& rows = *round.rows;
    const std::vector<user_bound> bounds = make_bounds(rows.layout(), round.rule);
    const std::vector<pair_counts> pairs = pairs_of_all(g, rows, bounds, round.rule, access, coins);
    const bit_lattice lattice = rows.layout().codec().lattice();
    parallel_for(asked.who.first_number(), asked.who.end_number(), 64,
                 [&](std::uint64_t first, std::uint64_t last) {
                   for (std::uint64_t number = first; number < last; ++number) {
                     const vertex_id u = asked.who.user(number);
                     sink.put(number, coins(coin_purpose::count, u, [&](private_randomness& source) {
                                return noisy_number(statistic_of(pairs[u], lattice), bounds[u].sensitivity,
                                                    round.budget, source);
                              }));
                   }
                 });
  };
  const auto work = [](const call& asked, const graph_view& g) {
    return work_of_pairs(asked, g, pair_round::read(asked.said, asked.published).rows);
  };
  return {{pair_round::asks, play, work}, {stated_pair_round::asks, play, work}};
}

}  // namespace edgeldp
