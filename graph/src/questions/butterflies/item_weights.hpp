// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"
#include "noisy/bit_sums.hpp"

/// Weights of pairs of items in butterflies, from published bits only.
namespace edgeldp {

/// Users by released sizes, falling; ties by number: the rank of each user.
std::vector<std::uint32_t> rank_by_size(const vector_layout& layout);

/// Whether columns and rows of so many bits, in whole words, can be held: 2^36 bits at most.
bool can_weigh_items(std::uint64_t users, std::uint64_t length) noexcept;

/// Definition: with phi(x) = (bit - p0) / (p1 - p0), the weight of {a, b} for the user at rank r is
///     the sum over the users before it of phi(u,a) phi(u,b): how many of them have both items. No
///     bit enters a term twice. Rounding: to the nearest unit.
/// Cost: every row decoded and turned; then r / 64 words a weight.
/// Memory: n * length / 8 bytes; as much again while it is made.
class item_weights {
 public:
  explicit item_weights(const vector_release& published);

  /// One unit, a power of two, in butterflies.
  double unit() const noexcept { return m_unit; }
  std::span<const std::uint32_t> rank() const noexcept { return m_rank; }
  std::uint64_t users() const noexcept { return m_bits.columns(); }
  std::uint64_t items() const noexcept { return m_bits.rows(); }
  const bit_law& law() const noexcept { return m_law; }
  /// Row x: the item at POSITION x (vector_layout::position); column r: the user at rank r.
  const noisy_matrix& bits() const noexcept { return m_bits; }

  /// Weights among a list of one user, in units. Those of a row are worked out together, when the
  /// first of them is asked for, from columns that lie side by side where they fit a cache.
  /// Threads: one each.
  class of_list {
   public:
    /// positions: of the items, which outlive it.
    of_list(const item_weights& w, std::uint32_t rank, std::span<const std::uint32_t> positions);
    std::int64_t operator()(std::size_t row, std::size_t k) {
      if (row != m_row) weigh(row);
      return m_weights[k];
    }

   private:
    static constexpr std::size_t most_gathered = std::size_t{1} << 19;  // words: 4 MB
    void weigh(std::size_t row);

    const item_weights& m_w;
    std::uint32_t m_rank;
    std::span<const std::uint32_t> m_positions;
    std::size_t m_words;                    // of a column before the rank
    std::vector<std::uint64_t> m_gathered;  // the columns' words, or nothing
    std::vector<std::uint64_t> m_ones;      // of each item before the rank
    std::size_t m_row = 0;                  // the row that weights are of; the first has none
    std::vector<std::uint32_t> m_both;
    std::vector<std::int64_t> m_weights;
  };

 private:
  std::vector<std::uint32_t> m_rank;
  bit_law m_law;
  bit_estimate m_phi;
  noisy_matrix m_bits;
  double m_unit;
};

/// The weights of published rows, made once.
std::shared_ptr<const item_weights> weights_of_items(const public_objects& published,
                                                     const public_ref<vector_release>& rows);

}  // namespace edgeldp
