// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/rounds/limited_counts.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"

namespace edgeldp {

/// Budgets of the rounds; `pilot` is zero for triangles and where published rows show all loads:
/// these need none.
struct cycle_budgets {
  epsilon degree, size, edges, pilot, count;

  /// As a decision of a session.
  void write(byte_string& out) const;
  /// Errors: format_error for bytes that write never makes.
  static cycle_budgets read(std::span<const std::byte> in);
};

struct cycle_result {
  estimate cycles;
  error_parts error;
  cycle_budgets budgets;
  epsilon length;                   ///< of the round `length`; zero where none was held
  endpoint rows = endpoint::later;  ///< which end of an edge sent its bit
  /// Released numbers of preceding neighbours, by user, where the release does not hold them: rows
  /// at the earlier ends. Otherwise empty.
  std::vector<std::int64_t> preceding;
  std::uint32_t kappa_percent =
      0;               ///< limits, in percent of what a neighbour is expected to carry; 0 without pilot
  double pilot = 0.0;  ///< the pilot's estimate; 0 without one
  edgeldp::communication communication{};
  release_sizes sizes{};  ///< the release's sections
  bool is_private = true;
  std::shared_ptr<const release> published = nullptr;
  double unit = 0.0;  ///< of weights, in cycles; 0 for triangles, which have no limited counts
  limited_counts pilot_counts{}, counts{};
  std::uint64_t present = 0;        ///< users whose rows are published: cycles are among them
  std::uint64_t lost_in_count = 0;  ///< of them, who did not answer `count`, or were lost in `pilot`
  double predicted_share = 0.0;     ///< of the load of all, theirs, which is taken from the others
  run_record run;
  /// What was clamped of degrees, sizes and counts, and what lies in counts can do given their
  /// limits. A lie in the pilot moves limits of the count alone: how noisy it is, and what it
  /// refuses. Nothing at length 3.
  plausibility lies{};
};

/// Errors: invalid_parameter for a length outside [3, 5].
void check_cycle_length(unsigned length);

/// The number of cycles of length 3, 4 or 5 (not necessarily induced) by the two-step protocol,
/// over any codec.
///
/// Who does not answer a round is not asked again. The estimate is of cycles among the users who
/// sent a row, whoever is lost before the pilot; who is lost later is taken for the mean of the
/// others, in proportion to its limit and expected list (graph/src/belief/losses_derivation.md).
/// Not so at length 3, where pairs with users who are absent are noise.
///
/// Degrees, sizes, the pilot and the count are clamped to what is plausible (plausible_counts.hpp):
/// nobody's list holds more pairs than its limit lets it, whatever it sends.
///
/// Source: [Hillebrand 2025], and [Hillebrand 2023] for length 4.
/// Departures: cycles are counted by their peaks (users that both neighbours on the cycle precede),
///     hubs first, so an edge is used by one endpoint and even lengths work too; limited weights
///     bound the sensitivity.
/// Derivation: graph/src/questions/cycles/derivation.md.
/// Definition: estimate = sum over users v of what limits accept of sum over pairs {i, j} of
///     neighbours that precede v of W_ij, plus noise; W_ij the unbiased estimate, from published
///     bits, of the number of paths of length - 2 edges from i to j around v, each weighted by v's
///     share of the cycle. Length 3 is estimate_triangles.
/// Promise: unbiased but for clipping, whose bias is predicted; an edge costs edge-LDP the total
///     and relationship-DP the degree round once more, or options.relationship totals where rows
///     stand at the earlier ends of edges. The same for every thread count. Budgets: options.split
///     as for triangles, 0.15 of its `count` being the pilot's if there is one; otherwise degree
///     options.degree_share, and the rest by predicted error from the released degrees, which
///     favours size 0.15 and of what is left (length - 2) parts for edges and one for pilot and
///     count. At the earlier ends row and count share no budget of a user.
/// Cost: a counted pair n / 64 words at length 4; at length 5 n^3 / 128 words, and 28 n / 64 words
///     a counted pair. Memory n^2 / 8 bytes and 8 bytes a counted pair, 24 at length 5. Measured
///     times are in docs/results/costs.md.
/// Errors: invalid_parameter for a length outside [3, 5], for options that do not fit, for limits
///     by hand (clip other than pairs, margin or kappa: those are the triangles'); bad_graph_input
///     without users.
cycle_result estimate_cycles(session& s, unsigned length, const two_step& options);

/// Predicted half-width over the number of cycles if the whole protocol were played at another
/// total: the parts of this run's error, scaled as they fall in a model of its degrees, codec and
/// estimate.
double predict_relative_half_width(const cycle_result& run, unsigned length, const two_step& options,
                                   double total);

/// The rounds pilot and count alone, against an existing release and with the budget that it
/// reserved for counting; degrees, sizes and rows are not randomized again.
/// Errors: as above; invalid_parameter when the release reserved nothing or has another number of
///     vertices.
cycle_result estimate_cycles(session& s, unsigned length, std::shared_ptr<const release> published);

}  // namespace edgeldp
