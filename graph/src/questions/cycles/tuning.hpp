// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// Constants of the planner of cycles, each with where it comes from. Where nothing is said of
/// measurements there is no record of any: the number was chosen by its meaning.
/// Derivation: graph/src/questions/cycles/derivation.md.
namespace edgeldp::cycle_tuning {

// --- The model of noise.

/// Cycles pass through few edges: the sum over edges of the squared number of cycles through them
/// is so many times its least value (all edges alike), times the square root of what that ratio is
/// in the model. Fitted on the graphs of graph/src/questions/cycles/derivation.md.
inline constexpr double edge_concentration = 2.0;
/// The same for plans, which must not trust noise on edges to be small: 3.9 to 13 would be right on
/// these graphs.
inline constexpr double planned_edge_concentration = 8.0;
/// The part of pairs that several users count grows with the number of cycles at length 4, with
/// this power of it at length 5 (fitted on email-Eu-core, wiki-Vote, facebook, ca-AstroPh and
/// ca-GrQc).
inline constexpr double sharing_power_of_five = 0.85;

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
/// Budgets in nats of size and edges that are tried: the first of each, the factor from one of size
/// to the next, and how many there are of edges, so many an octave.
inline constexpr double first_size = 0x1.0p-3, next_size = 2.0;
inline constexpr double first_edges = 0x1.0p-4, edges_an_octave = 6.0;
inline constexpr int edge_budgets = 54;
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
/// Variance of the positive part of a weight around 0, in squared means: pi - 1, rounded.
inline constexpr double half_normal_variance = 2.14;
/// Loads differ from member to member by this part of the mean, beside what the noise of single
/// weights does.
inline constexpr double load_spread = 0.4;
/// And by this part of what true paths contribute, of which hubs among the members have most.
/// Chosen on wiki-Vote, ca-GrQc and email-Eu-core at 4 to 16: with the likely one the error is
/// least, with the widest its bound holds the mean error of wiki-Vote (0.2% to 0.6% of the number).
inline constexpr double likely_path_spread = 0.6, widest_path_spread = 0.85;
/// Users are taken together whose mean weights are alike: so many classes for a factor of two.
inline constexpr double weight_classes_an_octave = 64.0;
/// Limits of the pilot, in mean loads: at least so many, and more by its budget in nats times the
/// root of the sum of squared lists. With s^2 / 2 pairs a user, a limit of G s w a user gives the
/// mean weight an error of 2.8 G w / (budget sqrt(sum of s^2)); G is chosen to make that 0.06 w.
inline constexpr double least_generosity = 3.0, generosity = 0.02;
/// What limits refused is corrected for up to a number so many times as large as what was accepted:
/// of the pilot, whose limits are wide, and of the count; and steps in search of it.
inline constexpr double most_concealed_by_pilot = 4.0, most_concealed_by_count = 1.3;
inline constexpr int concealment_steps = 24;
/// Standard errors of the pilot that are added to it: limits that are too narrow cost more than
/// wide ones.
inline constexpr double pilot_caution = 0.4;
/// Limits that are tried, in percent of what a neighbour is expected to carry.
inline constexpr std::array<std::uint32_t, 12> kappa_percents = {80,  100, 120, 140, 160, 180,
                                                                 200, 225, 250, 300, 350, 400};
/// The same in a forecast, where it is part of a larger search.
inline constexpr std::array<double, 7> kappas_of_forecast = {1.0, 1.4, 1.8, 2.2, 2.8, 3.4, 4.0};

// --- Limits from what rows show. The first, the candidates, the deviations, the error of loads and
// the inflation were chosen by hand on 3 to 8 runs a cell of ca-GrQc, ca-HepTh, facebook_combined
// and email-Eu-core.

/// Rows with more false ones than this part of their ranks are not looked at.
inline constexpr double most_noise = 0.05;
/// Nor are any if weights for all pairs of their ones take more words than this to read.
inline constexpr double most_words = 0x1.0p32;
/// Of numbers of members that row and released size tell: added to the variance of either.
inline constexpr double rounding_variance = 0.25;
/// Loads differ from what published rows show by this part, beside chance: rows lack members.
inline constexpr double load_error = 0.15;
/// Deviations of a load that its member provides for.
inline constexpr double provided_deviations = 2.0;
/// Deviations of a load's noise beyond which a one of the row is taken for a member.
inline constexpr double stands_out = 2.0;
/// Ones of a row that are looked at: for each of its members, and beside.
inline constexpr double candidates_a_member = 2.0;
inline constexpr std::size_t candidates_beside = 8;
/// Prices of the ladder: from the largest load down to 2^-17.5 of it.
inline constexpr int prices = 36;
/// Of standard errors in intervals: little is left to a model.
inline constexpr double inflation_of_seen = 1.1;

}  // namespace edgeldp::cycle_tuning
