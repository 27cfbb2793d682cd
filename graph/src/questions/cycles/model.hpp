// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "questions/cycles/peak_weights.hpp"
#include "questions/cycles/tuning.hpp"

namespace edgeldp {

/// Variance of the sum of all weights over the random bits, as a polynomial in the variance of one
/// bit's estimate.
struct response_terms {
  /// [d]: coefficient of (variance of phi)^(d + 1): sum over sets of d + 1 bits of squared
  /// coefficients.
  std::array<double, 3> degree{};
};

/// What released degrees and sizes say about weights of pairs (peak_weights.hpp) and cycles: those
/// of a random graph with these degrees, in which vertices are told apart by block of the public
/// order.
///
/// Source: our own; graph/src/questions/cycles/derivation.md.
/// Cost: blocks^4 steps, blocks about 16 + log2(n): some milliseconds.
class cycle_model {
 public:
  cycle_model(std::span<const rank_moments> by_rank, const peak_shares& shares, unsigned length);

  /// Expected number of cycles.
  double cycles() const noexcept { return m_cycles; }
  /// Pairs that are counted.
  double pairs() const noexcept { return m_pairs; }
  double edges() const noexcept { return m_edges; }
  const response_terms& response() const noexcept { return m_response; }

  /// Variance of the sum of all weights in a graph with this many cycles, which concentrate.
  double response_variance(const bit_law& law, double cycles,
                           double concentration = cycle_tuning::edge_concentration) const;
  /// Of it, what products of several bits contribute.
  double product_variance(const bit_law& law, double cycles) const;

  struct weight_moments {
    double mean = 0.0;     ///< true cycles behind a pair, times weights
    double squares = 0.0;  ///< sum of squared shares over terms: variance / variance(phi)^(length - 2)
  };
  /// Of the weight of a pair that the user at this rank counts.
  weight_moments weight_at(std::uint64_t rank) const noexcept { return m_weights[block_of(rank)]; }

 private:
  struct coefficient {
    double mean = 0.0, square = 0.0;  ///< expected weight of all users that count a path, and its square
  };
  std::size_t blocks() const noexcept { return m_size.size(); }
  std::size_t block_of(std::uint64_t rank) const noexcept;
  void cut_into_blocks(const peak_shares& shares);
  void fit_edges(std::span<const rank_moments> by_rank);
  void gather_users(std::span<const rank_moments> by_rank, const peak_shares& shares);
  double pairs_of(std::size_t b, std::size_t c) const noexcept {
    return m_size[b] * (b == c ? m_size[b] - 1.0 : m_size[c]);
  }
  double edge(std::size_t a, std::size_t b) const noexcept { return m_edge[a * blocks() + b]; }
  coefficient with_peak(std::size_t b, std::size_t c, std::size_t peak, std::size_t end) const noexcept;
  coefficient on_path(std::size_t b, std::size_t e, std::size_t f, std::size_t c) const noexcept;
  void weigh_pairs();
  void sum_four();
  void sum_five();

  double sharing(double cycles) const;
  void add_edges(std::size_t a, std::size_t b, double through) noexcept;

  unsigned m_length;
  std::vector<std::uint64_t> m_begin;
  std::vector<double> m_size, m_edge, m_share, m_member;  // a member of a's user lies in block b
  std::vector<double> m_two_stars;                        // s (s - 1) of all users of a block
  std::vector<coefficient> m_users;                       // of ends in b and c, other peak in block k or none
  std::vector<weight_moments> m_weights;
  /// Of coefficients of single bits, on edges of the model: sums of their powers 0, 1 and 2.
  std::array<double, 3> m_on_edges{};
  double m_sharing = 0.0;  // sum over pairs of the squared number of users that count it
  double m_cycles = 0.0, m_pairs = 0.0, m_edges = 0.0;
  response_terms m_response;
};

}  // namespace edgeldp
