// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/protocol/estimate.hpp"
#include "edgeldp/graph/triangles/plan.hpp"

namespace edgeldp {

/// What the count round needs beside the release; everything is public.
struct triangle_count_options {
  epsilon count;  ///< budget of the round
  bound_rule cap;
  std::optional<row_access> access = std::nullopt;  ///< how to read rows; by cost unless given
};

struct triangle_count {
  estimate triangles;
  error_parts error;     ///< parts of the standard error, means over what the closure may be
  double closure = 0.0;  ///< its mean, given the estimate
  int128 lattice_sum =
      0;  ///< sum of the users' messages on bit_lattice: (scale - offset) E1 - offset E0 + noise
  /// What users sent, on bit_lattice; 0 of those that the limits silence.
  std::vector<int128> messages;
  std::uint64_t upload_bytes = 0;
  /// The standard error that remains when all but the law of noisy edges is exact, at the codec's
  /// largest edge budget: more budget does not get below.
  double law_floor = 0.0;
};

/// Round `count` of the two-step protocol against published noisy edges: every user counts noisy
/// edges among pairs of its preceding neighbours, as far as limits or caps let it (bound_rule.hpp),
/// and sends one noisy number.
///
/// Source: [Imola 2021], Local2Rounds; on compressed rows: [Hillebrand 2026], section 5.
/// Departures: public order, limited pairs (or caps on preceding neighbours and swap-safe
///     sensitivity), discrete noise on the lattice of the statistic.
/// Derivation: graph/doc/estimators.md, "Triangles".
/// Definition: estimate = sum_u ((1 - p0) E1_u - p0 E0_u + noise_u) / (p1 - p0), E1 and E0 the
///     pairs with noisy bit 1 and 0 that count, noise of scale max((1 - p0) kappa1_u, p0 kappa0_u)
///     / (count (p1 - p0)).
/// Promise: unbiased but for clipping, whose bias is predicted; costs options.count per bit (one
///     endpoint an edge).
/// Requires: g has the release's number of vertices; else invalid_parameter. `known` holds the
///     release's numbers.
/// Cost: sum over users of s^2 / 2 noisy-edge tests, s its preceding neighbours; parallel over
///     users, the same for every thread count.
triangle_count count_triangles_on(const graph_view& g, const release& published, const public_view& known,
                                  const triangle_count_options& options, const coin_source& coins);

struct triangle_result {
  estimate triangles;
  error_parts error;
  ledger spent;
  triangle_plan plan;
  edgeldp::communication communication;
  release_sizes sizes;     ///< the release's sections
  bool is_private = true;  ///< false for the true-degree rule
  std::shared_ptr<const release> published;
  double closure = 0.0;          ///< of triangle_count
  std::vector<int128> messages;  ///< of the round `count` (triangle_count)
  double law_floor = 0.0;        ///< of triangle_count
};

/// All rounds from a graph to an estimate: degree, size (where it pays), edges, count. `key` is the
/// public release key.
/// Errors: invalid_parameter for options that do not fit; bad_graph_input for a graph without
///     vertices.
triangle_result estimate_triangles(const graph_view& g, const two_step& options, release_key key,
                                   const coin_source& coins);

/// Predicted half-width over the number of triangles if the whole protocol were played at another
/// total, by what the degrees and the codec of this release say and the closure that its count
/// suggests. The budget that would do is the least_usable_epsilon under this.
double predict_relative_half_width(const release& published, double closure, const two_step& options,
                                   double total);

/// The count round alone, against an existing release and with the budget that it reserved;
/// degrees, sizes and rows are not randomized again. `clip` as in two_step.
/// Errors: as count_triangles_on; invalid_parameter when the release reserved nothing.
triangle_result estimate_triangles_on(const graph_view& g, std::shared_ptr<const release> published,
                                      const bound_options& clip, const coin_source& coins);

/// Called by publish_graph when a step is over: "degree", "size" (if held), "plan", "edges". For
/// clocks and progress bars.
using step_observer = std::function<void(std::string_view step)>;

/// The rounds before counting, for writing a release: as estimate_triangles up to the edge round.
struct published_graph {
  std::shared_ptr<const release> published;
  public_view known;
  triangle_plan plan;
  std::uint64_t upload_bytes = 0;
};
published_graph publish_graph(const graph_view& g, const two_step& options, release_key key,
                              const coin_source& coins, const step_observer& is_over = {});

/// The same from an existing release, for counting on it; plan holds the budgets only.
/// Errors: invalid_parameter when the release reserved nothing for counting, or does not fit the
///     graph or the coins.
published_graph reopen_release(const graph_view& g, std::shared_ptr<const release> published,
                               const coin_source& coins);

/// The public knowledge that a release carries.
public_view knowledge_of(const release& published);

}  // namespace edgeldp
