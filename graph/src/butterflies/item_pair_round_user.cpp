// SPDX-License-Identifier: MIT
#include "butterflies/item_pair_round_user.hpp"

#include <algorithm>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/butterflies/butterflies_user.hpp"
#include "edgeldp/graph/protocol/bounds/limited_weights.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"

namespace edgeldp {

byte_string answer(const item_pair_round& round, const item_weights& weights, std::uint64_t number,
                   const own_vector& me, const user_coins& coins) {
  const vector_layout& layout = round.rows->layout();
  std::vector<std::uint32_t> positions;
  for (const row_entry& entry : me.entries) positions.push_back(layout.position(entry.position));
  std::ranges::sort(positions);
  const item_weights::of_list weigh(weights, weights.rank()[number], positions);
  std::vector<accepted_weight> scratch;
  const std::uint64_t limit = round.limits.front();
  const int128 sum = accepted_sum(positions.size(), limit, scratch, weigh);
  return coins(round.is_pilot ? coin_purpose::pilot : coin_purpose::count,
               [&](private_randomness& source) { return noisy_number(sum, limit, round.budget, source); });
}

namespace {

byte_string answer_pairs(const user_call& asked, const own_vector& me, const user_coins& coins) {
  const item_pair_round round = item_pair_round::read(asked.said, asked.said_to_me, asked.published);
  const vector_layout& layout = round.rows->layout();
  // A round may ask some; rows are numbered by user.
  if (me.user >= layout.users() || layout.length() != me.shape.length ||
      layout.alphabet() != me.shape.alphabet || !can_weigh_items(layout.users(), layout.length()))
    throw format_error(0, "the rows are of other vectors");
  return answer(round, *weights_of_items(asked.published, round.rows), me.user, me, coins);
}

}  // namespace

std::span<const user_task_for<own_vector>> butterfly_tasks() {
  static const std::vector<user_task_for<own_vector>> tasks = [] {
    std::vector<user_task_for<own_vector>> all(vector_tasks().begin(), vector_tasks().end());
    all.push_back({item_pair_round::asks, answer_pairs});
    return all;
  }();
  return tasks;
}

}  // namespace edgeldp
