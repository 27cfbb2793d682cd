// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

/// Constants of the planners of centred triangle counts, each with where it comes from. Where
/// nothing is said of measurements there is no record of any: the number was chosen by its meaning.
/// Derivation: graph/src/questions/triangles/centred/derivation.md.
namespace edgeldp::centred_tuning {

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
/// search starts.
inline constexpr std::size_t share_steps = 128;
inline constexpr double start_size = 0.14;
inline constexpr std::array<double, 11> size_shares = {0.03, 0.045, 0.065, 0.09, 0.12, 0.16,
                                                       0.2,  0.25,  0.32,  0.4,  0.5};
/// Limits, in expected loads of a member, and the margin for noise on sizes, in its scales, that a
/// division counts with.
inline constexpr double kappa = 1.3, margin = 0.6;
/// What members have beyond the mean load, since closures differ.
inline constexpr double uneven_closures = 0.1;

// --- The first group.

/// Closures that its settings are held against, and shares of the users that are tried.
inline constexpr std::array closures = {0.03, 0.1, 0.25, 0.45, 0.7};
inline constexpr std::array group_shares = {0.3, 0.4};

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
