// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// Constants of the plan of centralities, each with where it comes from.
/// Derivation: graph/src/questions/centrality/derivation.md.
namespace edgeldp::centrality_tuning {

/// The share of the walks of a step more that is cut with the numbers of hubs. Of 0, 0.02, 0.05,
/// 0.1 and the quantile 0.99 of users this one finds most of the top 1% at 1 and 4, or nearly, on
/// facebook_combined, wiki-Vote, ca-AstroPh, ca-GrQc, email-Enron and email-Eu-core.
inline constexpr double cut_share = 0.05;
inline constexpr unsigned least_steps = 2, most_steps = 8;
inline constexpr std::size_t least_top = 10;

/// The law of scores is estimated on so many points, half of them for the highest tenth of users,
/// from so many groups of users of like scores, by so many steps of expectation maximisation.
inline constexpr std::size_t law_points = 300, groups = 2000, law_steps = 80;

}  // namespace edgeldp::centrality_tuning
