// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/codec/codec_parameters.hpp"
#include "edgeldp/core/protocol/roster.hpp"

/// Users who did not answer, as a collector meets them. Who is absent is public.
namespace edgeldp {

/// Errors: bad_graph_input where nobody is left.
inline void require_somebody(const roster& present) {
  if (present.size() == 0) throw bad_graph_input("nobody is left to be asked: all users were lost");
}

/// The numbers of a round by user; 0 of who was not asked.
inline std::vector<std::int64_t> by_user(std::vector<std::int64_t> numbers, const roster& asked) {
  if (asked.is_everybody()) return numbers;
  std::vector<std::int64_t> all(asked.users());
  asked.for_each([&](std::uint64_t number, vertex_id user) { all[user] = numbers[number]; });
  return all;
}

/// Whether a user is on a roster.
inline std::vector<bool> on_roster(const roster& who) {
  std::vector<bool> is_on(who.users(), who.is_everybody());
  if (!who.is_everybody()) who.for_each([&](std::uint64_t, vertex_id user) { is_on[user] = true; });
  return is_on;
}

/// Users who are on none, in increasing order.
inline std::vector<vertex_id> not_on(const roster& who) {
  const std::vector<bool> is_on = on_roster(who);
  std::vector<vertex_id> others;
  for (std::size_t u = 0; u < is_on.size(); ++u)
    if (!is_on[u]) others.push_back(static_cast<vertex_id>(u));
  return others;
}

/// Calls f(user) for all of so many users but these, who are named in increasing order.
template <class F>
void for_each_user_but(std::span<const vertex_id> absent, std::size_t users, F&& f) {
  auto next = absent.begin();
  for (std::size_t u = 0; u < users; ++u) {
    if (next != absent.end() && *next == u)
      ++next;
    else
      f(static_cast<vertex_id>(u));
  }
}

/// Calls f(number) for the numbers of all users but these.
template <class F>
void for_each_but(std::span<const vertex_id> absent, std::span<const std::int64_t> numbers, F&& f) {
  for_each_user_but(absent, numbers.size(), [&](vertex_id user) { f(numbers[user]); });
}

/// Their numbers.
inline std::vector<std::int64_t> without(std::span<const std::int64_t> numbers,
                                         std::span<const vertex_id> absent) {
  std::vector<std::int64_t> rest;
  rest.reserve(numbers.size() - absent.size());
  for_each_but(absent, numbers, [&rest](std::int64_t number) { rest.push_back(number); });
  return rest;
}

/// How far apart in the public order the lists lie of users who were lost in a count and of those
/// who answered: the largest difference between their shares of the load up to some rank. 0 of
/// lists that lie alike, 1 where all of the ones come before all of the others.
/// Shapes: loads by rank, not negative.
inline double distance_in_order(std::span<const double> lost, std::span<const double> came) {
  const double all_lost = std::accumulate(lost.begin(), lost.end(), 0.0),
               all_came = std::accumulate(came.begin(), came.end(), 0.0);
  if (!(all_lost > 0.0 && all_came > 0.0)) return 1.0;
  double difference = 0.0, largest = 0.0;
  for (std::size_t rank = 0; rank < lost.size(); ++rank) {
    difference += lost[rank] / all_lost - came[rank] / all_came;
    largest = std::max(largest, std::abs(difference));
  }
  return largest;
}

/// Of what is predicted for users who were lost in a count, from those who answered: what it may be
/// off by, relative to it, beyond chance. Closures of lists fall by half and more from the first
/// ranks to the last (wiki-Vote from 0.42 to 0.19, facebook_combined from 0.87 to 0.6).
inline double doubt_of_predictions(double distance) {
  constexpr double of_alike = 0.1;
  return of_alike + distance;
}

/// What is taken for the answers of users who were lost in a count: the mean of those who answered,
/// in proportion to a load, a public number to which what a user counts is proportional but for
/// chance.
struct lost_part {
  double lost = 0.0, came = 0.0;  ///< loads of those who were lost, and of those who answered
  double each = 0.0;              ///< counted for a unit of load
  double more = 0.0;              ///< load that was lost over load that came
  double spread = 0.0;            ///< variance of what is predicted, by chance

  /// Whether there is anything to predict from.
  bool is_known() const noexcept { return came > 0.0; }
  double predicted() const noexcept { return each * lost; }
  /// Of all load, that of the lost.
  double share() const noexcept { return lost / (lost + came); }
};

/// counted: the sum of what was said; each_asked(f) calls f(load, said) for all who were asked, and
/// is called twice; `said` is none of who was lost.
template <class EachAsked>
lost_part part_of_lost(double counted, EachAsked&& each_asked) {
  lost_part part;
  double squares_lost = 0.0, squares_came = 0.0;
  each_asked([&](double load, const std::optional<double>& said) {
    (said ? part.came : part.lost) += load;
    (said ? squares_came : squares_lost) += load * load;
  });
  if (!part.is_known()) return part;
  part.each = counted / part.came;
  part.more = std::max(0.0, part.lost / part.came);
  double residuals = 0.0;
  each_asked([&](double load, const std::optional<double>& said) {
    if (said) residuals += std::pow(*said - part.each * load, 2);
  });
  part.spread = residuals * (std::max(part.more, squares_lost / squares_came) + part.more * part.more);
  return part;
}

/// Users without a degree get the number below all that were released: in the order by degrees they
/// come last and precede nobody who is present.
inline void place_last(std::vector<std::int64_t>& degrees, std::span<const vertex_id> absent) {
  if (absent.empty() || absent.size() == degrees.size()) return;
  const std::vector<std::int64_t> released = without(degrees, absent);
  const std::int64_t last = std::max(*ranges::min_element(released), 1 - largest_released_number) - 1;
  for (const vertex_id u : absent) degrees[u] = last;
}

}  // namespace edgeldp
