// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "limits/refused_weight.hpp"
#include "questions/cycles/peak_weights.hpp"

namespace edgeldp {

/// What published rows show of the lists behind them, where they hold few false ones: which weights
/// a user will meet, and so what its limits would refuse. A model that knows degrees alone cannot
/// tell that cycles lie in a few cliques. Public, since rows, weights and released numbers are.
///
/// Definition: a one of a user's row belongs to its list with some probability: 1 where the weights
///     of its pairs with the other ones stand out of their noise, else as many as the row and the
///     released size leave. A member's load is the expected sum of its weights with the others.
/// Source: our own; graph/src/questions/cycles/derivation.md.
/// Cost: that of weights for all pairs of ones of the rows that are looked at, at most
///     cycle_tuning::most_words words; 40 bytes a one of these rows.
class published_loads {
 public:
  published_loads(const peak_weights& weights, const public_view& known, const bit_law& law);

  /// Whether rows are thin enough; if not, nothing is known of anybody.
  bool are_seen() const noexcept { return m_is_seen; }

  /// Lists as they are believed: members that are likelier than not, as ranks.
  const ranked_lists& lists() const noexcept { return m_lists; }

  /// Limits of users that are seen (0 of others) with the least predicted RMSE, of those that suit
  /// a ladder of prices (limit_ladder.hpp).
  std::vector<double> best_limits(epsilon budget) const;

  /// What limits would refuse of users that are seen. limits: one a user.
  refused_weight expected_loss(std::span<const double> limits) const;

 private:
  struct member {
    std::uint32_t rank = 0;
    double belongs = 0.0;  // probability
    double positive = 0.0, negative = 0.0, deviation = 0.0;
    double provided() const noexcept;
  };
  std::span<const member> of(vertex_id u) const noexcept {
    return std::span(m_members).subspan(m_offset[u], m_offset[u + std::size_t{1}] - m_offset[u]);
  }
  static std::vector<std::uint32_t> candidates(const noisy_matrix& bits, std::uint32_t rank, double members);
  ranked_lists choose_rows(const peak_weights& weights, const public_view& known, const bit_law& law);
  std::vector<double> limits(double price) const;
  void look_at(vertex_id u, std::span<const std::int64_t> pairs, double unit, double noise);

  bool m_is_seen = false;
  std::vector<double> m_members_of;  // as rows and released sizes suggest
  std::vector<std::uint64_t> m_offset;
  std::vector<member> m_members;  // of a user by falling load
  ranked_lists m_lists;
  double m_largest = 0.0;
};

}  // namespace edgeldp
