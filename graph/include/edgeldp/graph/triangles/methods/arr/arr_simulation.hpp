// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/triangles/methods/arr/arr.hpp"

namespace edgeldp {

/// Runs all rounds: size (published), or degree and size; then edges and count.
///
/// Definition: estimate = sum_i (t_i - mu_star rho s_i + noise_i) / (mu_star (1 - rho)), t_i
///     clipped.
/// Promise: strongest: private at `total` a user. published: not private as claimed; the caveat
///     says why. Both: unbiased but for clipping. Standard error: infinite where no user speaks.
///     Communication: published: lengths of downloads follow from numbers of pairs, so the mean and
///     the largest are over ALL users, exactly; `measured_users` of them are built, read back and
///     counted on. strongest: mean and largest of the users that were built, read back and counted
///     on: up to 64, at least 4, spread evenly over the order. All others count the same noisy
///     edges without a message.
/// Errors: bad_graph_input for a graph without vertices; invalid_parameter for a mu_star below
///     2^-20 or beyond what the edge budget allows (strongest: what 0.98 of the rest of the total
///     would allow).
baseline_result estimate_triangles(const graph_view& g, const arr& method, release_key key,
                                   const coin_source& coins);

}  // namespace edgeldp
