// SPDX-License-Identifier: MIT
#include "kernels/pair_round_simulation.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/rounds/pair_round_user.hpp"
#include "kernels/counted_pairs_simulation.hpp"

namespace edgeldp {

namespace {

/// What bounds the users that are asked, and their pairs: by place among them, so that they take
/// nothing for others.
struct counted_users {
  std::vector<user_bound> bounds;
  std::vector<pair_counts> pairs;

  counted_users(const graph_view& g, const counted_pairs& what, const roster& who,
                std::optional<row_access> access, const coin_source& coins) {
    std::vector<vertex_id> users(who.size());
    std::vector<std::uint64_t> caps(who.size());
    bounds.resize(who.size());
    for (std::uint64_t i = 0; i < who.size(); ++i) {
      users[i] = who.user(who.first_number() + i);
      bounds[i] = bound_of(what.rows->layout(), what.rule, users[i]);
      caps[i] = bounds[i].neighbors;
    }
    // Other bounds than limits of pairs bind lists, which are clipped.
    const bool has_limits = kind_of(what.rule) == bound_kind::pairs;
    pairs = accept_pairs({g, *what.rows, users, caps, coins, side_of(what.rule)},
                         has_limits ? bounds : std::span<const user_bound>(), pair_reading::of(access));
  }
};

template <class Q>
simulated_task count_at_once(std::optional<row_access> access) {
  const auto play = [access](const call& asked, const graph_view& g, const coin_source& coins,
                             message_sink& sink) {
    const auto round = count_round<Q>::read(asked.said, asked.published);
    const counted_users counted(g, round.what, asked.who, access, coins);
    const bit_lattice lattice = round.what.rows->layout().codec().lattice();
    parallel_for(0, asked.who.size(), 64, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) {
        const std::uint64_t number = asked.who.first_number() + i;
        sink.put(number,
                 say_number(round, statistic_of(counted.pairs[i], lattice), counted.bounds[i].sensitivity,
                            round.budget, user_coins(coins, asked.who.user(number))));
      }
    });
  };
  const auto work = [](const call& asked, const graph_view& g) {
    return work_of_pairs(asked, g, count_round<Q>::read(asked.said, asked.published).what.rows);
  };
  return {Q::asks, play, work};
}

}  // namespace

std::vector<simulated_task> simulated_pairs(std::optional<row_access> access) {
  return {count_at_once<counted_pairs>(access), count_at_once<pairs_as_stated>(access)};
}

}  // namespace edgeldp
