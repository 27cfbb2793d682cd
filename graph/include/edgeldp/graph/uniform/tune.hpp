// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/graph/uniform/cost.hpp"
#include "edgeldp/graph/uniform/plan.hpp"

/// Which codec, alpha, level and split for a triangle count: predicted error against bytes and
/// time. One model, the planner's (predict.hpp) and cost.hpp's; used by `edgeldp tune` on graphs
/// that are public, and by `--codec auto` on released numbers only.
namespace edgeldp {

/// Whom to plan for, true numbers included: a public graph, or a made-up one of the same kind.
struct tuning_subject {
  std::vector<std::int64_t> degrees;
  /// The numbers of preceding neighbours once the public order (rank by user) is known.
  std::function<std::vector<std::int64_t>(std::span<const std::uint32_t> rank)> sizes;
  double triangles = 0.0;
};

/// A degree distribution with a power-law tail, Pr[degree >= d] proportional to d^(1 - tail), of
/// this mean; sizes are those of a random graph with these degrees. closure: triangles over pairs
/// of preceding neighbours.
/// Intervals: 2 <= users <= 2^28, 0 < average_degree < users, 2 < tail <= 16, 0 <= closure <= 1;
///     else invalid_parameter.
tuning_subject make_tuning_subject(std::uint64_t users, double average_degree, double tail, double closure);

/// One way to run the protocol, with everything predicted.
struct tuning_point {
  codec_spec codec;
  double edge_factor = 1.0;  ///< the edge round's budget over the one with the least predicted error
  unsigned field_order = 0;  ///< nullspace only
  triangle_plan plan;
  error_parts error;  ///< at the subject's closure; mean over draws
  message_cost cost;  ///< of the first draw
  double relative_error = 0.0;
};

/// The ways that are tried: nullspace, bitmap, ppr at alpha 1.3 to 3 and five levels.
std::vector<codec_spec> tuning_codecs();

/// What is tried: each codec with each factor.
struct tuning_grid {
  std::span<const codec_spec> codecs;
  std::span<const double> edge_factors;
};

/// How often the rounds before the rows are simulated, and from which seed.
struct tuning_draws {
  unsigned many = 1;
  std::uint64_t seed = 0;
};

/// Every codec with every factor on the edge round's budget (what it frees goes to count):
/// simulates the degree and size rounds as often as drawn, by public coins, plans as the protocol
/// would, and predicts error and messages; no row of the subject is encoded. options.codec and
/// options.split are ignored.
/// Shapes: codecs x factors points, in that order; without those that do not suit the budget (ppr
///     beyond a mechanism loss of 2, crowded null spaces). after_each: called after each of codecs
///     x factors x draws evaluations, to show progress.
std::vector<tuning_point> evaluate_tuning(const tuning_subject& subject, two_step options,
                                          const tuning_grid& grid, const tuning_draws& draws,
                                          const std::function<void()>& after_each = {});

/// True for each point that no other beats in error, upload and download at once, without being
/// slower.
std::vector<bool> pareto_front(std::span<const tuning_point> points);

/// Index of the best point under a limit; none when nothing meets it. Without a limit on the error:
/// of those within error_tolerance of the least error the one with the fewest bytes up. Ties: the
/// least error.
std::optional<std::size_t> best_under(std::span<const tuning_point> points, const tuning_limit& limit);

/// A codec, and what plan_size_round would choose for it, where that is known by now.
struct codec_plan {
  codec_spec codec;
  std::optional<epsilon> size;
};

/// `--codec auto`: the codec for a graph of which only released degrees are known, a function of
/// public numbers alone. Without limits a null space or a bitmap by predicted error, then bytes:
/// the bitmap where the null space's error is more than error_tolerance times its own, or rows are
/// dense. (At any budget the noise of ppr is that of a bitmap at 1 / (2 alpha) of it.) With limits
/// every one of tuning_codecs, by best_under.
/// Errors: invalid_parameter when no codec is predicted to meet the limits, or for one on seconds.
codec_plan choose_codec(const two_step& options, const public_view& known, release_key key);

}  // namespace edgeldp
