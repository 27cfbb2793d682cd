// SPDX-License-Identifier: MIT
#pragma once

/// Constants of the planner of homophily, each with where it comes from. Where nothing is said of
/// measurements there is no record of any: the number was chosen by its meaning.
/// Derivation: graph/src/questions/homophily/derivation.md.
namespace edgeldp::homophily_tuning {

/// Shares of the budget for labels that are tried: at the ends of the interval nothing may be left
/// for one of the two.
inline constexpr double least_label_share = 0.01, largest_label_share = 0.99;
/// What can be inverted may lie between the minimiser's steps: the best of so many equal ones then,
/// from a half on.
inline constexpr int label_share_steps = 400;
inline constexpr double start_label_share = 0.5;

}  // namespace edgeldp::homophily_tuning
