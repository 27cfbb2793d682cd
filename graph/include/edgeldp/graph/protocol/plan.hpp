// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/codec/ppr/budget.hpp"
#include "edgeldp/core/codec/ppr/effort.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/graph/protocol/bounds/cap.hpp"
#include "edgeldp/graph/protocol/degree_posterior.hpp"
#include "edgeldp/graph/protocol/predict.hpp"

/// How the total budget is divided between the rounds. The share of `degree` is a constant; the others follow
/// from what has been released.
namespace edgeldp {

/// Shares of the total, in (0, 1]; size may be 0 (no size round). Their sum is at most 1.
struct budget_split {
  double degree = 0.0, size = 0.0, edges = 0.0, count = 0.0;
};

/// Errors that differ by no more than this factor are as good as equal where the smaller message is chosen:
/// a bitmap is 10 to 30 times the size of a null space, for 3% to 20% less error at budgets around 1.
inline constexpr double error_tolerance = 1.25;

/// The codec and its public parameters.
struct codec_choice {
  /// None: chosen by prediction from public numbers (`--codec auto`).
  std::optional<codec_kind> kind;
  ppr_alpha alpha{2.0};
  unsigned level = default_level;
  std::optional<double> beta;  ///< paper 004's work knob: beta * e0 chunks a neighbour, instead of the level

  /// This choice, or where there is none the one that the budget of the rows suggests: a null space while the
  /// standard error of its non-edges is within error_tolerance of a bitmap's, which is many times larger;
  /// beyond, from about 3.1 nats on, the bitmap. (ppr, at 1 / (2 alpha) of the budget, never comes near.)
  /// fullest: the largest part of its positions that a row may hold; a null space must not keep more than
  /// crowded_share of them.
  codec_choice settled(epsilon edges, double fullest = 0.0) const;

  /// The law of noisy edges at an edge budget: randomized response at all of it, or at edges / (2 alpha) for
  /// ppr; for nullspace the field with the least variance of a non-edge.
  bit_law law(epsilon edges) const;
  bit_lattice lattice(epsilon edges) const;
  /// The largest edge budget, in nats, of any plan, by hand too: 24.9, as far as thresholds of 40 bits
  /// express it well. For ppr, whose work grows like the exponential of it: 2 nats for the mechanism, or more
  /// where all rows together, of so many entries, then cost at most 2^24 candidates; never more than
  /// possible_edges.
  double largest_edges(double entries = std::numeric_limits<double>::infinity()) const;
  /// The largest edge budget, in nats, that the codec makes use of: 24.9, for ppr 2 alpha
  /// largest_mechanism_loss. Splits by hand that give more leave it unspent; those of ppr are refused.
  double possible_edges() const;
  /// Errors: invalid_parameter, naming a codec that serves, for ppr beyond possible_edges.
  void require_possible(epsilon edges) const;
  /// Randomized response behind ppr or a bitmap at an edge budget.
  randomized_response response(epsilon edges, std::uint32_t alphabet = 2) const;
  /// Entries of an average chunk of ppr, by level or beta; no more than level 9 gives.
  double chunk_entries(double mechanism_loss) const;
};

/// The codec's public numbers for rows that cost `budget`. `released`: the numbers that shape rows and
/// `released_at` the budget of the noise on them: zero for public ones, none for private ones without noise
/// (NOT private, for reproduction). Errors: invalid_parameter for options that do not fit.
void set_codec(codec_parameters& p, const codec_choice& wanted, epsilon budget,
               std::optional<epsilon> released_at, std::span<const std::int64_t> released,
               released_number number = released_number::size, std::uint32_t alphabet = 2);

/// What a codec that is chosen by prediction must keep to: at most so many bytes up a user, seconds to encode
/// a user's row, or relative error. Of those within error_tolerance of the least error the one with the
/// fewest bytes wins; with a limit on the error, the fewest bytes.
struct tuning_limit {
  std::optional<double> upload_bytes, encode_seconds, relative_error;
};

/// cap_rule, as far as it is chosen by hand.
struct clip_options {
  clip_kind kind = clip_kind::pairs;
  std::optional<std::int64_t> margin;
  std::optional<std::uint32_t> kappa_percent;  ///< of clip_kind::pairs
};

struct protocol_options {
  epsilon total = epsilon::from_nats(1.0);
  /// By hand; otherwise chosen from the released degrees (choose_codec in tune.hpp).
  codec_choice codec;
  /// What a chosen codec must keep to.
  tuning_limit limit;
  user_order order = user_order::noisy_degree;
  /// By hand; otherwise chosen by predicted error.
  std::optional<budget_split> split;
  /// What bounds a user's part of the count. Caps start from the released size where there is a size round,
  /// from the noisy degree otherwise; margin and kappa by hand, otherwise those with the least predicted
  /// error.
  clip_options clip;
  /// Share of `degree` when the split is chosen: a constant, so that nothing depends on data not yet
  /// released. Relative RMSE at epsilon 1 with nullspace, 40 runs each, at shares 0.01, 0.02, 0.03, 0.045,
  /// 0.06: wiki-Vote 0.055, 0.056, 0.055, 0.054, 0.061; ca-GrQc 0.18, 0.19, 0.21, 0.18, 0.19; email-Eu-core
  /// 0.073, 0.083, 0.089, 0.096, 0.090.
  double degree_share = 0.02;
  /// The papers' number of chunks from the true degree. NOT private; for reproduction.
  bool true_degree_chunks = false;
};

/// Budgets of the rounds. size is zero without a size round.
struct round_budgets {
  epsilon degree, size, edges, count;
};

/// Everything public about rows once the degrees, and perhaps the sizes, have been released.
class size_knowledge {
 public:
  /// After the degree round. Sizes are predicted from what the degrees say (degree_posterior).
  size_knowledge(user_order order, release_key key, std::vector<std::int64_t> degrees, epsilon degree_budget);
  /// After the size round.
  void learn_sizes(std::vector<std::int64_t> sizes, epsilon size_budget);

  std::span<const std::uint32_t> rank() const noexcept { return m_rank; }
  const std::vector<std::int64_t>& degrees() const noexcept { return m_degrees; }
  const std::vector<std::int64_t>& sizes() const noexcept { return m_sizes; }
  bool has_sizes() const noexcept { return !m_sizes.empty(); }

  /// What caps start from, and the budget of the noise on it.
  cap_anchor anchor() const noexcept { return has_sizes() ? cap_anchor::size : cap_anchor::degree; }
  epsilon anchor_budget() const noexcept { return has_sizes() ? m_size_budget : m_degree_budget; }

  /// Terms of the error under a rule of clip_kind::neighbors, as known now.
  triangle_terms terms(const cap_rule& cap) const;
  /// Terms under caps min(rank, max(0, wanted)) made from released degrees; one entry a user.
  triangle_terms terms_above_degrees(std::span<const std::int64_t> wanted) const;
  /// Terms if a size round were held at this budget.
  triangle_terms terms_with_size_round(epsilon size_budget, std::int64_t margin) const;
  /// Terms when nothing is clipped.
  triangle_terms unclipped_terms() const noexcept;

  /// What is believed of users, for rules of clip_kind::pairs: some hundred classes of users. With sizes,
  /// true ones that may be behind a released one (degree_posterior); before, degrees and predicted sizes.
  std::vector<size_belief> beliefs() const;
  /// Numbers of users by classes of sizes, as draw_sizes draws them.
  const std::map<std::int64_t, double>& drawn_sizes() const noexcept { return m_drawn; }

  /// Numbers of preceding neighbours that may be behind the released degrees, one a user, drawn by public
  /// coins.
  std::vector<std::int64_t> draw_sizes(std::uint64_t seed) const;

  /// What is known of the users, in public order.
  std::span<const place_moments> places() const noexcept { return m_places; }

  /// Expected number of pairs that would be counted without clipping.
  double pairs() const noexcept { return m_pairs; }

  /// The second largest degree, as known: no pair of users is counted by more.
  double second_degree() const noexcept;

  /// Unbiased estimate of the number of edges: half the sum of released degrees; then the sum of released
  /// sizes.
  double edges() const noexcept { return m_edges; }

 private:
  triangle_terms with_caps(std::span<const std::int64_t> wanted) const;
  void add_loss(triangle_terms& terms, const clip_model& model, double size, double gap) const;

  epsilon m_degree_budget, m_size_budget;
  degree_posterior m_posterior;
  std::vector<std::uint32_t> m_rank;
  std::vector<std::int64_t> m_degrees, m_sizes;
  std::vector<size_belief> m_beliefs;                 // once there are sizes
  std::vector<double> m_predicted;                    // sizes, from the degrees
  std::vector<place_moments> m_places;                // in public order
  std::map<std::int64_t, std::uint64_t> m_histogram;  // of predicted sizes, then of released ones
  std::map<std::int64_t, double> m_drawn;
  double m_pairs = 0.0, m_edges = 0.0, m_squared_sharing = 0.0;
};

/// What would be believed of users with these sizes (size_knowledge::drawn_sizes) if a size round were held
/// at this budget.
std::vector<size_belief> beliefs_with_size_round(const std::map<std::int64_t, double>& sizes,
                                                 epsilon size_budget);

/// The same beliefs in fewer classes, for searches: true sizes in classes of 20%, and in each of them eight
/// of anchor less size. Numbers of users and both means stay.
///
/// Requires: sorted by size; anchors around sizes with noise of this scale. Measured on wiki-Vote, ca-GrQc
/// and facebook_combined at 0.5, 2, 16: the setting chosen so has at most 1% more error than the best, and
/// evaluations take a fifth of the time.
std::vector<size_belief> coarse_beliefs(std::span<const size_belief> fine, double scale);

/// The probability that a counted pair is an edge, assumed before anything is known about it.
inline constexpr double assumed_closure = 0.5;

struct triangle_plan {
  round_budgets budgets;
  cap_rule cap;
  triangle_error predicted;  ///< at the assumed closure
};

/// Step 1, before any data: the share of the degree round.
epsilon plan_degree_round(const protocol_options& options);

/// Step 2, after the degree round: whether to hold a size round, and its budget (zero: none).
epsilon plan_size_round(const protocol_options& options, const size_knowledge& known, epsilon degree);

/// Step 3, before the edge round: the rest of the split, and the cap. Errors: invalid_parameter when nothing
/// would be left.
triangle_plan plan_triangles(const protocol_options& options, const size_knowledge& known, epsilon degree,
                             epsilon size);

/// Step 4, before the edge round: the header of the release, codec parameters included. Errors:
/// invalid_parameter for options that do not fit.
release_parameters plan_release(const protocol_options& options, const size_knowledge& known,
                                const round_budgets& budgets, release_key key, bool simulated);

/// The predicted error of the count round under a rule, from what is known now. `closure` as in
/// predict_triangle_error.
triangle_error predict_error(const size_knowledge& known, const cap_rule& rule, const bit_law& law,
                             epsilon count, double closure);

/// The error to expect of the whole protocol at options.total, from what is known now. `closure` as in
/// predict_triangle_error.
triangle_error predict_total(const protocol_options& options, const size_knowledge& known, double closure);

/// Variance that the count round's noise gives the estimate, as it is drawn, cap by cap.
double drawn_noise_variance(const release_layout& layout, const cap_rule& cap, epsilon count);

/// The error of the count round against a release, with the noise as it is drawn, cap by cap. `closure` as in
/// predict_triangle_error.
triangle_error predict_count_error(const release_layout& layout, const size_knowledge& known,
                                   const cap_rule& cap, epsilon count, double closure);

/// The rule with the least predicted RMSE for fixed budgets, as far as it is not given by hand.
cap_rule choose_cap(const size_knowledge& known, const clip_options& by_hand, const bit_law& law,
                    epsilon count, double closure);

}  // namespace edgeldp
