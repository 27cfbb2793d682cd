// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/graph/protocol/estimate.hpp"
#include "edgeldp/graph/protocol/two_step.hpp"
#include "edgeldp/graph/triangles/triangles.hpp"

/// The global clustering coefficient.
/// Derivations: graph/doc/estimators.md, "Clustering coefficient".
namespace edgeldp {

/// 3 triangles / wedges from independent estimates of both, by the delta method.
///
/// Definition: C = 3 T / W; standard error C (var T / T^2 + var W / W^2)^(1/2), in a form that
///     holds at T = 0; bias C var W / W^2 (a ratio is convex in W) + 3 bias T / W, printed and not
///     subtracted.
/// Accuracy: of first order: usable while the standard error of W is below about a fifth of W.
/// Errors: with W <= 0 nothing is known: value 0, infinite standard error.
estimate ratio_of(const estimate& triangles, const estimate& wedges);

struct clustering_result {
  estimate clustering, wedges;
  triangle_result run;  ///< triangles, rounds, bytes
};

/// A share of `degree` for two_step::degree_share that serves triangles and wedges alike. Relative
/// RMSE at epsilon 1 with nullspace, 20 runs each, at shares 0.02, 0.05, 0.1, 0.2: email-Eu-core
/// 0.24, 0.11, 0.10, 0.12; wiki-Vote 0.085, 0.053, 0.047, 0.082; ca-GrQc 2.5, 0.36, 0.24, 0.68.
inline constexpr double clustering_degree_share = 0.1;

/// Triangles by the two-step protocol, wedges from the degrees that it releases anyway. Given these
/// degrees the triangle estimate is unbiased, so the two are uncorrelated. Budgets: as for
/// triangles, options.total is all that a user spends.
/// Errors: as estimate_triangles.
clustering_result estimate_clustering(session& s, const two_step& options);

}  // namespace edgeldp
