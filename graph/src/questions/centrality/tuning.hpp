// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// Constants of the plan of centralities, each with where it comes from.
/// Derivation: graph/src/questions/centrality/derivation.md.
namespace edgeldp::centrality_tuning {

/// Walks are cut at this quantile before they are published; chosen on facebook_combined and
/// wiki-Vote among 0.9, 0.99 and 1.
inline constexpr double cut_at = 0.99;
inline constexpr unsigned least_steps = 2, most_steps = 8;
inline constexpr std::size_t least_top = 10;

/// The law of scores is estimated on so many points, half of them for the highest tenth of users,
/// from so many groups of users of like scores, by so many steps of expectation maximisation.
inline constexpr std::size_t law_points = 300, groups = 2000, law_steps = 80;

}  // namespace edgeldp::centrality_tuning
