// SPDX-License-Identifier: MIT
#include "questions/butterflies/item_pair_round_user.hpp"

#include <algorithm>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/limits/limited_weights.hpp"
#include "questions/butterflies/item_weights.hpp"

namespace edgeldp {

uint128 sensitivity(const item_pairs& what, const own_vector& me, std::uint64_t limit) {
  const vector_layout& layout = what.rows->layout();
  if (me.user >= layout.users() || layout.length() != me.shape.length ||
      layout.alphabet() != me.shape.alphabet || !can_weigh_items(layout.users(), layout.length()))
    throw format_error(0, "the rows are of other vectors");
  return limit;
}

int128 statistic(const item_pairs& what, const own_vector& me, const count_call& asked) {
  const auto weights = weights_of_items(asked.published, what.rows);
  std::vector<std::uint32_t> positions;
  for (const row_entry& entry : me.entries) positions.push_back(what.rows->layout().position(entry.position));
  ranges::sort(positions);
  item_weights::of_list weigh(*weights, weights->rank()[me.user], positions);
  std::vector<accepted_weight> scratch;
  return accepted_sum(positions.size(), asked.told, scratch, weigh);
}

}  // namespace edgeldp
