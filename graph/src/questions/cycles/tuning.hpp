// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

/// Constants of the planner of cycles, each with where it comes from. Where nothing is said of
/// measurements there is no record of any: the number was chosen by its meaning.
/// Derivation: graph/src/questions/cycles/derivation.md.
namespace edgeldp::cycle_tuning {

// --- Division of the budget.

/// Relative RMSE of length 4 at epsilon 1 with nullspace, size shares 0.1 and 0.15: wiki-Vote
/// 0.073, 0.070 (25 runs), facebook 0.059, 0.033 (15 runs).
inline constexpr double usual_size_share = 0.15;
/// Of what is left for pilot and count, the pilot's.
inline constexpr double pilot_share = 0.15;
/// Concentrations that are tried, over that of lists in which everybody knows everybody. Cycles
/// were 0.3 (p2p-Gnutella08) to 9 times (ca-GrQc) as many as these would have at length 4, up to 60
/// times at length 5; choices depend little on it.
inline constexpr std::array<double, 3> concentrations = {0.5, 1.0, 4.0};
/// What another division must promise, so that errors of the model decide nothing; another codec
/// must be worth it (error_tolerance).
inline constexpr double worth_a_change = 1.1;
/// Beyond, nothing is told by any division, and the model is not trusted with a choice.
inline constexpr double hopeless = 1.0;
/// Errors of a pilot come back in the limits so many times as large, since what it refused is
/// corrected for (email-Eu-core at 2 and 4, by pilots of 0.05 to 0.3 nats).
inline constexpr double pilot_echo = 10.0;
/// Limits where rows show loads, as multiples of the mean load: 2.1 on email-Eu-core at 8, 1.2 on
/// ca-GrQc at 8, 1.4 at 4.
inline constexpr double kappa_of_seen = 2.0;
/// Deviations of released sizes, and what is added to them (provided_quantile), in scales of their
/// noise, which says little of lists that are shorter.
inline constexpr double size_deviation = 1.4, size_margin = 1.2;

// --- Limits from released numbers.

/// The number of members that a limit provides for: this quantile of those behind a released
/// number.
inline constexpr double provided_quantile = 0.85;
/// Loads differ from member to member by this part of the mean, beside what the noise of single
/// weights does.
inline constexpr double load_spread = 0.4;
/// And by this part of what true paths contribute, of which hubs among the members have most.
/// Chosen on wiki-Vote, ca-GrQc and email-Eu-core at 4 to 16: with the likely one the error is
/// least, with the widest its bound holds the mean error of wiki-Vote (0.2% to 0.6% of the number).
inline constexpr double likely_path_spread = 0.6, widest_path_spread = 0.85;
/// Standard errors of the pilot that are added to it: limits that are too narrow cost more than
/// wide ones.
inline constexpr double pilot_caution = 0.4;
/// Limits that are tried, in percent of what a neighbour is expected to carry.
inline constexpr std::array<std::uint32_t, 12> kappa_percents = {80,  100, 120, 140, 160, 180,
                                                                 200, 225, 250, 300, 350, 400};
/// The same in a forecast, where it is part of a larger search.
inline constexpr std::array<double, 7> kappas_of_forecast = {1.0, 1.4, 1.8, 2.2, 2.8, 3.4, 4.0};

// --- Limits from what rows show.

/// Loads differ from what published rows show by this part, beside chance: rows lack members.
inline constexpr double load_error = 0.15;
/// Deviations of a load's noise beyond which a one of the row is taken for a member.
inline constexpr double stands_out = 2.0;
/// Ones of a row that are looked at for each of its members.
inline constexpr double candidates_a_member = 2.0;
/// Prices of the ladder: from the largest load down to 2^-17.5 of it.
inline constexpr int prices = 36;

}  // namespace edgeldp::cycle_tuning
