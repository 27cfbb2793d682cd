// SPDX-License-Identifier: MIT
#include "questions/cycles/weight_round_user.hpp"

#include <algorithm>
#include <utility>

#include "edgeldp/graph/rounds/pair_round_user.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"
#include "questions/cycles/cycle_view.hpp"

namespace edgeldp {

uint128 sensitivity(const cycle_weights& what, const own_list& me, std::uint64_t limit) {
  require_known(what.rows->layout().users(), me);
  return limit;
}

int128 statistic(const cycle_weights& what, const own_list& me, const count_call& asked) {
  const release_layout& layout = what.rows->layout();
  std::vector<std::uint32_t> members;
  for (const vertex_id v : me.neighbors)
    if (layout.rank(v) < layout.rank(me.user) && !std::ranges::binary_search(what.rows->absent(), v))
      members.push_back(layout.rank(v));
  std::ranges::sort(members);
  const std::size_t size = members.size();
  const auto view = view_cycles(asked.published, what.rows, what.length);
  int128 sum = 0;
  view->weights().for_each_user(
      ranked_lists::of_one(layout.users(), me.user, std::move(members)), view->rank(),
      [&](vertex_id, std::span<const std::int64_t> weights) {
        std::vector<accepted_weight> scratch;
        sum = accepted_sum(size, asked.told, scratch,
                           [&](std::size_t row, std::size_t k) { return weights[row * (row - 1) / 2 + k]; });
      });
  return sum;
}

}  // namespace edgeldp
