// SPDX-License-Identifier: MIT
#include "questions/triangles/centred/centred_round_simulation.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round_user.hpp"
#include "kernels/counted_pairs_simulation.hpp"

namespace edgeldp {

namespace {

/// What a user takes, in neighbours: 60 bytes, where a neighbour that is kept takes 32 and half of
/// all are.
constexpr std::uint64_t user_in_neighbors = 4;

/// The end of the part of a roster that begins at `first`: users who with their neighbours take
/// what so many neighbours do, but one at least.
std::uint64_t end_of_part(const roster& who, std::uint64_t first, const graph_view& g,
                          std::uint64_t most_neighbors) {
  std::vector<vertex_id> scratch;
  std::uint64_t last = first, neighbors = 0;
  while (last < who.end_number()) {
    neighbors += user_in_neighbors + g.neighbors(who.user(last), scratch).size();
    if (neighbors > most_neighbors && last > first) break;
    ++last;
  }
  return last;
}

/// Users who count together: what is kept of them is by their place in the part, so that it takes
/// nothing for users of other parts.
struct part_of_users {
  std::vector<vertex_id> users;
  std::vector<std::uint64_t> limits;
  std::vector<int128> sums;

  part_of_users(const centred_pairs<release>& what, const roster& who, std::uint64_t begin,
                std::uint64_t end) {
    const centred_limits limit(what.rows->layout(), what.rule);
    for (std::uint64_t number = begin; number < end; ++number) {
      users.push_back(who.user(number));
      limits.push_back(limit.of(users.back()));
      if (limits.back() == 0)
        throw invalid_parameter("asked for pairs that none of a user's edges can change");
    }
  }

  void count(const centred_pairs<release>& what, const graph_view& g, const coin_source& coins,
             std::optional<row_access> access) {
    const release_layout& layout = what.rows->layout();
    std::vector<std::uint64_t> caps(users.size());  // no list is longer
    std::ranges::transform(users, caps.begin(), [&](vertex_id u) { return layout.rank(u); });
    sums = accept_weights_of_pairs({g, *what.rows, users, caps, coins}, limits,
                                   weights_of(layout.codecs(), what.rule.theta),
                                   weight_of_absent(what.rule.theta), pair_reading::of(access));
  }
};

}  // namespace

simulated_task simulated_centred_pairs(std::optional<row_access> access, std::uint64_t most_neighbors) {
  const auto play = [access, most_neighbors](const call& asked, const graph_view& g, const coin_source& coins,
                                             message_sink& sink) {
    const centred_round round = centred_round::read(asked.said, asked.published);
    const release_layout& layout = round.what.rows->layout();
    for (std::uint64_t begin = asked.who.first_number(), end = 0; begin < asked.who.end_number();
         begin = end) {
      end = end_of_part(asked.who, begin, g, most_neighbors);
      part_of_users part(round.what, asked.who, begin, end);
      part.count(round.what, g, coins, access);
      parallel_for(0, part.users.size(), 64, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t i = first; i < last; ++i) {
          const vertex_id u = part.users[i];
          sink.put(begin + i, say_number(round, part.sums[i], part.limits[i], round.budget.at(layout.rank(u)),
                                         user_coins(coins, u)));
        }
      });
    }
  };
  const auto work = [](const call& asked, const graph_view& g) {
    return work_of_pairs(asked, g, centred_round::read(asked.said, asked.published).what.rows);
  };
  return {centred_round::asks, play, work};
}

}  // namespace edgeldp
