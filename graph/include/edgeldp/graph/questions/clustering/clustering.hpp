// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"
#include "edgeldp/graph/uniform/triangles.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"

/// The global clustering coefficient.
/// Derivations: graph/src/questions/clustering/derivation.md.
namespace edgeldp {

/// 3 triangles / wedges from independent estimates of both, by the delta method.
///
/// Definition: C = 3 T / W; standard error C (var T / T^2 + var W / W^2)^(1/2), in a form that
///     holds at T = 0; bias C var W / W^2 (a ratio is convex in W) + 3 bias T / W, printed and not
///     subtracted.
/// Accuracy: of first order: usable while the standard error of W is below about a fifth of W.
/// Errors: with W <= 0 nothing is known: value 0, infinite standard error.
estimate ratio_of(const estimate& triangles, const estimate& wedges);

/// Result: of the count of triangles.
template <class Result>
struct clustering_of {
  estimate clustering, wedges;
  Result run;  ///< triangles, rounds, bytes
};
using clustering_result = clustering_of<triangle_result>;
using centred_clustering_result = clustering_of<centred_result>;

/// A share of the round `degree` (degree_share of the options) that serves triangles and wedges
/// alike. Relative RMSE of centred counts at epsilon 1 with nullspace, 40 to 60 runs each, at
/// shares 0.02, 0.05, 0.1: email-Eu-core 0.17, 0.074, 0.082; wiki-Vote 0.054, 0.033, 0.035; ca-GrQc
/// 1.1, 0.61, 0.19; facebook_combined 0.064, 0.024, 0.019.
inline constexpr double clustering_degree_share = 0.1;

/// Triangles by centred counts, or by limits that are the same for all ranks, and wedges from the
/// degrees that are released anyway. Given these degrees the number of triangles is unbiased, so
/// the two are uncorrelated. Budgets: as for triangles, options.total is all that a user spends.
/// Errors: as estimate_centred_triangles, estimate_triangles.
centred_clustering_result estimate_clustering(session& s, const centred_options& options);
clustering_result estimate_clustering(session& s, const two_step& options);

}  // namespace edgeldp
