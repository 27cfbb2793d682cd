// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"
#include "edgeldp/rivals/triangles/method.hpp"

namespace edgeldp {

/// Local two rounds: plain randomized response on the lower triangle, which everybody downloads as
/// a bitmap; then every user counts noisy edges among pairs of its lower-numbered neighbours.
///
/// Source: [Imola 2021], Local2Rounds.
/// Definition: estimate = sum_i (t_i - p s_i + noise_i) / (1 - 2 p);
///     graph/rivals/src/triangles/local_two_rounds_derivation.md.
/// Promise: both readings are private at `total` per user; unbiased but for clipping. The noise of
///     the paper, of scale cap / e_count on t - p s, is a little more than the swap of a neighbour
///     needs (cap - 1).
struct local_two_rounds {
  epsilon total;
  /// One cap for all: the largest released degree. Otherwise limits on pairs, each user's own, from
  /// released numbers.
  bool common_cap = false;
  /// By hand, without a round `size`; otherwise chosen by predicted error.
  std::optional<budget_split> split;

  /// The paper's settings: a tenth for degrees, the rest in halves, one cap.
  static local_two_rounds published(epsilon total) {
    return {total, true, budget_split{0.1, 0.0, 0.45, 0.45}};
  }

  /// What remains without compression and without an order of our own: limits on pairs, split by
  /// predicted error.
  static local_two_rounds strongest(epsilon total) { return {total, false, std::nullopt}; }
};

/// Runs all rounds. Every user downloads the same release file of n (n - 1) / 2 bits and the
/// released numbers.
///
/// Errors: bad_graph_input without users; invalid_parameter for a split out of range.
/// Cost: wiki-Vote: 0.6 s on two busy cores, most of it the coins and the file.
baseline_result estimate_triangles(session& s, const local_two_rounds& method);

}  // namespace edgeldp
