// SPDX-License-Identifier: MIT
#include "stars/star_round_user.hpp"

#include <algorithm>
#include <vector>

#include "edgeldp/graph/rounds/rounds_user.hpp"

namespace edgeldp {

uint128 sensitivity(const clipped_stars& what, const own_list&, std::uint64_t cap) {
  exact_binomial(cap, what.k);
  return star_sensitivity(cap, what.k, what.as_published);
}

int128 statistic(const clipped_stars& what, const own_list& me, const count_call& asked) {
  const std::uint64_t clipped = std::min<std::uint64_t>(me.neighbors.size(), asked.told);
  return static_cast<int128>(exact_binomial(clipped, what.k));
}

}  // namespace edgeldp
