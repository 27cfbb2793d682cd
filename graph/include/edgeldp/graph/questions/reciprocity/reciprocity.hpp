// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"

/// What only noisy rows say of arcs: how many come back, and who is named. An arc is in the list of
/// the user whom it leaves; so the arcs that enter a user are down a column, of which every row has
/// one noisy bit.
/// Derivation: graph/src/questions/reciprocity/derivation.md.
namespace edgeldp {

struct reciprocity_options {
  epsilon total = epsilon::from_nats(1.0);
  /// Automatic: codec_spec::settled at the budget of entries, once sizes are known.
  codec_spec codec;
};

/// Budgets of the rounds: sizes shape rows and say how many arcs there are; the noise of rows and
/// that of counts weigh about the same, so that the rest is halved. With 0.05 for sizes the number
/// of arcs is most of the error of their share wherever many come back: 4.4% of 5.4% on
/// email-Eu-core at 1, 1.0% of 1.1% on soc-Slashdot0902.
inline constexpr double reciprocity_size_share = 0.15;
/// Errors: invalid_parameter for a total that is too small to be shared.
vector_budgets plan_reciprocity(const reciprocity_options& options);

/// How likely a surfer follows an arc, where he does not start anew.
inline constexpr double pagerank_damping = 0.85;

/// Numbers of all users from sums down columns, or why there are none.
struct named_users {
  std::vector<double> values;   ///< one a user; empty where they are refused
  double standard_error = 0.0;  ///< of one user's, predicted from public numbers: a root mean square
  double mean = 0.0;            ///< of all users
  bool is_refused() const noexcept { return values.empty(); }
};

struct reciprocity_result {
  vector_budgets budgets;
  estimate arcs;         ///< that leave users who sent a row
  estimate returned;     ///< between users who sent a row: those with an arc back
  estimate reciprocity;  ///< returned / arcs; an infinite error where arcs are within two errors of 0
  /// Noise grows with the root of the number of users, whoever is named: numbers are refused where
  /// one user's error is larger than their mean.
  named_users in_degrees;
  /// PageRank, with pagerank_damping, times the number of users, so that its mean is 1.
  named_users pagerank;
  edgeldp::communication communication{};
  std::shared_ptr<const vector_release> published;
  std::vector<int128> counts;  ///< what users said, one a user; 0 of who was lost
  std::uint64_t present = 0;   ///< users who sent a row
  std::uint64_t lost_in_count = 0;
  double predicted_share = 0.0;  ///< of the arcs, those of users who were lost in `count`
  run_record run;
  plausibility lies{};  ///< what was clamped; its reaches are not used
};

/// Rounds size, entries (a noisy row over all users), and count: every user sums what the rows of
/// those whom it names say of an arc back to it.
///
/// Of a user who sends no row no arc is counted, and none is seen to come back from it: the share
/// is of arcs between the others, who are taken for random ones, and its interval allows for that.
/// Who is lost later is taken for the mean of the others, in proportion to its released size, and
/// the interval allows for that.
/// Source: Warner 1965, of noisy rows; of counting with one's own list Imola, Murakami, Chaudhuri,
///     USENIX Security 2021.
/// Promise: a user spends options.total, and so does an arc; a pair of users with arcs both ways
///     loses twice that. arcs and returned are unbiased. The same for every thread count.
/// Cost: rows: as of vectors; O(m) to count; columns: n^2 / 64 words, and for PageRank, where it is
///     not refused, as many numbers as rows have ones, 40 times.
/// Errors: bad_graph_input without users; invalid_parameter for budgets that do not fit the codec.
reciprocity_result estimate_reciprocity(session& s, const reciprocity_options& options);

}  // namespace edgeldp
