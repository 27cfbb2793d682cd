// SPDX-License-Identifier: MIT
#include "triangles/centred/centred_round_simulation.hpp"

#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"
#include "edgeldp/graph/triangles/centred/centred_round.hpp"
#include "triangles/counted_pairs_simulation.hpp"

namespace edgeldp {

simulated_task simulated_centred_pairs(std::optional<row_access> access) {
  const auto play = [access](const call& asked, const graph_view& g, const coin_source& coins,
                             message_sink& sink) {
    const centred_round round = centred_round::read(asked.said, asked.published);
    const release_layout& layout = round.rows->layout();
    const std::vector<std::uint64_t> limits = limits_of(layout, round.rule);
    std::vector<std::uint64_t> most(layout.users());  // of kept neighbours; those of others are not needed
    for (std::uint64_t number = 0; number < asked.who.size(); ++number) {
      const vertex_id u = asked.who.user(number);
      most[u] = layout.rank(u);
    }
    const kept_neighbors kept = keep_neighbors(g, layout, most, coins);
    const std::vector<int128> sums =
        accept_weights_of_pairs(*round.rows, kept, limits, weights_of(layout.codecs(), round.rule.theta),
                                weight_of_absent(round.rule.theta), access);
    parallel_for(0, asked.who.size(), 64, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t number = first; number < last; ++number) {
        const vertex_id u = asked.who.user(number);
        if (limits[u] == 0) throw invalid_parameter("asked for pairs that none of a user's edges can change");
        sink.put(number, coins(coin_purpose::count, u, [&](private_randomness& source) {
                   return noisy_number(sums[u], limits[u], round.budget.at(layout.rank(u)), source);
                 }));
      }
    });
  };
  return {centred_round::asks, play};
}

}  // namespace edgeldp
