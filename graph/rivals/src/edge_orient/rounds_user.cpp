// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "edge_orient/levels.hpp"
#include "edge_orient/rounds.hpp"
#include "edge_orient/rounds_user.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/rounds/pair_round_user.hpp"
#include "edgeldp/rivals/triangles/edge_orient_user.hpp"

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

uint128 sensitivity(const orientation_as_stated& what, const own_list& me, std::uint64_t) {
  require_known(what.rows->layout().users(), me);
  return what.stated_sensitivity();
}

int128 statistic(const orientation_as_stated& what, const own_list& me, const count_call& asked) {
  const release_layout& layout = what.rows->layout();
  const counted_pairs pairs{common_cap{what.cap}, what.rows};
  return statistic_of(count_own_pairs(pairs, bound_of(layout, pairs.rule, me.user), me, asked.coins),
                      layout.codec().lattice());
}

std::span<const user_task> level_tasks() {
  static constexpr std::array tasks{task_of<level_round>()};
  return tasks;
}

std::span<const user_task> open_orientation_tasks() {
  static constexpr std::array tasks{count_task<orientation_as_stated, own_list>()};
  return tasks;
}

}  // namespace edgeldp
