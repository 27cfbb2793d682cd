// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/rounds/limited_counts.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "errors/noise_variance.hpp"

/// How rounds are asked in which each user is told a limit of its own, in units of weights.
namespace edgeldp {

/// One noisy number from every user whose limit is not zero: what the others have cannot matter, so
/// they say nothing. limits: one a user. What R tells is filled in here. answered_by: the end of an
/// edge that pays, in the order of the session, where halves of lists are paid apart.
template <class R>
limited_counts ask_limited(session& s, R round, std::vector<std::uint64_t> limits,
                           endpoint answered_by = endpoint::unknown) {
  std::vector<vertex_id> speakers;
  for (std::size_t u = 0; u < limits.size(); ++u) {
    if (limits[u] == 0) continue;
    speakers.push_back(static_cast<vertex_id>(u));
    round.told.push_back(limits[u]);
  }
  const roster who = roster::of(std::move(speakers), limits.size());
  const charge paid{round.budget, who};
  const released_counts counts =
      answered_by == endpoint::unknown ? s.ask(round, paid) : s.ask(round, std::span(&paid, 1), answered_by);
  limited_counts held{std::move(limits), std::vector<int128>(who.users())};
  who.for_each([&](std::uint64_t number, vertex_id user) { held.messages[user] = counts.values[number]; });
  return held;
}

/// Such a round as the collector has it.
struct limited_outcome {
  limited_counts counts;
  double estimate = 0.0, laplace_variance = 0.0;
};

/// The same where a limit is what one neighbour moves at most. unit: of weights, in what is
/// counted; clamp(user, limit, message) says what a message is taken for.
template <class R, class Clamp>
limited_outcome ask_limited(session& s, R round, std::vector<std::uint64_t> limits, double unit,
                            Clamp&& clamp, endpoint answered_by = endpoint::unknown) {
  const epsilon budget = round.budget;
  limited_outcome held{ask_limited(s, std::move(round), std::move(limits), answered_by)};
  const std::vector<vertex_id>& absent = s.latest().absent;
  for (std::size_t u = 0; u < held.counts.limits.size(); ++u) {
    const auto user = static_cast<vertex_id>(u);
    if (held.counts.limits[u] == 0 || ranges::binary_search(absent, user)) continue;
    held.counts.messages[u] = clamp(user, held.counts.limits[u], held.counts.messages[u]);
  }
  const int128 sum = std::accumulate(held.counts.messages.begin(), held.counts.messages.end(), int128{0});
  const std::vector<uint128> sensitivity(held.counts.limits.begin(), held.counts.limits.end());
  held.estimate = unit * static_cast<double>(sum);
  held.laplace_variance = noise_variance(sensitivity, budget) * unit * unit;
  return held;
}

/// The same, of whoever sends what: every message is taken as it comes.
template <class R>
limited_outcome ask_limited(session& s, R round, std::vector<std::uint64_t> limits, double unit) {
  return ask_limited(s, std::move(round), std::move(limits), unit,
                     [](vertex_id, std::uint64_t, int128 message) { return message; });
}

}  // namespace edgeldp
