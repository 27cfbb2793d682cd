// SPDX-License-Identifier: MIT
#include "triangles/centred/centred_round_simulation.hpp"

#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"
#include "edgeldp/graph/triangles/centred/centred_round.hpp"
#include "triangles/counted_pairs_simulation.hpp"

namespace edgeldp {

namespace {

/// The end of the part of a roster that begins at `first`: users with at most so many neighbours in
/// all, but one at least.
std::uint64_t end_of_part(const roster& who, std::uint64_t first, const graph_view& g,
                          std::uint64_t most_neighbors) {
  std::vector<vertex_id> scratch;
  std::uint64_t last = first, neighbors = 0;
  while (last < who.end_number()) {
    neighbors += g.neighbors(who.user(last), scratch).size();
    if (neighbors > most_neighbors && last > first) break;
    ++last;
  }
  return last;
}

/// The sums of the users that `most` lets keep neighbours.
std::vector<int128> sums_of_part(const centred_round& round, const graph_view& g,
                                 std::span<const std::uint64_t> most, std::span<const std::uint64_t> limits,
                                 const coin_source& coins, std::optional<row_access> access) {
  const release_layout& layout = round.rows->layout();
  const kept_neighbors kept = keep_neighbors(g, layout, most, coins);
  return accept_weights_of_pairs(*round.rows, kept, limits, weights_of(layout.codecs(), round.rule.theta),
                                 weight_of_absent(round.rule.theta), access);
}

}  // namespace

simulated_task simulated_centred_pairs(std::optional<row_access> access, std::uint64_t most_neighbors) {
  const auto play = [access, most_neighbors](const call& asked, const graph_view& g, const coin_source& coins,
                                             message_sink& sink) {
    const centred_round round = centred_round::read(asked.said, asked.published);
    const release_layout& layout = round.rows->layout();
    const std::vector<std::uint64_t> limits = limits_of(layout, round.rule);
    std::vector<std::uint64_t> most(layout.users());  // of kept neighbours; those of others are not needed
    for (std::uint64_t begin = asked.who.first_number(), end = 0; begin < asked.who.end_number();
         begin = end) {
      end = end_of_part(asked.who, begin, g, most_neighbors);
      for (std::uint64_t number = begin; number < end; ++number) {
        const vertex_id u = asked.who.user(number);
        most[u] = layout.rank(u);
      }
      const std::vector<int128> sums = sums_of_part(round, g, most, limits, coins, access);
      parallel_for(begin, end, 64, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t number = first; number < last; ++number) {
          const vertex_id u = asked.who.user(number);
          if (limits[u] == 0)
            throw invalid_parameter("asked for pairs that none of a user's edges can change");
          most[u] = 0;
          sink.put(number, coins(coin_purpose::count, u, [&](private_randomness& source) {
                     return noisy_number(sums[u], limits[u], round.budget.at(layout.rank(u)), source);
                   }));
        }
      });
    }
  };
  const auto work = [](const call& asked, const graph_view& g) {
    return work_of_pairs(asked, g, centred_round::read(asked.said, asked.published).rows);
  };
  return {centred_round::asks, play, work};
}

}  // namespace edgeldp
