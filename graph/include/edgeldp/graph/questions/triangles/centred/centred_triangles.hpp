// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "edgeldp/core/base/wide_numbers.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/privacy/rank_budgets.hpp"
#include "edgeldp/core/privacy/round_kind.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/protocol/roster.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/public_order.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/belief/implausible_rows.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_rule.hpp"

/// Triangles by centred counts, with budgets that follow the rank: hubs, whose rows everybody
/// reads, spend on rows; late users, who read them, spend on counting. Functions over a session,
/// which know neither graph nor coin.
/// Derivations: graph/src/questions/triangles/centred/derivation.md.
namespace edgeldp {

/// What an automatic codec is chosen by.
enum class codec_preference {
  /// A null space where its predicted error, bias included, is within 8% of a bitmap's, or where
  /// all bitmaps together were more than 4 MB to read.
  balanced,
  error,  ///< the least predicted error, whatever it is to read
};

struct centred_options {
  epsilon total = epsilon::from_nats(1.0);
  /// By hand; otherwise as preferred. Rows of all ranks have one codec.
  codec_spec codec;
  /// Of the round `degree`, as in two_step.
  double degree_share = 0.02;
  /// Numbers beyond what an honest user sends but with probability 1e-9 are taken as the nearest
  /// that is not. Off only to see what that prevents.
  bool is_clamped = true;
  codec_preference prefer = codec_preference::balanced;
  /// What an edge may lose that is known to both its ends, in units of `total`: in [1, 2]. Up to 1
  /// + degree_share the later end of an edge sends its bit and counts, and the edge loses 1 +
  /// degree_share. Beyond, the earlier end may send the bit, where that errs less: rows and counts
  /// then share no budget, and a user still spends `total` at most.
  double relationship = 1.0;
  /// Which end sends the bit, by hand: the later or the earlier one; by prediction where unknown.
  endpoint rows = endpoint::unknown;
};

/// What users pay by their rank in the order of degrees, hubs first.
struct centred_budgets {
  epsilon degree;
  epsilon length;  ///< of all; zero where no round `length` is held
  rank_budgets size, count;
  rank_budgets edges;  ///< of the later end of an edge, whichever end sends its bit
};

/// Users that a public coin put together: they count with one theta and the same limits by rank.
struct centred_group {
  double share = 0.0;  ///< chance of the coin
  centred_rule rule;
  std::uint64_t users = 0, speakers = 0;  ///< users who are present, and who were asked to count
  double sum = 0.0;                       ///< of the messages, in pairs
  double pairs = 0.0;                     ///< unbiased number of their pairs, from released sizes
  double bias = 0.0;                      ///< predicted, of what limits refuse, at the closure found
  std::uint64_t lost = 0;                 ///< speakers who did not answer
  double lost_pairs = 0.0;                ///< theirs, of `pairs`
  double predicted = 0.0;                 ///< what is taken for the sum of their messages
  roster asked = roster::everybody(0);    ///< the speakers
  /// Theirs, by number, in weight units, as clamped; 0 of who did not answer.
  wide_numbers messages;
};

/// What the count itself gives.
struct centred_estimate {
  estimate triangles;
  /// Parts of the standard error; clip_variance is the price of pairs from noisy sizes, and of what
  /// is predicted for users who were lost in `count`.
  error_parts error;
  double closure = 0.0;    ///< the chance that a counted pair is an edge, given the estimate
  double law_floor = 0.0;  ///< error that the codec leaves however much is spent, as triangle_count
  /// The first group's theta is planned from public numbers, the second's is the closure that the
  /// first one found.
  std::array<centred_group, 2> groups;
  std::uint64_t present = 0;        ///< users whose rows are published: triangles are among them
  std::uint64_t lost_in_count = 0;  ///< of them, asked to count without an answer
  double predicted_share = 0.0;     ///< of all pairs, those whose closure is taken from the others
  /// What was clamped, and what lies in counts can do given theta and limits. A lie in the first
  /// group moves theta and the limits of the second as well: about `carried` times as much in all.
  plausibility lies;
  double carried = 1.0;
};

struct centred_result : centred_estimate {
  endpoint rows = endpoint::later;  ///< which end of an edge sent its bit
  centred_budgets budgets;
  public_ref<public_order> order;          ///< of degrees, hubs first
  shared_numbers<std::int64_t> preceding;  ///< released numbers of preceding neighbours, by user
  edgeldp::communication communication;
  release_sizes sizes;
  bool is_private = true;
  std::shared_ptr<const release> published;
  run_record run;
};

/// All rounds from users to an estimate: degree, size, edges, count (of two groups of users, one
/// after the other; every user is asked once). The order is that of noisy degrees. Where rows stand
/// at the earlier ends (centred_options::relationship) null spaces need a round `length` before
/// them. Degrees, sizes and counts are clamped to what is plausible (plausible_counts.hpp).
///
/// Who does not answer a round is not asked again. The estimate is of triangles among the users who
/// sent a row, whoever is lost before the count; who is lost in it is taken to have the closure of
/// those who answered (graph/src/belief/losses_derivation.md).
///
/// Definition: estimate = sum over users of (message + theta P), P = (S^2 - S - v) / 2 of the
///     released size S with noise of variance v, theta that of the user's group.
/// Promise: no user spends more than options.total, whatever its rank, and no edge known to both
///     ends more than max(options.relationship, 1 + degree_share) times that; unbiased but for
///     refused pairs, whose bias is predicted and bounded, for columns that are spanned by chance,
///     for the rounding of weights, 2^-21 a pair at most, and for plans that follow from all
///     released sizes, of the order of 1 / users.
/// Cost: as estimate_triangles, and some 0.02 s of planning.
/// Errors: invalid_parameter for options that do not fit; bad_graph_input without users, or where
///     all are lost.
centred_result estimate_centred_triangles(session& s, const centred_options& options);

/// How many entries each row is said to have, for implausible_rows: as released, or where rows at
/// the earlier ends have no length round the degree less what precedes.
/// Cost: O(users).
std::vector<said_entries> entries_of_rows(const centred_result& r);

/// Messages of both groups by user; 0 of who was not asked or did not answer.
std::vector<int128> messages_by_user(const centred_estimate& counted);

/// Predicted error of the number of triangles of users of these degrees, true or made up, if the
/// whole protocol were played at this closure.
/// Cost: O(users log users) for their order, and some 0.02 s of planning.
/// Errors: invalid_parameter for options that do not fit.
double foresee_centred_error(std::vector<std::int64_t> degrees, const centred_options& options,
                             double closure);

/// Predicted half-width over the number of triangles if the whole protocol were played at another
/// total, by what the released degrees and the codec of this release say and the closure that its
/// count suggests: as predict_relative_half_width. Of the users who sent a row.
double predict_centred_half_width(const release& published, double closure, const centred_options& options,
                                  double total);

}  // namespace edgeldp
