// SPDX-License-Identifier: MIT
#include "triangles/pair_round_simulation.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"
#include "edgeldp/graph/triangles/pair_round.hpp"
#include "triangles/counted_pairs_simulation.hpp"

namespace edgeldp {

namespace {

/// What bounds the users that are asked, and their pairs: by place among them, so that they take
/// nothing for others.
struct counted_users {
  std::vector<user_bound> bounds;
  std::vector<pair_counts> pairs;

  counted_users(const graph_view& g, const pair_round& round, const roster& who,
                std::optional<row_access> access, const coin_source& coins) {
    std::vector<vertex_id> users(who.size());
    std::vector<std::uint64_t> caps(who.size());
    bounds.resize(who.size());
    for (std::uint64_t i = 0; i < who.size(); ++i) {
      users[i] = who.user(who.first_number() + i);
      bounds[i] = bound_of(round.rows->layout(), round.rule, users[i]);
      caps[i] = bounds[i].neighbors;
    }
    // Other bounds than limits of pairs bind lists, which are clipped.
    const bool has_limits = kind_of(round.rule) == bound_kind::pairs;
    pairs = accept_pairs({g, *round.rows, users, caps, coins, side_of(round.rule)},
                         has_limits ? bounds : std::span<const user_bound>(), pair_reading::of(access));
  }
};

}  // namespace

std::vector<simulated_task> simulated_pairs(std::optional<row_access> access) {
  const auto play = [access](const call& asked, const graph_view& g, const coin_source& coins,
                             message_sink& sink) {
    const pair_round round = pair_round::read(asked.said, asked.published);
    const counted_users counted(g, round, asked.who, access, coins);
    const bit_lattice lattice = round.rows->layout().codec().lattice();
    parallel_for(0, asked.who.size(), 64, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) {
        const std::uint64_t number = asked.who.first_number() + i;
        sink.put(number, coins(coin_purpose::count, asked.who.user(number), [&](private_randomness& source) {
                   return noisy_number(statistic_of(counted.pairs[i], lattice), counted.bounds[i].sensitivity,
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
