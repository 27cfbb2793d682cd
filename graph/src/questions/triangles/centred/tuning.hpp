// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

/// Constants of the planners of centred triangle counts, each with where it comes from. Where
/// nothing is said of measurements there is no record of any: the number was chosen by its meaning.
/// Derivation: graph/src/questions/triangles/centred/derivation.md.
namespace edgeldp::centred_tuning {

// --- What models may miss.

/// What the model may be wrong by in the weight that limits refuse of either sign, relative to it:
/// predictions were within 10 to 40% on wiki-Vote, facebook_combined, ca-GrQc and email-Eu-core at
/// 1, mostly on the same side for both signs.
inline constexpr double doubt = 0.2;
/// Of the unevenness that the interval allows for (centred_planner::widest_unevenness), what plans
/// expect.
inline constexpr double expected_unevenness = 0.5;
/// The least of it that the interval allows for, since a low closure may come of few closed lists.
/// Where 20 cliques of 8 are among 2000 users 21 of 40 intervals held the truth with 0.1 (at 8, a
/// relationship losing twice that), 36 with 0.25, and all with 0.3. With 0.5, intervals on
/// p2p-Gnutella08 were 1.9 times too wide at 4.
inline constexpr double least_unevenness = 0.3;
/// Where sizes are lost in noise the degrees know better how many pairs there are, within a factor
/// of five: at least this part of what they say.
inline constexpr double least_of_expected_pairs = 0.2;
/// Deviations of the noise on sizes by which pairs of users who answered must stand out, so that
/// something is predicted for those who were lost.
inline constexpr double stands_out = 2.0;
/// A number of which more than this part is predicted for users who were lost rests on few.
inline constexpr double many_lost = 1.0 / 3.0;
/// What two groups cost where one would know the closure.
inline constexpr double cost_of_groups = 1.1;

// --- The codec of all rows, before budgets are divided.

/// What the first rows, which spend most, and their sizes take of the rest.
inline constexpr double first_rows_share = 0.8, first_sizes_share = 0.1;

// --- Division of the budget by rank.

/// What is assumed before anything is known of triangles: the error is flat around it (wiki-Vote,
/// facebook_combined, ca-GrQc and email-Eu-core at 1 with 0.25 and 0.5: within 5%).
inline constexpr double planning_closure = 0.35;
/// Ranges of ranks that have one budget: where the first ends, by how much they grow, and how many
/// there are at most.
inline constexpr std::uint32_t first_end = 16;
inline constexpr double growth = 1.35;
inline constexpr std::size_t most_ranges = 40;
/// Shares of the rest that are tried, in steps of one in so many, those of sizes, and where the
/// search starts: of sizes, and of edges in what sizes leave.
inline constexpr std::size_t share_steps = 128;
inline constexpr double start_size = 0.14, start_edges_of_rest = 0.7;
inline constexpr std::array<double, 11> size_shares = {0.03, 0.045, 0.065, 0.09, 0.12, 0.16,
                                                       0.2,  0.25,  0.32,  0.4,  0.5};
/// What is left for counting is at least this share.
inline constexpr double least_count = 0.02;
/// Rounds of the fixed point, so many of them without damping; later ones go this part of the way.
inline constexpr int rounds = 8, undamped = 2;
inline constexpr double damping = 0.5;
/// Limits, in expected loads of a member, and the margin for noise on sizes, in its scales, that a
/// division counts with.
inline constexpr double kappa = 1.3, margin = 0.6;
/// What members have beyond the mean load, since closures differ.
inline constexpr double uneven_closures = 0.1;

// --- The first group.

/// Closures that its settings are held against, and shares of the users that are tried.
inline constexpr std::array closures = {0.03, 0.1, 0.25, 0.45, 0.7};
inline constexpr std::array group_shares = {0.3, 0.4};
/// Theta of the first group that is tried, and the closure that its limits are made for at least.
inline constexpr std::array first_thetas = {0.0, 0.15, 0.35, 0.55};
inline constexpr double least_closure = 0.05;

// --- The second group.

/// The closure that the first group found lies between these, so that limits follow from it.
inline constexpr double smallest_closure = 0.005, largest_closure = 0.99;
/// Rounds in search of it, each half of the way.
inline constexpr int closure_rounds = 8;

// --- Beliefs about lists.

/// Lists of one class are longer than the shortest by at most this factor.
inline constexpr double size_class_width = 1.4;
/// Where the noise on released sizes is cut into cells, and what stands for each, in its scales.
inline constexpr std::array noise_cuts = {
    -std::numeric_limits<double>::infinity(), -2.5, -1.2, -0.4, 0.4, 1.2, 2.5,
    std::numeric_limits<double>::infinity()};
inline constexpr std::array noise_middles = {-3.4, -1.7, -0.75, 0.0, 0.75, 1.7, 3.4};
static_assert(noise_cuts.size() == noise_middles.size() + 1);
/// A list is taken apart into strata of members, each with the law of the one at this quantile. The
/// last members are few and load most: with three equal strata the losses in the tail were
/// predicted four times too small.
inline constexpr std::array stratum_quantiles = {0.2, 0.55, 0.78, 0.91, 0.975};
inline constexpr std::array stratum_shares = {0.4, 0.3, 0.16, 0.1, 0.04};
static_assert(stratum_quantiles.size() == stratum_shares.size());

// --- Limits.

/// What is tried: limits as multiples of the largest mean load, margins in scales of the noise on
/// sizes, and the factor from one price of refused weight to the next.
struct search_grid {
  double first_factor, last_factor, factor_step;
  std::span<const double> margins;
  double price_step;
};
inline constexpr std::array fine_margins = {-1.0, -0.5, 0.0, 0.5, 1.0, 1.8, 3.0};
inline constexpr std::array coarse_margins = {-0.5, 0.5, 1.5};
inline constexpr search_grid fine_grid = {0.5, 5.0, 1.18, fine_margins, 2.0};
inline constexpr search_grid coarse_grid = {0.6, 4.5, 1.45, coarse_margins, 6.0};
/// Prices of refused weight, in noise for each pair that there is.
inline constexpr double first_price = 1e-4, last_price = 30.0;
/// Lists may be more uneven than the model: limits that refuse little whatever closures are, as
/// shares of the largest weight, and their margin in scales of the noise on sizes.
inline constexpr std::array generous_shares = {0.3, 0.5, 0.7, 1.0};
inline constexpr double generous_margin = 2.0;

}  // namespace edgeldp::centred_tuning
