// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "rounds/limited_round.hpp"

namespace edgeldp {

/// A round of limited counts, and what it says of users who were lost.
struct held_round : limited_outcome {
  std::uint64_t lost = 0;
  double predicted_share = 0.0;  ///< of the load of all, theirs
  double doubt = 0.0;            ///< what the prediction may be off by, beyond chance
};

/// Limits of those who are left: 0 of others, who are not asked.
inline std::vector<std::uint64_t> of_the_present(std::vector<std::uint64_t> limits, const roster& present) {
  const std::vector<bool> is_present = on_roster(present);
  for (std::size_t u = 0; u < limits.size(); ++u)
    if (!is_present[u]) limits[u] = 0;
  return limits;
}

/// Which round of limited counts it is: a pilot chooses the limits of the other.
struct counting_part {
  bool is_pilot;
  epsilon budget;
};

/// What is public of a round of limited counts.
struct limited_round {
  std::span<const std::uint64_t> limits;  ///< in units; of all whose rows are published
  std::span<const std::uint32_t> rank;    ///< of all users
  double unit;
  endpoint answered_by = endpoint::unknown;  ///< where halves of lists are paid apart
};

/// Completes a round by what its lost users are taken for. A user's load is public: its limit times
/// members(user), the number of members that its list is expected to have. asked: of all who are to
/// be counted, asked or lost before.
template <class Members>
void predict_lost(held_round& held, const limited_round& asked, std::span<const vertex_id> absent,
                  epsilon budget, Members&& members) {
  const std::span<const std::uint64_t> limits = asked.limits;
  const std::span<const std::uint32_t> rank = asked.rank;
  const double unit = asked.unit;
  std::vector<double> lost(limits.size()), came(limits.size());  // loads by rank
  std::vector<uint128> sensitivity(limits.size());
  for (std::size_t u = 0; u < limits.size(); ++u) {
    if (limits[u] == 0) continue;
    const auto user = static_cast<vertex_id>(u);
    const double load = static_cast<double>(limits[u]) * members(user);
    const bool is_lost = held.counts.limits[u] == 0 || ranges::binary_search(absent, user);
    (is_lost ? lost : came)[rank[u]] = load;
    if (is_lost)
      ++held.lost;
    else
      sensitivity[u] = limits[u];
  }
  if (held.lost == 0) return;
  held.laplace_variance = noise_variance(sensitivity, budget) * unit * unit;
  const lost_part part = part_of_lost(held.estimate, [&](auto&& f) {
    for (std::size_t u = 0; u < limits.size(); ++u) {
      if (limits[u] == 0) continue;
      if (sensitivity[u] != 0)
        f(came[rank[u]], std::optional(unit * static_cast<double>(held.counts.messages[u])));
      else
        f(lost[rank[u]], std::optional<double>());
    }
  });
  if (!part.is_known()) return;
  held.predicted_share = part.share();
  held.doubt = doubt_of_predictions(distance_in_order(lost, came)) * std::abs(part.more * held.estimate);
  held.estimate *= 1.0 + part.more;
  held.laplace_variance = (1.0 + part.more) * held.laplace_variance + part.spread;
}

/// A round of limited counts among the users who are left. clamp: as ask_limited has it.
template <class R, class Members, class Clamp>
held_round ask_who_are_left(session& s, R round, const limited_round& of, Members&& members, Clamp&& clamp) {
  const epsilon budget = round.budget;
  std::vector<std::uint64_t> asked = of_the_present({of.limits.begin(), of.limits.end()}, s.present());
  held_round held{ask_limited(s, std::move(round), std::move(asked), of.unit, std::forward<Clamp>(clamp),
                              of.answered_by)};
  predict_lost(held, of, s.latest().absent, budget, std::forward<Members>(members));
  return held;
}

/// The same, of whoever sends what: every message is taken as it comes.
template <class R, class Members>
held_round ask_who_are_left(session& s, R round, const limited_round& of, Members&& members) {
  return ask_who_are_left(s, std::move(round), of, std::forward<Members>(members),
                          [](vertex_id, std::uint64_t, int128 message) { return message; });
}

}  // namespace edgeldp
