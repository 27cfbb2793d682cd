// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/rank_budgets.hpp"
#include "edgeldp/core/protocol/chosen_parts.hpp"
#include "edgeldp/core/protocol/roster.hpp"
#include "edgeldp/core/wire/release_layout.hpp"

/// What users who keep to the protocol may send where they are asked for a number, and what is left
/// to those who do not. All of it is post-processing of messages by public numbers.
/// Derivation: graph/src/limits/lies_derivation.md.
namespace edgeldp {

/// Discrete Laplace noise of one scale, as far as it is plausible: up to the 1 - tail quantile.
class plausible_noise {
 public:
  static constexpr double tail = 1e-9;

  /// Errors: invalid_parameter unless 1 <= sensitivity and the budget is positive.
  plausible_noise(uint128 sensitivity, epsilon budget);

  /// The quantile: the least m with Pr[noise > m] <= tail.
  int128 margin() const noexcept { return m_margin; }
  /// Pr[noise > x], x >= 0.
  double beyond(int128 x) const noexcept;
  /// Mean of the noise above the margin, 0 below.
  double excess() const noexcept { return beyond(m_margin) / -std::expm1(-m_rate); }

 private:
  double m_rate;     // budget / sensitivity
  double m_log_sum;  // ln(1 + exp(-rate))
  int128 m_margin;
};

/// The messages of one user who has a true number in [least, most] and adds discrete Laplace noise
/// to it: [low, high] reaches beyond by the quantile of the noise.
class plausible_number {
 public:
  static constexpr double tail = plausible_noise::tail;

  /// Errors: invalid_parameter unless least <= most, and as plausible_noise.
  plausible_number(int128 least, int128 most, uint128 sensitivity, epsilon budget)
      : plausible_number(least, most, {sensitivity, budget}) {}
  plausible_number(int128 least, int128 most, const plausible_noise& noise);

  /// Of weights of pairs of so many members, where no member takes part in more than `limit` of
  /// either sign, which is the sensitivity too: each pair has two, so that all of them weigh at
  /// most half of limit x members. Requires limit > 0.
  static plausible_number count(std::uint64_t limit, std::uint64_t members, epsilon budget) {
    const int128 most = (static_cast<int128>(limit) * static_cast<int128>(members) + 1) / 2;
    return {-most, most, limit, budget};
  }

  int128 margin() const noexcept { return m_noise.margin(); }
  int128 low() const noexcept { return m_least - margin(); }
  int128 high() const noexcept { return m_most + margin(); }
  bool contains(int128 message) const noexcept { return low() <= message && message <= high(); }
  int128 clamp(int128 message) const noexcept {
    return message < low() ? low() : message > high() ? high() : message;
  }

  /// The probability that an honest message of this true number is not in [low, high].
  ///
  /// Definition: (a^(high - truth + 1) + a^(truth - low + 1)) / (1 + a), a = exp(-budget /
  ///     sensitivity); logarithms, so that tiny and huge scales lose no digits.
  /// Requires: truth in [least, most].
  double touched(int128 truth) const noexcept;

  /// The same for whom it is largest: at either end, since it is convex and symmetric. At most 2
  /// tail.
  double touched_at_most() const noexcept { return touched(m_most); }

  /// What clamping takes from the mean of an honest message, at most: the noise beyond the margin,
  /// of who is at an end. Pr[noise > margin] / (1 - a), below 1e-9 of the noise's scale + 1.
  double shift_at_most() const noexcept { return m_noise.excess(); }

 private:
  plausible_noise m_noise;
  int128 m_least, m_most;
};

/// How long the list of a user is at most, by its rank and released size: longer only with
/// probability plausible_number::tail.
std::uint64_t most_members(std::uint32_t rank, std::int64_t released, const plausible_noise& noise);
inline std::uint64_t most_members(std::uint32_t rank, std::int64_t released, epsilon budget) {
  return most_members(rank, released, {1, budget});
}

/// What a collector did to the numbers of a run that no honest user is likely to send, and what
/// users who lie can still do.
struct plausibility {
  /// Expected number of honest messages among those that were clamped, at most.
  double touched = 0.0;
  /// Users of whom a message was clamped, in increasing order.
  std::vector<vertex_id> clamped;
  /// Users whose count messages can move the estimate as far, from one end of what is plausible to
  /// the other, given all that users were told.
  struct reach {
    double most;
    std::uint64_t users;
    friend bool operator==(const reach&, const reach&) = default;
  };
  /// Of all users asked, in decreasing order.
  std::vector<reach> reaches;

  /// How far so many users move the estimate at most by lies in their counts: their reaches, if
  /// they are those with the largest.
  double influence(std::uint64_t liars = 10) const;

  /// Where what came stands for users who were lost as well: each count then moves so much more.
  void stretch(double factor);
};

/// Clamps the numbers of a run one by one, and notes what it did.
class plausibility_check {
 public:
  /// Off: every number is taken as it comes, and nothing noted.
  explicit plausibility_check(bool is_on) : m_is_on(is_on) {}

  /// The message as far as it is plausible.
  int128 clamp(vertex_id user, const plausible_number& range, int128 message);

  /// Answers of several numbers, those of users who were asked, in the order of the roster; a range
  /// for each number of a user.
  void clamp_each(const roster& asked, std::span<const plausible_number> ranges,
                  std::span<std::int64_t> answers);
  /// The same where each spends the part of the budget that it chose: ranges_at(what it spends).
  template <class F>
  void clamp_each(const roster& asked, epsilon budget, const chosen_parts& chosen, F&& ranges_at,
                  std::span<std::int64_t> answers) {
    const part_counts users = chosen.counts(asked);
    for (const chosen_part part : all_parts) {
      if (users[static_cast<std::size_t>(part)] == 0) continue;
      const std::vector<plausible_number> ranges = ranges_at(part_of(budget, part));
      asked.for_each([&](std::uint64_t number, vertex_id user) {
        if (chosen.of(user) == part) clamp_answers(number, user, ranges, answers);
      });
    }
  }
  /// Released degrees of all users, each at the part of the budget that it chose.
  void clamp_degrees(epsilon budget, std::span<std::int64_t> released, const chosen_parts& chosen = {});
  /// A released number of preceding neighbours, which are no more than there are users before this
  /// one, nor than its degree: that is in doubt by the noise on it.
  std::int64_t clamp_size(vertex_id user, std::uint32_t rank, epsilon budget, std::int64_t degree,
                          epsilon degree_budget, std::int64_t released);
  /// Those of users who were asked, in the order of the roster.
  void clamp_sizes(const public_order& order, const roster& asked, epsilon degree,
                   const rank_budgets& budgets, std::span<std::int64_t> released);
  /// A count of pairs of so many members under a limit (most_members); unit: of its message, in
  /// what is estimated, or 0 where it does not enter it.
  int128 clamp_count(vertex_id user, std::uint64_t limit, std::uint64_t members, epsilon budget, double unit,
                     int128 message);

  plausibility found() const;

 private:
  void clamp_answers(std::uint64_t number, vertex_id user, std::span<const plausible_number> ranges,
                     std::span<std::int64_t> answers);
  /// On a number of sensitivity 1: the same for many users.
  const plausible_noise& noise_at(epsilon budget);

  bool m_is_on;
  plausibility m_found;
  std::unordered_map<double, std::uint64_t> m_reaches;         // users by what they can move
  std::unordered_map<std::uint64_t, plausible_noise> m_noise;  // by units of budget
};

}  // namespace edgeldp
