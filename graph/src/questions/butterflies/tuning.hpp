// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

/// Constants of the planner of butterflies, each with where it comes from. Where nothing is said of
/// measurements there is no record of any: the number was chosen by its meaning.
/// Derivation: graph/src/questions/butterflies/derivation.md.
namespace edgeldp::butterfly_tuning {

/// A share that is chosen beforehand, of what is left for pilot and count.
inline constexpr double pilot_share = 0.1;

/// Seeds of the drawn lists: those that limits follow from, and those that judge them. Limits that
/// follow from one draw fit it too well: on p2p-Gnutella08 at 8 they refuse 3% of another draw, and
/// might refuse 6%; those of three draws 1% and 2%, for 8% more standard error.
inline constexpr std::uint64_t for_pilot = 1, for_judging = 2;
inline constexpr std::array<std::uint64_t, 3> for_count = {3, 4, 5};

/// How much more users may share than in drawn lists (choose_limits), and how likely it is that
/// they share as much, so many times, or its square.
inline constexpr double pilot_spread = 3.0, count_spread = 1.8;
inline constexpr std::array<double, 3> chance_of_taste = {0.6, 0.3, 0.1};

/// Standard errors of the pilot that are added to it: as in cycles, where limits that are too
/// narrow cost more than wide ones.
inline constexpr double caution = 0.4;

/// Where noise is larger than the number, refusing everything would have the least error, and the
/// estimate would say nothing: this part of the weight at most is cut off.
inline constexpr double most_cut = 0.05;

/// Prices of the ladder: from the largest load down to 2^-19 of it.
inline constexpr int prices = 39;

/// What intervals allow for: users who share half as much again as in drawn lists. ml-latest-small
/// with films as users, at 2: -0.6% predicted, where runs erred by -3.8% and were covered.
inline constexpr double widest_taste = 1.5;

/// A number of which more than this part is predicted for users who were lost rests on few.
inline constexpr double many_lost = 1.0 / 3.0;

}  // namespace edgeldp::butterfly_tuning
