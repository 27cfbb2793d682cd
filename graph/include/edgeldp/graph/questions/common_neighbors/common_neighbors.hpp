// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"

/// Common neighbours of pairs of users, in a graph or in one layer of a bipartite graph.
///
/// Source: [He 2024].
/// Departures: any codec; discrete noise on the lattice of the statistic; weights and split for
///     variances that differ on edges and elsewhere; one split for all pairs of a run; centred
///     counts where degrees are public.
/// Derivation: graph/src/questions/common_neighbors/derivation.md.
namespace edgeldp {

/// Two users whose common neighbours are asked for. In single_source `first` counts on the row of
/// `second`.
struct user_pair {
  vertex_id first = 0, second = 0;
  friend bool operator==(const user_pair&, const user_pair&) = default;
};

enum class common_method {
  naive,          ///< size of the intersection of the noisy rows; biased
  one_round,      ///< the same, debiased
  single_source,  ///< one user counts its own neighbours on the other's noisy row
  double_source,  ///< both do
};

/// True where users of a pair count on each other's rows, and pay for each pair.
constexpr bool users_count(common_method method) noexcept {
  return method == common_method::single_source || method == common_method::double_source;
}

enum class common_variant {
  optimized,  ///< degrees are released first; split (and weights) minimise the predicted variance
  basic,      ///< degrees are released first; what is left is halved between rows and counts, weights 1/2
  public_degrees,  ///< as optimized, but degrees are public and cost nothing ("double-source *"); counts
                   ///< are centred, which is ours
  separate_roles,  ///< single_source in a bipartite graph only: one user sends a row, the other counts, and
                   ///< each spends all that its degree left on that. Ours; no user spends more than published
};

enum class pair_measure { common, cosine, jaccard };

struct common_options {
  epsilon total = epsilon::from_nats(1.0);
  codec_spec codec;
  common_method method = common_method::double_source;
  common_variant variant = common_variant::optimized;
  pair_measure measure = pair_measure::common;
  /// Share of the first round, a constant: 0.05 as published.
  double degree_share = 0.05;
};

/// What is known of a degree: its mean and variance given what was released; variance 0 where it is
/// public.
struct public_degree {
  double mean = 1.0, variance = 0.0;  ///< mean >= 1, so that ratios exist
  /// At least the mean, and the released number: intervals allow for it, since users that somebody
  /// asks about may be hubs, which the law of all degrees takes for luck.
  double cautious = mean;
};

struct two_degrees {
  public_degree first, second;
};

/// What is behind degrees released with discrete Laplace noise at `budget` (degree_posterior), one
/// a user. The published rule, the mean of all where the released number is not positive,
/// overstates small degrees. `largest`: the largest degree possible.
std::vector<public_degree> posterior_degrees(std::span<const std::int64_t> released, epsilon budget,
                                             std::uint64_t largest);

/// The same for degrees that everybody knows.
std::vector<public_degree> exact_degrees(std::span<const std::int64_t> degrees);

/// Split of a run and weights, from public numbers.
struct common_plan {
  epsilon edges, count;         ///< count is zero where nobody counts
  std::vector<double> weights;  ///< of the count of `first`, one a pair; of `second`: 1 - weight

  /// As a decision of a session.
  void write(byte_string& out) const;
  /// Errors: format_error for bytes that write never makes.
  static common_plan read(std::span<const std::byte> in);
};

/// Divides what the first round leaves: minimises the predicted variance, mean over pairs.
/// Errors: invalid_parameter when nothing is left.
common_plan plan_common_neighbors(const common_options& options, epsilon left,
                                  std::span<const two_degrees> pairs);

/// Parts of the predicted variance of one estimate of the number of common neighbours.
struct common_error {
  double response_variance = 0.0, laplace_variance = 0.0;
};

struct pair_result {
  estimate value;       ///< of the measure asked for
  common_error error;   ///< of the number of common neighbours
  double weight = 0.0;  ///< of the count of `first`; 1 for single_source, 0 where nobody counts
};

struct common_result {
  std::vector<pair_result> pairs;  ///< in the order of the queries
  round_budgets budgets;
  bit_law law;                                         ///< of the noisy bits
  std::uint64_t participants;                          ///< users that sent anything
  edgeldp::communication communication;                ///< means per participant; the edge section of all
  std::vector<two_degrees> degrees{};                  ///< of the pairs, as known
  double items = 0.0;                                  ///< that could be common neighbours of a pair
  std::shared_ptr<const release> published = nullptr;  ///< of a graph
  /// What the first and the second user of each pair sent in the round `count`, in common
  /// neighbours; 0 of users that say nothing.
  std::vector<std::pair<double, double>> counts = {};
  double released_entries = 0.0;  ///< entries of all rows that were sent, by released sizes or degrees
  codec_spec codec = {};          ///< of the rows
  std::shared_ptr<const vector_release> rows = nullptr;  ///< of users of a layer, who sent any
  run_record run;
};

/// Predicted half-width over the measure of a pair, were the run played at another total: root of
/// the mean square over pairs of these degrees, each with the measure that was `seen`. items: as in
/// common_result.
double predict_relative_half_width(std::span<const two_degrees> degrees, double items,
                                   const common_options& options, const estimate& seen, double total);

/// All rounds for pairs of vertices of a graph: degree, edges (everybody, over the users before it
/// in the public order), count (users in a pair). A common neighbour is neither of the two.
///
/// Who does not answer a round is not asked again (of a layer, but for its row). Estimates are of
/// common neighbours among the users who sent a row, with noise in the place of the others. Where a
/// count is lost the other user's has all the weight, or both rows tell as in one_round; of a pair
/// whose rows are missing nothing is known: its standard error is infinite.
///
/// Promise: unbiased but for `naive`, whose bias is predicted; a user spends at most options.total.
///     An edge costs relationship-DP twice what degree and count rounds spend (ledger).
/// Requires: pairs of two different users; where users count, each user in one pair at most
///     (split_into_disjoint); else invalid_parameter. naive and one_round answer any pairs from one
///     release, whose rows are paid once.
/// Errors: bad_graph_input without users; invalid_parameter for options that do not fit.
/// Cost: a release; then, for naive and one_round, the noisy rows of users in pairs, else one
///     noisy-edge test a neighbour. Parallel, the same for every thread count. Communication:
///     downloads, of users that count, are the serialised release.
common_result estimate_common_neighbors(session& s, std::span<const user_pair> pairs,
                                        const common_options& options);

/// The same for pairs of users of one layer of a bipartite graph, each of whom holds the set of its
/// neighbours in the other: size, edges (users in pairs, over all items; of single_source the
/// second), count. Nobody else takes part, and an edge is in one list only: relationship-DP costs
/// what edge-LDP costs, and ledgers say so.
///
/// Promise: as above. Under public_degrees lengths are asked for as they are: the record says that
///     they must have been public, and `communication` leaves these messages out.
/// Errors: invalid_parameter without items or pairs, for values other than 0 and 1, and as above.
/// Cost: as above. Communication: downloads are the message of the other user of a pair, all that a
///     user reads of the rows; means over the users of pairs.
common_result estimate_common_neighbors(session& s, const vector_shape& shape,
                                        std::span<const user_pair> pairs, const common_options& options);

/// Cuts queries into groups in each of which no user occurs twice: the indices of the queries of
/// each group. Each group is a run of the protocol of its own; a user spends the total in every run
/// that it takes part in.
/// Errors: invalid_parameter for a pair of a user with itself.
/// Cost: O(pairs times groups of a user).
std::vector<std::vector<std::uint64_t>> split_into_disjoint(std::span<const user_pair> pairs);

/// Decoded noisy rows, for millions of pairs without further budget: one-round estimates.
///
/// Memory: the matrix.
/// Threads: const access is safe concurrently.
class common_neighbor_index {
 public:
  /// Rows over the other layer of a bipartite graph, one a user. degrees: one a row.
  /// Errors: invalid_parameter for shapes that do not fit.
  common_neighbor_index(noisy_matrix rows, bit_law law, std::vector<public_degree> degrees);

  /// Rows of users of one graph over all of its users: row i is the user of column own_columns[i],
  /// and the bit of a pair in its two rows is the same.
  common_neighbor_index(noisy_matrix rows, bit_law law, std::vector<public_degree> degrees,
                        std::vector<std::uint32_t> own_columns);

  std::uint64_t users() const noexcept { return m_rows.rows(); }
  /// How many vertices could be common neighbours of a pair.
  double items() const noexcept;
  const noisy_matrix& rows() const noexcept { return m_rows; }

  /// One-round estimate of the number of common neighbours of the users of two rows.
  double common(user_pair rows) const noexcept;

  /// Size of the intersection of the two noisy rows.
  std::uint64_t noisy_common(user_pair rows) const noexcept;

  /// Estimates of a measure for pairs of rows.
  /// Requires: pairs and out of one length, rows below users(), else invalid_parameter. Parallel
  ///     over pairs. Pairs that share a row are answered fastest one after another.
  void estimate_pairs(pair_measure measure, std::span<const user_pair> pairs, std::span<estimate> out) const;

 private:
  void check(std::span<const user_pair> pairs) const;
  bool is_symmetric() const noexcept { return !m_own_columns.empty(); }

  noisy_matrix m_rows;
  bit_law m_law;
  std::vector<public_degree> m_degrees;
  std::vector<std::uint32_t> m_own_columns;
  std::vector<std::uint64_t> m_ones;  // of each row
};

/// The same from a release of a whole graph: every row decoded, in the public order.
common_neighbor_index make_common_neighbor_index(const release& published);

/// The same from a release of vectors over one layer; degrees: one a user.
common_neighbor_index make_common_neighbor_index(const vector_release& published,
                                                 std::vector<public_degree> degrees);

/// A measure from an estimate of the number of common neighbours and two degrees. Ratios: standard
/// error by the delta method; `bias` gains their second order bias, which is predicted and not
/// subtracted.
estimate estimate_measure(pair_measure measure, const estimate& common, const two_degrees& degrees);

}  // namespace edgeldp
