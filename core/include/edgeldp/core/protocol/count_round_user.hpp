// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "edgeldp/core/protocol/count_round.hpp"
#include "edgeldp/core/protocol/task_user.hpp"
#include "edgeldp/core/random/coin_source.hpp"

/// What one user says in a round of numbers (count_round.hpp).
namespace edgeldp {

/// What reaches a user beside the announcement.
struct count_call {
  const public_objects& published;
  std::uint64_t told = 0;   ///< to this user alone
  const user_coins& coins;  ///< for what a list says only by chance: who is kept of a long one
};

/// What a list says to Q, in the user-side file of the question:
///   * `sensitivity(q, me, told)`: how far one bit of what the user holds moves the statistic (of
///     several numbers, the sum of their moves), from public numbers alone: 0, and nothing is said.
///     Throws format_error for an announcement about other users;
///   * `statistic(q, me, asked)`: the integer, or the q.width() integers, before noise;
///   * `rank_of(q, me)`: where users pay by rank;
///   * `me.part`: the part of each other budget that it spends, where it said so beforehand.
template <class Q, class Own>
concept Counted = Announced<Q> && requires(const Q& q, const Own& me, const count_call& asked) {
  { sensitivity(q, me, asked.told) } -> std::same_as<uint128>;
  statistic(q, me, asked);
};

/// Each value + discrete Laplace noise of its own, one after another.
/// Promise: costs `budget` where one bit of what the user holds moves the values by at most
///     `sensitivity` together.
byte_string noisy_numbers(std::span<const int128> values, uint128 sensitivity, epsilon budget,
                          private_randomness& coins);
byte_string noisy_number(int128 value, uint128 sensitivity, epsilon budget, private_randomness& coins);

/// Which coins the answer of a round of numbers is drawn from: those named as the round, of its
/// step. A round of numbers is called degree, size, pilot or count.
coin_purpose purpose_of(const round_kind& kind);

/// What the round costs me, for one bit of what I hold.
/// Errors: as sensitivity.
template <class Q, class Own>
epsilon price_of(const count_round<Q>& round, const Own& me) {
  if constexpr (!std::is_same_v<typename count_round<Q>::budgets, epsilon>)
    return round.budget.at(rank_of(round.what, me));
  else if constexpr (requires { me.part; })
    return part_of(round.budget, me.part);
  else
    return round.budget;
}

/// The message that says these values: of users one by one, and of all at once in a simulation.
template <class Q>
byte_string say_numbers(const count_round<Q>& round, std::span<const int128> values, uint128 sensitivity,
                        epsilon budget, const user_coins& coins) {
  return coins({purpose_of(round.kind()), step_of(round.what)}, [&](private_randomness& source) {
    return noisy_numbers(values, sensitivity, budget, source);
  });
}
template <class Q>
byte_string say_number(const count_round<Q>& round, int128 value, uint128 sensitivity, epsilon budget,
                       const user_coins& coins) {
  return say_numbers(round, std::span(&value, 1), sensitivity, budget, coins);
}

/// Costs price_of the round for one bit of what I hold.
/// Errors: as sensitivity; invalid_parameter where I have nothing to say.
template <class Q, class Own>
  requires Counted<Q, Own>
byte_string answer(const count_round<Q>& round, const Own& me, const count_call& asked) {
  const epsilon budget = price_of(round, me);
  const uint128 reach = sensitivity(round.what, me, asked.told);
  if (reach == 0 || budget.is_zero())
    throw invalid_parameter("asked for '" + std::string(Q::asks) + "', which nothing of mine can change");
  if constexpr (std::is_same_v<typename count_round<Q>::answers, released_vectors>) {
    const std::vector<int128> values = statistic(round.what, me, asked);
    return say_numbers(round, values, reach, budget, asked.coins);
  } else {
    return say_number(round, statistic(round.what, me, asked), reach, budget, asked.coins);
  }
}

/// The task of such a round.
template <class Q, class Own>
  requires Counted<Q, Own>
constexpr user_task_for<Own> count_task() {
  return {Q::asks,
          [](const user_call& asked, const Own& me, const user_coins& coins) {
            const auto round = count_round<Q>::read(asked.said, asked.published);
            return answer(round, me, count_call{asked.published, told_to_me<Q>(asked.said_to_me), coins});
          },
          [](const user_call& asked, const Own& me) {
            return price_of(count_round<Q>::read(asked.said, asked.published), me);
          }};
}

}  // namespace edgeldp
