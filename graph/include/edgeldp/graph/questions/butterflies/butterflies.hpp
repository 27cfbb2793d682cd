// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/rounds/limited_counts.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"

/// Butterflies: two users and two items, each user with both items. The users of one layer of a
/// bipartite graph hold their lists of items; the items are public.
namespace edgeldp {

/// Of the total, for sizes, which order users and shape limits: a constant, since nothing has been
/// released when it is fixed.
inline constexpr double butterfly_size_share = 0.1;

struct butterfly_options {
  epsilon total = epsilon::from_nats(1.0);
  /// Automatic: codec_spec::settled at the budget of entries, once sizes are known.
  codec_spec codec;
};

/// Budgets of the rounds.
struct butterfly_budgets {
  epsilon size, entries, pilot, count;
};

/// Sums over users and items that the error depends on, as they are believed (predict_terms).
struct butterfly_terms {
  double butterflies = 0.0;   ///< of the believed lists
  double of_members = 0.0;    ///< sum over rows and their members of (butterflies through both)^2
  double of_others = 0.0;     ///< the same over items that the row's user does not have
  double pairs = 0.0;         ///< sum over rows of pairs of items that later users count
  double shared_pairs = 0.0;  ///< twice those that two later users count
  double inner_pairs = 0.0;   ///< sum of squared counts over pairs whose items both are the row's user's
};

struct butterfly_result {
  estimate butterflies;
  error_parts error;
  butterfly_budgets budgets;
  edgeldp::communication communication{};
  vector_release_sizes sizes{};  ///< the release's sections
  std::shared_ptr<const vector_release> published;
  double unit = 0.0;  ///< of weights, in butterflies
  limited_counts pilot_counts, counts;
  double pilot = 0.0;  ///< the pilot's estimate
  butterfly_terms terms;
  double concentration = 0.0;  ///< butterflies over those of the believed lists
  run_record run;
  std::uint64_t present = 0;        ///< users whose rows are published: butterflies are among them
  std::uint64_t lost_in_count = 0;  ///< of them, who did not answer `count`, or were lost in `pilot`
  double predicted_share = 0.0;     ///< of the load of all, theirs, which is taken from the others
  plausibility lies;                ///< what was cut of numbers that nobody honest sends
};

/// Shares of the total: a constant for sizes, which order users and shape limits; of the rest two
/// parts for entries, since noise of weights falls like their square, and one for pilot and count;
/// beyond what serves the codec the rest goes to these.
butterfly_budgets plan_butterfly_budgets(const butterfly_options& options);

/// The number of butterflies by the two-step protocol: rounds size, entries, pilot, count.
///
/// Definition: users are ordered by released sizes, falling. estimate = sum over users of what
///     their limits accept of sum over pairs {a, b} of their items of W_ab, plus noise; W_ab the
///     unbiased estimate, from the published rows of the users before, of how many of these have
///     both. So a butterfly is counted by the later of its users.
///
/// Who does not answer a round is not asked again, but who did not answer `size` for its row: rows
/// are numbered by user. The estimate is of butterflies among the users who sent a row; who is lost
/// later is taken for the mean of the others, in proportion to its limit and its believed list
/// (graph/src/belief/losses_derivation.md), and the interval allows for that. Numbers that no
/// honest user is likely to send are taken as the nearest that one might.
///
/// Source: our own, on the limited weights of cycles.
/// Derivation: graph/src/questions/butterflies/derivation.md; of the privacy: core/doc/privacy.md,
///     "Butterflies".
/// Promise: unbiased but for limits, whose bias is predicted as far as drawn lists go (the bound
///     allows for users who share half as much again, and for a clique that public numbers leave
///     room for), and for null spaces of crowded lists, which are taken only by name; a user at
///     Hamming distance 1, an item more or less, spends the total. The same for every thread count.
/// Cost: a counted pair n / 64 words, five times: limits follow from lists that are drawn from what
///     is public. Memory n * length / 4 bytes, in whole words, and the rows twice.
/// Errors: invalid_parameter for values other than 0 and 1, for more than 2^36 noisy bits in whole
///     words, without users or items, and for budgets that do not fit the codec.
butterfly_result estimate_butterflies(session& s, const vector_shape& shape,
                                      const butterfly_options& options);

/// Predicted half-width over the number of butterflies if the whole protocol were played at another
/// total: this run's terms under that budget's noise. Limits are taken to grow with it.
double predict_relative_half_width(const butterfly_result& run, const butterfly_options& options,
                                   double total);

}  // namespace edgeldp
