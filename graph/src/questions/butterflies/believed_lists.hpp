// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/random/public_draws.hpp"
#include "edgeldp/core/wire/vector_layout.hpp"
#include "kernels/ranked_lists.hpp"
#include "questions/butterflies/item_weights.hpp"

namespace edgeldp {

/// How many users have each item, as published columns and all released sizes tell: the mean behind
/// a column's number of ones. Popularity is heavy-tailed and noise hides most of it, so its law is
/// estimated from all columns.
///
/// Source: Kiefer and Wolfowitz 1956; Laird, JASA 73, 1978: as degree_posterior, with normal noise.
/// Shapes: one number a position.
/// Cost: 60 passes over distinct numbers of ones and 15% steps of popularity.
std::vector<double> believed_popularity(const item_weights& weights);

/// Lists as they may be, drawn from what is public: a user has an item with the probability that
/// its size and the item's popularity give it, and then the published bit.
///
/// Means behind noise are flatter than what they stand for, and users have tastes: popularity is
/// raised to a power, the sharpness, so that lists have as many butterflies as are estimated.
/// Promise: a function of public numbers, `seed` and sharpness.
/// Shapes: lists of POSITIONS by PLACE of the user.
/// Cost: some draws for each member, and length / 64 words a user.
class believed_lists {
 public:
  /// absent: users who sent no row, and are taken to have nothing.
  believed_lists(const item_weights& weights, const vector_layout& layout,
                 std::span<const vertex_id> absent = {});

  ranked_lists draw(std::uint64_t seed, double sharpness) const;

  /// Means behind released sizes, by rank.
  std::span<const double> sizes() const noexcept { return m_size; }

  /// The sharpness, in [1, 8], with so many times the butterflies of sharpness 1: they go with the
  /// square of the sum of squared popularities.
  double sharpness_for(double factor) const;

 private:
  /// Popularities of items as shares, which add up to 1, their partial sums, and where classes of
  /// like shares begin in m_falling, with the end of the last.
  struct shares {
    std::vector<double> of, cumulative;
    std::vector<std::size_t> first;
  };
  std::vector<double> sharpened(double sharpness) const;
  shares shares_at(double sharpness) const;
  void draw_ones(std::uint64_t rank, const shares& popularity, public_draws& draws,
                 std::vector<std::uint32_t>& list) const;
  void draw_one(std::uint64_t rank, std::uint64_t seed, const shares& popularity,
                std::vector<std::uint32_t>& list) const;
  /// How likely a published one is a member.
  double chance_of_one(double prior) const noexcept;

  const item_weights& m_weights;
  noisy_matrix m_rows;                   // by rank; columns are positions
  std::vector<double> m_size;            // mean behind the released one, by rank
  std::vector<double> m_popularity;      // users of an item
  std::vector<std::uint32_t> m_falling;  // positions by falling popularity
};

}  // namespace edgeldp
