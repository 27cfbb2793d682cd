// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/core/wire/public_order.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "edgeldp/graph/belief/moments_by_rank.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/limits/bound_rule.hpp"

namespace edgeldp {

/// Everything public about rows once the degrees, and perhaps the sizes, have been released.
///
/// Memory: 8 bytes a user for sizes; of what follows from degrees only what differs by degree
///     (moments_by_rank).
class public_view {
 public:
  /// After the degree round. Sizes are predicted from what the degrees say (degree_posterior).
  public_view(std::shared_ptr<const public_order> order, epsilon degree_budget);
  public_view(user_order order, release_key key, std::vector<std::int64_t> degrees, epsilon degree_budget);
  /// The same of users of whose neighbours only this share is there, whoever they are: the others
  /// were lost. Degrees are as released, all that is said is of what is left.
  public_view(std::shared_ptr<const public_order> order, epsilon degree_budget, double present_neighbors);
  /// After the size round.
  void learn_sizes(std::vector<std::int64_t> sizes, epsilon size_budget);

  const std::shared_ptr<const public_order>& order() const noexcept { return m_order; }
  std::span<const std::uint32_t> rank() const noexcept { return m_order->ranks(); }
  std::span<const std::int64_t> degrees() const noexcept { return m_order->degrees(); }
  const std::vector<std::int64_t>& sizes() const noexcept { return m_sizes; }
  bool has_sizes() const noexcept { return !m_sizes.empty(); }

  /// What caps start from, and the budget of the noise on it.
  bound_anchor anchor() const noexcept { return has_sizes() ? bound_anchor::size : bound_anchor::degree; }
  epsilon anchor_budget() const noexcept { return has_sizes() ? m_size_budget : m_degree_budget; }

  /// Terms of the error under a rule of bound_kind::neighbors, as known now.
  error_terms terms(const bound_rule& cap) const;
  /// Terms under caps min(rank, max(0, wanted)) made from released degrees; one entry a user.
  error_terms terms_above_degrees(std::span<const std::int64_t> wanted) const;
  /// Terms if a size round were held at this budget.
  error_terms terms_with_size_round(epsilon size_budget, std::int64_t margin) const;
  /// Terms when nothing is clipped.
  error_terms unclipped_terms() const noexcept;

  /// What is believed of users, for rules of bound_kind::pairs: some hundred classes of users. With
  /// sizes, true ones that may be behind a released one (degree_posterior); before, degrees and
  /// predicted sizes.
  std::vector<size_class> beliefs() const;
  /// Numbers of users by classes of sizes, as draw_sizes draws them.
  const std::map<std::int64_t, double>& drawn_sizes() const noexcept { return m_drawn; }

  /// The largest part of all positions that a row may seem to hold once its size is released with
  /// this noise.
  double fullest_row(epsilon size_budget) const;
  /// The same of rows at the earlier ends of edges, whose lengths are released: the first user's
  /// holds nearly all of its neighbours.
  double fullest_row_of_following(epsilon length_budget) const;

  /// Numbers of preceding neighbours that may be behind the released degrees, one a user, drawn by
  /// public coins.
  std::vector<std::int64_t> draw_sizes(std::uint64_t seed) const;

  /// What is known of the users, in public order.
  const moments_by_rank& by_rank() const noexcept { return m_by_rank; }

  /// Expected number of pairs that would be counted without clipping.
  double pairs() const noexcept { return m_pairs; }

  /// The second largest degree, as known: no pair of users is counted by more.
  double second_degree() const noexcept;

  /// Unbiased estimate of the number of edges: half the sum of released degrees; then the sum of
  /// released sizes.
  double edges() const noexcept { return m_edges; }

 private:
  error_terms with_caps(std::span<const std::int64_t> wanted) const;
  double predicted_size(vertex_id user) const noexcept { return m_by_rank[m_order->rank(user)].size; }
  void add_loss(error_terms& terms, const clip_model& model, double size, double gap) const;

  std::shared_ptr<const public_order> m_order;
  epsilon m_degree_budget, m_size_budget;
  double m_present_neighbors;
  degree_posterior m_posterior;
  std::vector<std::int64_t> m_sizes;
  std::vector<size_class> m_beliefs;  // once there are sizes
  moments_by_rank m_by_rank;
  std::map<std::int64_t, std::uint64_t> m_histogram;  // of predicted sizes, then of released ones
  std::map<std::int64_t, double> m_drawn;
  double m_pairs = 0.0, m_edges = 0.0, m_squared_sharing = 0.0;
};

/// What would be believed of users with these sizes (public_view::drawn_sizes) if a size round were
/// held at this budget.
std::vector<size_class> beliefs_with_size_round(const std::map<std::int64_t, double>& sizes,
                                                epsilon size_budget);

/// The same beliefs in fewer classes, for searches: true sizes in classes of 20%, and in each of
/// them eight of anchor less size. Numbers of users and both means stay.
///
/// Requires: sorted by size; anchors around sizes with noise of this scale. Measured on wiki-Vote,
///     ca-GrQc and facebook_combined at 0.5, 2, 16: the setting chosen so has at most 1% more error
///     than the best, and evaluations take a fifth of the time.
std::vector<size_class> coarse_beliefs(std::span<const size_class> fine, double scale);

}  // namespace edgeldp
