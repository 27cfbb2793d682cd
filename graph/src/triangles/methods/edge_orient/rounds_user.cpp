// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"
#include "edgeldp/graph/triangles/methods/edge_orient_user.hpp"
#include "edgeldp/graph/triangles/pair_round_user.hpp"
#include "triangles/methods/edge_orient/levels.hpp"
#include "triangles/methods/edge_orient/rounds.hpp"
#include "triangles/methods/edge_orient/rounds_user.hpp"

namespace edgeldp {

namespace {

/// Each level has a stream of its own.
coin_purpose purpose_of(std::uint64_t level) {
  constexpr std::uint32_t first_level = 1U << 16;
  return static_cast<coin_purpose>(first_level + static_cast<std::uint32_t>(level));
}

}  // namespace

byte_string answer(const level_round& round, const own_list& me, const user_coins& coins) {
  require_known(round.levels.size(), me);
  const auto here = static_cast<std::int64_t>(round.level);
  const std::int64_t beside =
      std::ranges::count_if(me.neighbors, [&](vertex_id v) { return round.levels[v] == here; });
  const int128 noisy = coins(purpose_of(round.level), [&](private_randomness& source) {
    return beside + discrete_laplace(1, round.budget)(source);
  });
  const bool climbs = noisy + level_rules::bias(round.budget) > level_rules::threshold(me.users, round.level);
  return integer_message(climbs ? 1 : 0);
}

byte_string answer(const stated_orientation_round& round, const own_list& me, const user_coins& coins) {
  const release_layout& layout = round.rows->layout();
  require_known(layout.users(), me);
  if (round.cap == 0) throw invalid_parameter("asked for pairs of nobody");
  const pair_round pairs{round.budget, common_cap{round.cap}, round.rows};
  const user_bound bound = bound_of(layout, pairs.rule, me.user);
  const int128 statistic = statistic_of(count_own_pairs(pairs, bound, me, coins), layout.codec().lattice());
  return coins(coin_purpose::count, [&](private_randomness& source) {
    return noisy_number(statistic, round.sensitivity(), round.budget, source);
  });
}

std::span<const user_task> level_tasks() {
  static constexpr std::array tasks{task_of<level_round>()};
  return tasks;
}

std::span<const user_task> open_orientation_tasks() {
  static constexpr std::array tasks{task_of<stated_orientation_round>()};
  return tasks;
}

}  // namespace edgeldp
