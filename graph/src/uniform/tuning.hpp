// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

/// Constants of the planners of counts by uniform budgets, each with where it comes from. Where
/// nothing is said of measurements there is no record of any: the number was chosen by its meaning.
/// What is assumed of closures stands in public headers: assumed_closure, chance_of_closed_lists.
/// Derivation: graph/src/uniform/derivation.md.
namespace edgeldp::uniform_tuning {

// --- The grid of settings.

/// Budgets are powers of two by these parts of an exponent.
inline constexpr int sizes_per_octave = 3, edges_per_octave = 12;
/// Sizes are exact beyond 16 nats.
inline constexpr int largest_size = 4 * sizes_per_octave;
/// Margins to try, in multiples of the scale of the anchor's noise. Below 0 users with a small
/// anchor are left out altogether, which only pays where pairs are clipped: caps need not be
/// reached there.
inline constexpr std::array<double, 19> margins = {-2.0, -1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0, 1.25,
                                                   1.5,  1.75, 2.0,  2.5,   3.0, 3.5,  4.0, 5.0,  6.0};
/// Percent of a list that one neighbour may have noisy edges to.
inline constexpr std::array<std::uint32_t, 37> kappas = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,
                                                         14, 16, 18, 20, 22, 24, 26, 29, 32, 35, 38, 41, 45,
                                                         49, 53, 57, 61, 66, 71, 76, 82, 88, 94, 100};

// --- Where a search starts.

/// Places among the margins: of none, and of the usual one; and among the kappas.
inline constexpr int margin_0 = 4, usual_margin = 10, usual_kappa = 28;
/// Of what degrees leave, for sizes and for edges.
inline constexpr double usual_size_share = 0.1, usual_edge_share = 0.5;
static_assert(margins[margin_0] == 0.0 && margins[usual_margin] == 1.5 && kappas[usual_kappa] == 57);

// --- Its steps.

/// Places at a time, along edges and along kappas: far first.
inline constexpr std::array edge_strides = {5, 1}, kappa_strides = {3, 1};
/// Turns along all directions at most.
inline constexpr int most_turns = 8;
/// Totals that are climbed, as powers of two: where the ladder begins, how far rungs are apart that
/// are coarse, how many of these there are, and how far apart the others are.
inline constexpr double first_rung = -26.0, coarse_rung = 4.0, fine_rung = 0.5;
inline constexpr int coarse_rungs = 5;
inline constexpr double first_fine_rung = first_rung + coarse_rung * coarse_rungs;

// --- The size budget.

/// Steps of the total, beyond the coarse rungs, in octaves.
inline constexpr double size_step = 0.125;
/// What is taken for the least error, times this, and more by users: of few users degrees tell so
/// little that predictions differ by chance (148 users with 252 edges at 3: rmse 170 without).
inline constexpr double size_tolerance = 1.02, size_tolerance_by_users = 12.0;
/// Limits are planned from sizes alone once they are released. Where this part of the rest or more
/// went to degrees the search may forecast that sizes need next to nothing, which then does not
/// hold (email-Eu-core at 1, a tenth on degrees: 0.003 nats in a quarter of all runs, errors of 40%
/// where 10% was forecast): they then have the degrees' budget, or the usual share.
inline constexpr double much_for_degrees = 0.05;

// --- Trials of codecs.

/// What is tried of ppr.
inline constexpr std::array alphas = {1.3, 1.5, 2.0, 3.0};
inline constexpr std::array levels = {1U, 3U, 5U, 7U, 9U};
/// Edges take at most this part of what edges and count have, whatever factor is asked for.
inline constexpr double most_for_edges = 0.95;
/// Times are measured: 10% is no difference.
inline constexpr double equal_times = 1.1;
/// Rows are made for about so many steps of encoders, fewer for each setting in a table of all of
/// them, and for so many users of a block at least.
inline constexpr double most_work = 3e6, work_of_each = 4e5, least_users = 32.0;

}  // namespace edgeldp::uniform_tuning
