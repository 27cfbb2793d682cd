// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/core/codec/codec_parameters.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"

/// How many columns a nullspace row gets, from released numbers only. Too few, and rows of
/// strangers fall into the span of the kept rows and decode to 1; too many, and bytes are wasted.
/// Derivation: core/doc/privacy.md, "Columns".
namespace edgeldp {

/// What a plan promises: the probability that a stranger's matrix row lies in the span of the kept
/// rows, over noise and drops.
inline constexpr double largest_span_probability = 1e-4;

/// Rows that keep more than this share of all positions crowd the windows, which 64 positions
/// share, and the promise ends. A bitmap has no such limit. Plain rows, measured mean span
/// probability: 4.4e-4 at a third (1000 users), 0.03 at a half.
constexpr double crowded_share(row_coding coding) noexcept {
  return coding == row_coding::plain ? 0.2 : 0.5;
}

/// Rows that keep more than this share of all positions are chosen as bitmaps: a null space over
/// GF(3) has 0.36 bits a position there and more noise.
inline constexpr double worthwhile_share = 0.2;

/// Columns of a plain row: with its spare ones they keep the span probability of `kept` kept rows
/// below 2e-5, whatever noise does: 18 + 1.1 kept, from 300 kept rows on 3 + 1.15 kept. Measured
/// over GF(2), the worst field, on random rows of a sixth of all users: mean 4e-6 at 300 kept rows
/// (40 000 matrices), 6e-6 +- 4e-6 at 500 and 1000 (40 000), 8e-6 +- 7e-6 at 2000 (8000), 1e-7 at
/// 8000 (1500). The mean is that of a heavy tail: at 1000 kept rows one matrix in 20 000 spans a
/// tenth of all strangers, most span none. (With 1.1 throughout, 6e-5 at 500, 7e-5 at 1000 and
/// 1.4e-4 at 4000. A third of 4000 users kept needs 1.2.)
constexpr std::uint64_t columns_for_kept(std::uint64_t kept) noexcept {
  const std::uint64_t few = 18 + kept + (kept + 9) / 10, many = 3 + kept + (3 * kept + 19) / 20;
  return few > many ? few : many;
}

/// Columns of a compact row that provides for `kept` kept rows among so many positions. Up to 64
/// there are as many, and the row has no window: with B of them kept a stranger is spanned with
/// probability 2^(B - kept) or hardly more. Beyond, what windows need so that this stays so: 65 and
/// 1.2 times the rest, or 3 and 1.15 times all, whichever is less, and more where rows hold over a
/// fifth of all positions. That is measured, not proved, and ends at 2^-64.
///
/// Measured over GF(2) at B = kept - 10, where 2^-10 is allowed: 4e-7 at 250 of 1500 positions,
/// below 1e-6 at 1000 of 6000, 1.4e-5 at 200 of 380; with no columns for windows, or none for
/// crowded ones, 0.07, 0.75 and 0.07.
/// Requires: kept < 2^40; positions > 0.
constexpr std::uint64_t columns_for_provided(std::uint64_t kept, std::uint64_t positions) noexcept {
  if (kept <= 64) return kept;
  const std::uint64_t few = (kept - 64 + 4) / 5 + 1, many = 3 + (3 * kept + 19) / 20;
  std::uint64_t spare = few < many ? few : many;
  if (5 * kept > positions) {
    const uint128 crowd = uint128{kept} * (5 * kept - positions) / (uint128{5} * positions);
    spare += static_cast<std::uint64_t>(crowd) + 1;
  }
  return kept + spare;
}

/// The public rule from a released number S of a user with at most k entries among so many
/// positions to its columns. Plain: columns_for_kept(min(k, K)), K = ceil(kept_rate max(0, S +
/// size_slack)). Compact: columns_for_provided(max(16, min(k + 18, K)), positions). (Beyond some
/// 1e9 kept rows K is lowered, so that columns stay below 2^32.)
struct column_plan {
  std::uint64_t kept_rate = 0;   ///< kept rows provided for each possible entry, in 2^-32
  std::uint64_t size_slack = 0;  ///< what noise may hide of an entry count
  row_coding coding = row_coding::compact;
};

/// The compact plan that provides for the fewest kept rows, on a grid of rates g, of those under
/// which a stranger is spanned with probability at most largest_span_probability, for all true
/// sizes that the numbers released leave plausible (but for 1e-4). With B = Binomial(s, keep) kept
/// rows of a true size s, and g (S + slack) provided for, that is E[min(1, 2^(B - g (S + slack)))]:
/// noise that hides kept rows, and a row filled to its last columns, are bounded together, and one
/// slack serves both. What a full row costs in the end are its neighbours: see
/// nullspace_codec::is_full.
/// Intervals: 0 < keep < 1. released: sizes, or degrees where there was no size round. The slack is
///     at most 2^32: below 1e-8 nats, or where hardly anything is kept, the promise ends.
column_plan plan_columns(double keep, epsilon released_at, std::span<const std::int64_t> released);

/// Kept rows that a user's row provides for under a plan: min(k, K) or max(16, min(k + 18, K)).
std::uint64_t provided_under(const column_plan& plan, std::int64_t released, std::uint64_t rank) noexcept;

/// Columns of one user under a plan: 0 where it can have no entry.
std::uint64_t columns_under(const column_plan& plan, std::int64_t released, std::uint64_t rank,
                            std::uint64_t positions) noexcept;

}  // namespace edgeldp
