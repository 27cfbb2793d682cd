// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/core/privacy/epsilon.hpp"

/// How many columns a nullspace row gets, from released numbers only. Too few, and rows of
/// strangers fall into the span of the kept rows and decode to 1; too many, and bytes are wasted.
/// Derivation: core/doc/privacy.md, "Columns".
namespace edgeldp {

/// Rows that keep more than this share of all positions crowd the windows: 64 positions share one.
/// Measured mean span probability: 4.4e-4 at a third (1000 users), 0.03 at a half, 0.4 at 0.8. A
/// bitmap has no such limit.
inline constexpr double crowded_share = 0.2;

/// What a plan promises: the probability that a stranger's matrix row lies in the span of the kept
/// rows.
inline constexpr double largest_span_probability = 1e-4;

/// Columns that keep the span probability of `kept` kept rows below 2e-5: 18 + 1.1 kept, from 300
/// kept rows on 3 + 1.15 kept. Measured over GF(2), the worst field, on random rows of a sixth of
/// all users: mean 4e-6 at 300 kept rows (40 000 matrices), 6e-6 +- 4e-6 at 500 and 1000 (40 000),
/// 8e-6 +- 7e-6 at 2000 (8000), 1e-7 at 8000 (1500). The mean is that of a heavy tail: at 1000 kept
/// rows one matrix in 20 000 spans a tenth of all strangers, most span none. (With 1.1 throughout,
/// 6e-5 at 500, 7e-5 at 1000 and 1.4e-4 at
/// 4000. A third of 4000 users kept needs 1.2.)
constexpr std::uint64_t columns_for_kept(std::uint64_t kept) noexcept {
  const std::uint64_t few = 18 + kept + (kept + 9) / 10, many = 3 + kept + (3 * kept + 19) / 20;
  return few > many ? few : many;
}

/// The public rule from a released number S of a user of rank k to its columns:
/// columns_for_kept(min(k, ceil(kept_rate max(0, S + size_slack)))).
struct column_plan {
  std::uint64_t kept_rate = 0;   ///< kept rows provided for each possible entry, in 2^-32
  std::uint64_t size_slack = 0;  ///< what noise may hide of an entry count
};

/// The plan with the fewest columns for which noise hides more kept rows than are provided for with
/// probability at most 8e-5, whatever the true sizes are: (S + slack) g < Binomial(s, keep) has
/// probability at most exp(-e slack) ((1 - keep + keep exp(e / g)) exp(-e))^s / (1 + exp(-e)), e
/// the budget of the released numbers; g and the slack are traded against each other on the numbers
/// released.
/// Intervals: 0 < keep < 1. released: sizes, or degrees where there was no size round.
column_plan plan_columns(double keep, epsilon released_at, std::span<const std::int64_t> released);

/// Columns of one user under a plan.
std::uint64_t columns_under(const column_plan& plan, std::int64_t released, std::uint64_t rank) noexcept;

}  // namespace edgeldp
