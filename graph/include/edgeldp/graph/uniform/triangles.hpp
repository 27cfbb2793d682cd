// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/uniform/plan.hpp"

/// Triangles as a collector counts them: functions over a session, which know neither graph nor
/// coin. From a graph in this process: triangles_simulation.hpp.
namespace edgeldp {

/// Called by publish_graph when a step is over: "degree", "size" (if held), "plan", "edges". For
/// clocks and progress bars.
using step_observer = std::function<void(std::string_view step)>;

/// The shares of a total whose split is not given by hand, once degrees are released, and which end
/// of an edge sends its bit.
using split_planner = std::function<row_division(const public_view& known)>;

/// What is public when rows are: the rounds before counting.
struct published_graph {
  std::shared_ptr<const release> published;
  public_view known;
  triangle_plan plan;
  std::uint64_t upload_bytes = 0;  ///< of all users so far
  release_sizes sizes{};           ///< of the release's file
  std::string name{};              ///< of the release in its session
  plausibility_check check{true};  ///< of degrees and sizes; takes counts as well

  public_ref<release> rows() const { return {name, published}; }
};

/// Rounds degree, size (where it pays) and edges. Without `divide` shares are chosen for triangles,
/// and rows stand at the later ends of edges. Where `divide` has them at the earlier ends
/// (user_order::hubs_last) the round `length` comes before them where their codec needs it; `known`
/// is of the order of degrees either way, and plan holds the budgets only. Degrees, sizes and
/// lengths are clamped to what is plausible (plausible_counts.hpp).
/// Errors: invalid_parameter for options that do not fit; bad_graph_input without users.
published_graph publish_graph(session& s, const two_step& options, const step_observer& is_over = {},
                              const split_planner& divide = {});

/// The same from an existing release, for counting on it; plan holds the budgets only.
/// Errors: invalid_parameter when the release reserved nothing for counting, or does not fit the
///     users or their coins.
published_graph reopen_release(session& s, std::shared_ptr<const release> published);

/// The public knowledge that a release carries.
/// Errors: invalid_parameter for rows of several laws, whose sizes have noise of their own each.
public_view knowledge_of(const release& published);

/// An account that has paid for the rounds of a release, and holds what they left.
account account_of(const release_parameters& p);

/// The probability that a counted pair is closed, from an estimate of the triangles.
double estimate_closure(double triangles, const public_view& known);

/// What the count round needs beside the release; everything is public.
struct triangle_count_options {
  epsilon count;  ///< budget of the round
  bound_rule cap;
};

struct triangle_count {
  estimate triangles;
  error_parts error;     ///< parts of the standard error, means over what the closure may be
  double closure = 0.0;  ///< its mean, given the estimate
  int128 lattice_sum =
      0;  ///< sum of the users' messages on bit_lattice: (scale - offset) E1 - offset E0 + noise
  /// What users sent, on bit_lattice; 0 of those that the limits silence.
  std::vector<int128> messages;
  /// The standard error that remains when all but the law of noisy edges is exact, at the codec's
  /// largest edge budget: more budget does not get below.
  double law_floor = 0.0;
};

/// Round `count` of the two-step protocol against published noisy edges (pair_round.hpp): every
/// user counts noisy edges among pairs of its preceding neighbours, as far as limits or caps let it
/// (bound_rule.hpp), and sends one noisy number.
///
/// Source: [Imola 2021], Local2Rounds; on compressed rows: [Hillebrand 2026], section 5.
/// Departures: public order, limited pairs (or caps on preceding neighbours and swap-safe
///     sensitivity), discrete noise on the lattice of the statistic.
/// Derivation: graph/src/uniform/derivation.md.
/// Definition: estimate = sum_u ((1 - p0) E1_u - p0 E0_u + noise_u) / (p1 - p0), E1 and E0 the
///     pairs with noisy bit 1 and 0 that count, noise of scale max((1 - p0) kappa1_u, p0 kappa0_u)
///     / (count (p1 - p0)).
/// Promise: unbiased but for clipping, whose bias is predicted; costs options.count per bit (one
///     endpoint an edge).
triangle_count count_triangles(session& s, const published_graph& graph,
                               const triangle_count_options& options);

struct triangle_result {
  estimate triangles;
  error_parts error;
  triangle_plan plan;
  edgeldp::communication communication;
  release_sizes sizes;     ///< the release's sections
  bool is_private = true;  ///< false for the true-degree rule
  std::shared_ptr<const release> published;
  double closure = 0.0;          ///< of triangle_count
  std::vector<int128> messages;  ///< of the round `count` (triangle_count)
  double law_floor = 0.0;        ///< of triangle_count
  run_record run;
};

/// All rounds from users to an estimate: degree, size (where it pays), edges, count. The session's
/// key is the public release key. estimate_centred_triangles errs less, by budgets that follow the
/// rank.
/// Cost: sum over users of s^2 / 2 noisy-edge tests, s its preceding neighbours.
/// Errors: invalid_parameter for options that do not fit or what users cannot pay; bad_graph_input
///     without users.
triangle_result estimate_triangles(session& s, const two_step& options);

/// The count round alone, against an existing release and with the budget that it reserved;
/// degrees, sizes and rows are not randomized again. `clip` as in two_step. Its account:
/// account_of(the release's parameters), unless users have another.
/// Errors: as reopen_release and count_triangles.
triangle_result estimate_triangles(session& s, std::shared_ptr<const release> published,
                                   const bound_options& clip);

/// Predicted half-width over the number of triangles if the whole protocol were played at another
/// total, by what the degrees and the codec of this release say and the closure that its count
/// suggests. The budget that would do is the least_usable_epsilon under this.
double predict_relative_half_width(const release& published, double closure, const two_step& options,
                                   double total);

}  // namespace edgeldp
