// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sample_roles.hpp"

/// Triangles where nobody may download much: a public sample of rows is read by everybody alike, so
/// that no request tells whose neighbour somebody is. Functions over a session, which know neither
/// graph nor coin.
/// Derivations: graph/src/questions/triangles/sampled/derivation.md.
namespace edgeldp {

/// Of the total, for degrees, which decide whose rows are worth reading: a constant, since nothing
/// has been released when it is fixed.
inline constexpr double sampled_degree_share = 0.1;

struct sampled_options {
  epsilon total = epsilon::from_nats(1.0);
  /// What one user downloads, about: rows are chosen so that this many bytes are expected.
  double download_bytes = 2000.0;
  double degree_share = sampled_degree_share;
};

/// What the count itself gives.
struct sampled_estimate {
  estimate triangles;
  /// Parts of the standard error; clip_variance is that of the sample.
  error_parts error;
  double closure = 0.0;  ///< three times the triangles over pairs of neighbours, given the estimate
};

struct sampled_result : sampled_estimate {
  sample_roles roles;
  std::vector<sampled_row> owners;  ///< of the rows
  sampled_limit limit;
  std::uint64_t counters = 0;  ///< users who were asked to count
  /// What was released, by user: degrees, and messages in weight units, 0 of who was not asked.
  std::vector<std::int64_t> degrees;
  std::vector<int128> messages;
  epsilon degree, size, edges, count;
  edgeldp::communication communication;
  std::shared_ptr<const vector_release> published;  ///< none where the coin chose no row
  run_record run;
  plausibility lies;  ///< what was cut of numbers that nobody honest sends
};

/// All rounds from users to an estimate: degree (everybody), size and edges (the owners of rows),
/// count (counters, a third to 45% of the users).
///
/// Definition: estimate = sum over counters of what their limits accept of weight_of_row x (bit -
///     p0) / (p1 - p0), over their neighbours that own a row and those that are columns, + noise.
/// Who does not answer a round is not asked again; numbers that no honest user is likely to send
/// are taken as the nearest that one might.
///
/// Promise: unbiased over public coins too, but for refused pairs, whose bias is predicted and
///     bounded, and for users who never answer, for whom the interval allows; a user spends the
///     total, an edge known to both endpoints the total + degree.
/// Cost: some 0.1 s of planning, and a noisy-edge test for each counted pair.
/// Errors: invalid_parameter for options that do not fit, and where not one row fits into the
///     download; bad_graph_input without users.
sampled_result estimate_sampled_triangles(session& s, const sampled_options& options);

/// Predicted half-width over the number of triangles if the protocol were played at another total
/// with the same download: as many rows, with less noise; what limits cost falls like the noise of
/// counts.
double predict_sampled_half_width(const sampled_result& run, const sampled_options& options, double total);

/// The same of a run that nobody has played, over users of such degrees, who are in so many
/// triangles. `key`: of roles and rows.
/// Errors: invalid_parameter as estimate_sampled_triangles.
double foresee_sampled_half_width(std::span<const std::int64_t> degrees, const sampled_options& options,
                                  double triangles, release_key key);

}  // namespace edgeldp
