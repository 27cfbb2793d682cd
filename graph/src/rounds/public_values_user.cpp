// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/public_values_user.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

uint128 sensitivity(const neighbor_sums& what, const own_list& me, std::uint64_t) {
  require_known(what.values->users(), me);
  return what.values->reach();
}

namespace {

std::vector<int128> sums_over(std::span<const vertex_id> neighbors, const public_values& values) {
  std::vector<int128> sums(values.width());
  for (const vertex_id v : neighbors) {
    const std::span<const std::int64_t> of = values.of(v);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += of[i];
  }
  return sums;
}

}  // namespace

std::vector<int128> statistic(const neighbor_sums& what, const own_list& me, const count_call&) {
  return sums_over(me.neighbors, *what.values);
}

uint128 sensitivity(const earlier_neighbor_sums& what, const own_list& me, std::uint64_t) {
  require_known(what.values->users(), me);
  return what.values->reach();
}

std::vector<int128> statistic(const earlier_neighbor_sums& what, const own_list& me, const count_call&) {
  const auto end = ranges::lower_bound(me.neighbors, me.user);
  return sums_over(me.neighbors.first(static_cast<std::size_t>(end - me.neighbors.begin())), *what.values);
}

uint128 sensitivity(const neighbor_h_index& what, const own_list& me, std::uint64_t) {
  require_known(what.values->users(), me);
  return 1;
}

int128 statistic(const neighbor_h_index& what, const own_list& me, const count_call&) {
  const std::size_t most = me.neighbors.size();
  std::vector<std::uint64_t> having(most + 1);  // neighbours by number, as far as it can matter
  for (const vertex_id v : me.neighbors) {
    const std::int64_t x = what.values->of(v).front();
    if (x > 0) ++having[std::min<std::size_t>(static_cast<std::size_t>(x), most)];
  }
  std::uint64_t at_least = 0;
  for (std::size_t h = most; h > 0; --h)
    if ((at_least += having[h]) >= h) return static_cast<int128>(h);
  return 0;
}

uint128 sensitivity(const neighbor_groups& what, const own_list& me, std::uint64_t) {
  require_known(what.values->users(), me);
  return 1;
}

std::vector<int128> statistic(const neighbor_groups& what, const own_list& me, const count_call&) {
  std::vector<int128> counts(what.groups);
  for (const vertex_id v : me.neighbors) {
    const std::int64_t group = what.values->of(v).front();
    if (group >= 0 && static_cast<std::uint64_t>(group) < what.groups)
      ++counts[static_cast<std::size_t>(group)];
  }
  return counts;
}

}  // namespace edgeldp
