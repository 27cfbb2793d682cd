// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

/// Constants of the search for communities, each with where it comes from.
/// Derivation: graph/src/questions/communities/derivation.md#the-plan.
namespace edgeldp::community_tuning {

/// Groups of the public coin. Of 32, 64 and 128 the modularity on facebook_combined, wiki-Vote and
/// email-Eu-core at 1, 2 and 4 differs by less than runs do, but for wiki-Vote at 1, where 128 are
/// worse.
inline constexpr std::size_t sketch_groups = 64;
/// Directions that k-means sees. 6, 8 and 10 are alike.
inline constexpr std::size_t directions = 8;
inline constexpr unsigned kmeans_steps = 25, refinement_steps = 4;

/// Where the budget is small two refinements with half of it for the sketch find more (wiki-Vote at
/// 1: 0.18 for 0.10), where it is large three with less for the sketch (facebook_combined at 4:
/// 0.795 for 0.778); at 2 they are alike.
inline constexpr double large_budget = 3.0;  // nats
inline constexpr double small_sketch_share = 0.5, large_sketch_share = 0.4;
inline constexpr unsigned small_refinements = 2, large_refinements = 3;

/// Random graphs that are searched too, and Student's 0.95 quantile of one degree of freedom less.
/// One graph alone was passed by luck: by 13 of 90 graphs without groups at 4.
inline constexpr unsigned graphs_by_chance = 6;
inline constexpr double quantile_by_chance = 2.015;

}  // namespace edgeldp::community_tuning
