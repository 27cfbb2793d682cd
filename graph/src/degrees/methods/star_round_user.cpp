// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "degrees/methods/star_round.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/degrees/methods/local_stars_user.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"
#include "edgeldp/graph/protocol/rounds_user.hpp"

namespace edgeldp {

namespace {

/// Costs round.budget for one bit of the list.
byte_string answer_stars(const user_call& asked, const own_list& me, const user_coins& coins) {
  const star_round round = star_round::read(asked.said, asked.said_to_me);
  const std::uint64_t cap = round.limits.front();
  const uint128 sensitivity = star_sensitivity(cap, round.k, round.as_published);
  if (sensitivity == 0) throw invalid_parameter("asked for stars that none of my edges can change");
  exact_binomial(cap, round.k);  // refused for the cap's sake, whatever the degree
  const uint128 stars = exact_binomial(std::min<std::uint64_t>(me.neighbors.size(), cap), round.k);
  return coins(coin_purpose::count, [&](private_randomness& source) {
    return noisy_number(static_cast<int128>(stars), sensitivity, round.budget, source);
  });
}

}  // namespace

std::span<const user_task> star_tasks() {
  static const std::vector<user_task> tasks = [] {
    std::vector<user_task> all(row_tasks().begin(), row_tasks().end());
    all.push_back({star_round::asks, answer_stars});
    return all;
  }();
  return tasks;
}

}  // namespace edgeldp
