// SPDX-License-Identifier: MIT
#include "cycles/middle_round_user.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "edgeldp/graph/rounds/rounds_user.hpp"

namespace edgeldp {

uint128 sensitivity(const middle_pairs& what, const own_list& me, std::uint64_t limit) {
  require_known(what.rows->layout().users(), me);
  return limit;
}

int128 statistic(const middle_pairs& what, const own_list& me, const count_call& asked) {
  const release_layout& layout = what.rows->layout();
  std::vector<std::uint32_t> list;
  for (const vertex_id v : me.neighbors) list.push_back(layout.rank(v));
  std::ranges::sort(list);
  const std::uint32_t rank = layout.rank(me.user);
  const auto before = static_cast<std::size_t>(std::ranges::lower_bound(list, rank) - list.begin());
  std::vector<std::int64_t> of_pairs;
  std::vector<accepted_weight> accepted;
  const std::span<const std::uint32_t> all(list);
  middle_weights_of(asked.published, what.rows, what.length)
      ->weigh(rank, all.first(before), all.subspan(before), of_pairs);
  return accept_across(asked.told, before, of_pairs, accepted);
}

}  // namespace edgeldp
