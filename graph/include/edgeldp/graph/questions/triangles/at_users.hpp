// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"

/// The number of triangles at every user.
/// Derivations: graph/src/questions/triangles/at_users_derivation.md.
namespace edgeldp {

struct noisy_triangles {
  sequence_estimate at_users;
  estimate triangles;  ///< a third of the sum
};

/// From a release alone, nobody is asked anything.
///
/// Definition: t_u = sum over pairs {j, k} of phi(u, j) phi(j, k) phi(u, k), phi = (bit - p0) / (p1
///     - p0).
/// Source: for the sum, LocalRR of [Imola 2021].
/// Promise: unbiased, whatever the codec. Standard errors from the matrix and the estimated
///     degrees: about (n^2 v^3 / 2)^(1/2) and more for hubs, v the variance of phi.
/// Requires: noisy = materialize(published), else invalid_parameter.
/// Cost: n^3 / 64 word operations, parallel over users, the same for every thread count.
noisy_triangles count_noisy_triangles(const release& published, const noisy_matrix& noisy);

/// How the two-step protocol for triangle sequences is played.
struct triangle_sequence_options {
  epsilon total = epsilon::from_nats(1.0);
  double degree_share = 0.08;  ///< of the degree round, a constant, in (0, 1)
  codec_spec codec;
  user_order order = user_order::noisy_degree;
};

struct triangle_sequence {
  /// Of who did not answer 0, with an infinite error.
  sequence_estimate at_users;
  std::vector<double> biases;  ///< predicted, of the limits; not subtracted
  estimate triangles;          ///< a third of the sum; its error counts pairs that users share
  round_budgets budgets;
};

struct triangle_sequence_result : triangle_sequence {
  edgeldp::communication communication;
  std::shared_ptr<const release> published;
  run_record run;
};

/// Rounds degree, edges, count: every user counts the noisy edges among pairs of ALL its neighbours
/// and sends one noisy number, its own triangle count. Both endpoints use an edge in degree and
/// count.
///
/// Users may be lost. Triangles are those of the users who sent a row: nobody counts on the others.
/// Who is lost in the count is taken, in the number of triangles, for one of the users with as many
/// pairs, with their spread.
///
/// Promise: unbiased but for limits on pairs (limited_pairs.hpp), which follow, as the split does,
///     from the released degrees by the least predicted error: squared errors of users, times that
///     of the number of triangles. Parallel over users, the same for every thread count.
/// Errors: bad_graph_input without users, or where nobody answers; invalid_parameter for options
///     that do not fit.
triangle_sequence_result estimate_triangle_sequence(session& s, const triangle_sequence_options& options);

}  // namespace edgeldp
