// SPDX-License-Identifier: MIT
#pragma once

#include <array>

/// Constants of the planner of triangles by a sample of rows, each with where it comes from. Where
/// nothing is said of measurements there is no record of any: the number was chosen by its meaning.
/// Derivation: graph/src/questions/triangles/sampled/derivation.md.
namespace edgeldp::sample_tuning {

// --- The model of triangles.

/// Triangles at a user grow like this power of its degree, and their squares are so many times what
/// that says: of eleven graphs 0.9 to 1.4 on seven, 2.1 to 2.6 on three, 4.3 on p2p-Gnutella08
/// (sums of squares over degree).
inline constexpr double triangle_power = 1.5, triangle_spread = 1.2;
/// Squares of numbers of triangles that two users share add up to some 6 t^2 / d at a user with t
/// triangles and d neighbours (4 if all were alike), half of which is that user's.
inline constexpr double neighbor_spread = 3.0;
/// Squares of what neighbours share over squared means.
inline constexpr double sharing_spread = 3.0 * triangle_spread;
/// Systematic sampling takes its part of all degrees: of the variance of independent choices as
/// much is left as is due to users of one degree.
inline constexpr double systematic_share = 0.5;
/// What the model of refused weight may miss, relative to it; as for centred counts.
inline constexpr double doubt = 0.2;
/// Of the unevenness that the interval allows for, what plans expect; as for centred counts.
inline constexpr double expected_unevenness = 0.5;
/// What standard errors are multiplied by: of the spread of triangles over users of like degrees,
/// and of how rows overlap, degrees tell less than an order by rank does (wiki-Vote errs by a fifth
/// more than predicted where all candidates are read).
inline constexpr double inflation = 1.3;

// --- Roles and rows.

/// Closures that plans are held against, before anything is known of triangles.
inline constexpr std::array planned_closures = {0.08, 0.25, 0.6};
/// Shares of sizes that are tried, of what degrees leave.
inline constexpr std::array size_shares = {0.25, 0.1};
/// Chances of being a candidate that are tried, powers of the rule, and offsets in mean degrees.
inline constexpr std::array candidate_chances = {0.1, 0.2, 0.33};
inline constexpr std::array powers = {0.75, 1.0, 1.5, 2.0};
inline constexpr std::array offsets = {0.3, 1.0, 4.0};
/// The fullest row that the codec has to serve, in largest degrees: columns are less than half of
/// the users.
inline constexpr double fullest_row = 0.5;
/// Chances of rows are taken together, so many eighths of an octave; finer ones change no choice.
inline constexpr unsigned rarity_step = 4;
/// The scale of a rule is sought from this power of two up to 1, by so many halvings.
inline constexpr double least_scale_exponent = -60.0;
inline constexpr int scale_halvings = 40;

// --- Limits.

/// A weight of which fewer rows are expected does not count as the heaviest.
inline constexpr double rare = 0.05;
/// Limits that are tried, in shares of the heaviest weight: from the first to the last, and the
/// factor from one to the next, where all is tried and where roles are compared.
inline constexpr double first_limit = 0.02, last_limit = 1.3;
inline constexpr double fine_limit_step = 1.19, coarse_limit_step = 1.6;
/// Margins that are tried, in scales of the noise on degrees; where roles are compared the first.
inline constexpr std::array margins = {0.7, 0.0, 1.5};

}  // namespace edgeldp::sample_tuning
