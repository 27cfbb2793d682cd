// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/graph/limits/bound_rule.hpp"

namespace edgeldp {

/// Shares of the total, in (0, 1]; size may be 0 (no size round). Their sum is at most 1.
struct budget_split {
  double degree = 0.0, size = 0.0, edges = 0.0, count = 0.0;
};

/// What a codec that is chosen by prediction must keep to: at most so many bytes up a user, seconds
/// to encode a user's row, or relative error. Of those within error_tolerance of the least error
/// the one with the fewest bytes wins; with a limit on the error, the fewest bytes.
struct tuning_limit {
  std::optional<double> upload_bytes, encode_seconds, relative_error;
};

/// bound_rule, as far as it is chosen by hand.
struct bound_options {
  bound_kind kind = bound_kind::pairs;
  std::optional<std::int64_t> margin;
  std::optional<std::uint32_t> kappa_percent;  ///< of bound_kind::pairs
};

struct two_step {
  epsilon total = epsilon::from_nats(1.0);
  /// By hand; otherwise chosen from the released degrees (choose_codec in tune.hpp).
  codec_spec codec;
  /// What a chosen codec must keep to.
  tuning_limit limit;
  user_order order = user_order::noisy_degree;
  /// By hand; otherwise chosen by predicted error.
  std::optional<budget_split> split;
  /// What bounds a user's part of the count. Caps start from the released size where there is a
  /// size round, from the noisy degree otherwise; margin and kappa by hand, otherwise those with
  /// the least predicted error.
  bound_options clip;
  /// Share of `degree` when the split is chosen: a constant, so that nothing depends on data not
  /// yet released. Relative RMSE at epsilon 1 with nullspace, 40 runs each, at shares 0.01, 0.02,
  /// 0.03, 0.045, 0.06: wiki-Vote 0.055, 0.056, 0.055, 0.054, 0.061; ca-GrQc 0.18, 0.19, 0.21,
  /// 0.18, 0.19; email-Eu-core 0.073, 0.083, 0.089, 0.096, 0.090.
  double degree_share = 0.02;
  /// The papers' number of chunks from the true degree. NOT private; for reproduction.
  bool true_degree_chunks = false;
  /// What an edge may lose that is known to both its ends, in units of `total`: in [1, 2]. Up to 1
  /// + degree_share the later end of an edge sends its bit and counts. Beyond, the earlier end may
  /// send the bit, where that errs less: cycles of length 4 and 5 alone, with rows by the plan.
  double relationship = 1.0;
  /// Which end sends the bit, by hand: the later or the earlier one; by prediction where unknown.
  endpoint rows = endpoint::unknown;
};

/// How rows are sent and the total is divided once the degrees are known: shares of the total.
struct row_division {
  budget_split shares;
  endpoint rows = endpoint::later;
  /// Of rows at the earlier ends: their codec, and the share of the round `length`, which is 0
  /// where the codec needs none.
  codec_spec codec = {};
  double length = 0.0;
};

/// Budgets of the rounds. size is zero without a size round.
struct round_budgets {
  epsilon degree, size, edges, count;
};

}  // namespace edgeldp
