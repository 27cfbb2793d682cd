// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"

namespace edgeldp {

/// Cycles of odd length counted by their middle vertices: users whose two neighbours on the cycle
/// lie one before and one after them in the order of released degrees. Rounds: degree, edges (one
/// release for everybody), count. Both endpoints of an edge use it in `degree` and `count`:
/// relationship-DP pays these twice.
///
/// Source: [Hillebrand 2025], from its abstract and announced bounds; the paper orders by
///     increasing degree, and a middle vertex is the same in the reverse.
/// Departures: weights are limited (limited_weights.hpp) by the restricted sensitivity, the most
///     that released degree + margin neighbours of a user can add up to on the published bits;
///     lists are not cut. Any codec sends the rows.
/// Derivation: graph/rivals/src/cycles/derivation.md.
struct middle_cycles {
  epsilon total;               ///< of one user, all rounds
  double degree_share = 0.1;   ///< of the degree round, in (0, 1); the rest is halved
  std::uint64_t margin = 150;  ///< at most 2^48
  codec_spec codec = bitmap_spec{};
};

struct middle_result {
  estimate cycles;
  error_parts error;  ///< parts of the standard error, from public numbers
  round_budgets budgets;
  edgeldp::communication communication{};
  bool is_private = true;
  std::shared_ptr<const release> published = nullptr;
  run_record run;
  std::uint64_t present = 0;        ///< users whose rows are published: cycles are among them
  std::uint64_t lost_in_count = 0;  ///< of them, who did not answer `count`
  double predicted_share = 0.0;     ///< of the load of all, theirs, which is taken from the others
};

/// The number of cycles of length 3 or 5 (not necessarily induced).
///
/// Definition: estimate = sum over users v of what limits accept of sum over neighbours j before
///     and k after v of W_jk, plus noise; W_jk the unbiased estimate of the number of paths of
///     length - 2 edges from j to k around v, each divided by the number of middle vertices of its
///     cycle.
/// Promise: unbiased but for users with more neighbours than released degree + margin. The same for
///     every thread count. Users who are lost, ours: the estimate is of cycles among those who sent
///     a row; who is lost in the count is taken for the mean of the others, in proportion to its
///     limit and its released degree (graph/src/belief/losses_derivation.md).
/// Cost: length 3: sorting every row of published bits. Length 5 besides: n^3 / 48 words, and an
///     addition for every published one of j's row for all pairs {j, k}; memory 4 n^2 bytes.
/// Errors: invalid_parameter for a length other than 3 and 5, settings out of range, a budget that
///     the codec cannot spend; bad_graph_input without users.
middle_result estimate_cycles(session& s, unsigned length, const middle_cycles& method);

}  // namespace edgeldp
