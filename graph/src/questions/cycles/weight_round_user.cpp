// SPDX-License-Identifier: MIT
#include "questions/cycles/weight_round_user.hpp"

#include <algorithm>
#include <utility>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/rounds/pair_round_user.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"
#include "questions/cycles/cycle_view.hpp"

namespace edgeldp {

template <endpoint rows_at>
uint128 sensitivity(const cycle_weights_on<rows_at>& what, const own_list& me, std::uint64_t limit) {
  require_known(what.rows->layout().users(), me);
  return limit;
}

template <endpoint rows_at>
int128 statistic(const cycle_weights_on<rows_at>& what, const own_list& me, const count_call& asked) {
  const auto view = view_peaks(asked.published, what.rows, what.length);
  const std::span<const std::uint32_t> rank = view->rank();
  std::vector<std::uint32_t> members;
  for (const vertex_id v : me.neighbors)
    if (rank[v] < rank[me.user] && !ranges::binary_search(what.rows->absent(), v)) members.push_back(rank[v]);
  ranges::sort(members);
  const std::size_t size = members.size();
  int128 sum = 0;
  view->weights().for_each_user(
      ranked_lists::of_one(rank.size(), me.user, std::move(members)), rank,
      [&](vertex_id, std::span<const std::int64_t> weights) {
        std::vector<accepted_weight> scratch;
        sum = accepted_sum(size, asked.told, scratch,
                           [&](std::size_t row, std::size_t k) { return weights[row * (row - 1) / 2 + k]; });
      });
  return sum;
}

template uint128 sensitivity(const cycle_weights&, const own_list&, std::uint64_t);
template int128 statistic(const cycle_weights&, const own_list&, const count_call&);
template uint128 sensitivity(const forward_cycle_weights&, const own_list&, std::uint64_t);
template int128 statistic(const forward_cycle_weights&, const own_list&, const count_call&);

}  // namespace edgeldp
