// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// Constants of the plan of core numbers, each with where it comes from.
/// Derivation: graph/src/questions/cores/derivation.md.
namespace edgeldp::core_tuning {

/// Of the total, for the last round of the h-index; what that, the measuring of sets and degrees
/// leave is for the rounds between, alike. Chosen on the seven graphs of the derivation at budgets
/// from 0.5 to 8, among 0.4, 0.5 and 0.6 for the last round and 0.1 and 0.15 for degrees.
inline constexpr double last_share = 0.57;
inline constexpr unsigned most_rounds = 8;
/// Budget times the mean degree of a contact from which on a third and a fourth round lower the
/// error, on the same graphs: at 2 rounds wiki-Vote at 1 (143) errs by 2.9, at 4 by 2.0; ca-GrQc at
/// 1 (17) by 1.5 and 1.8.
inline constexpr double three_rounds_from = 35.0, four_rounds_from = 120.0;
/// Of the change from round to round, the next over the last: no more is believed, since noise may
/// make changes look alike.
inline constexpr double most_ratio = 0.6;
/// What rounds left out and noise in what was published move a user's number by, over what the last
/// round did: roots of mean squares. 1.2 to 2.4 on the same graphs at 4 and 8, where noise is
/// small.
inline constexpr double left_out_per_change = 2.0;
/// Sets that are measured: as many at most; of users, at least; of all users, at most this part,
/// beside all of them. Fewer sets cost less noise, more of them miss the densest by less.
inline constexpr std::size_t most_sets = 16, least_members = 8;
inline constexpr double largest_part = 0.25;
/// From one size of a set to the next: less is no step.
inline constexpr double least_growth = 1.0001;

}  // namespace edgeldp::core_tuning
