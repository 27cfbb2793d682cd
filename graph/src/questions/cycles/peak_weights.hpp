// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"
#include "kernels/ranked_lists.hpp"
#include "noisy/bit_sums.hpp"

/// Weights of pairs of neighbours in cycles of length 4 and 5, from published bits only.
/// Definitions: graph/src/questions/cycles/derivation.md.
namespace edgeldp {

/// Who counts a cycle with two peaks: the ranks of the public order are cut into segments, and of
/// the two peaks one in segment a counts it with weight share(a, b) when the other lies in b.
///
/// Promise: share(a, b) + share(b, a) = 1, exactly; share(a, a) = 1/2. Segments begin at multiples
///     of 64.
class peak_shares {
 public:
  static constexpr std::uint64_t most_segments = 16;

  /// importance: of each rank, not negative: about how many pairs its user counts. The busier of
  /// two peaks gets the smaller share, b / (a + b): that minimises sum of importance * share^2.
  explicit peak_shares(std::span<const double> importance);

  std::uint64_t users() const noexcept { return m_begin.back(); }
  std::size_t segments() const noexcept { return m_begin.size() - 1; }
  std::uint64_t begin(std::size_t segment) const noexcept { return m_begin[segment]; }
  std::uint64_t end(std::size_t segment) const noexcept { return m_begin[segment + 1]; }
  std::size_t segment_of(std::uint64_t rank) const noexcept { return rank / m_length; }
  /// Of every segment but the last, which may be shorter.
  std::size_t words() const noexcept { return m_length / 64; }
  /// Shares of a peak in segment a, by the other's segment.
  std::span<const double> of(std::size_t a) const noexcept {
    return std::span(m_share).subspan(a * segments(), segments());
  }

 private:
  std::uint64_t m_length;  // of all segments but the last
  std::vector<std::uint64_t> m_begin;
  std::vector<double> m_share;
};

/// The weights, as integers in units that follow from the law and the number of users.
///
/// Definition: with phi(x) = (bit - p0) / (p1 - p0) and ranks instead of users, the weight of {i,
///     j} for a user v after both is, over vertices outside {i, j, v}, the sum of phi(i,u) phi(u,j)
///     s (length 4) or of phi(i,x) phi(x,y) phi(y,j) s over x != y (length 5), s = 1 when v is the
///     only peak of the cycle and v's share otherwise. No bit enters a term twice. Rounding: to the
///     nearest unit; beforehand, at length 5, two-step sums to a 256th (or finer) of their standard
///     deviation. Bounds: graph/src/questions/cycles/derivation.md.
/// Cost: length 4: n / 64 words a counted pair. Length 5: n^3 / 128 words for the two-step sums of
///     all pairs, and n / 64 words and some 2 n bytes for each ordered pair {i, j} that some user
///     counts.
/// Memory: n^2 / 8 bytes of bits; at length 5 besides 8 bytes a counted ordered pair.
class peak_weights {
 public:
  peak_weights(noisy_matrix bits, const bit_law& law, peak_shares shares, unsigned length);

  /// One unit, a power of two.
  double unit() const noexcept { return m_unit; }
  const peak_shares& shares() const noexcept { return m_shares; }
  unsigned length() const noexcept { return m_length; }
  const noisy_matrix& bits() const noexcept { return m_bits; }

  /// About how many words for_each_user() reads for a pair, and before the first.
  double words_a_pair() const noexcept;
  double words_in_advance() const noexcept;

  /// What a user is told: its pairs in order (later member, then earlier), weights in units.
  using visitor = std::function<void(vertex_id user, std::span<const std::int64_t> weights)>;

  /// Calls f once for each user with two members or more, in parallel. members.of(u): ranks before
  /// u's own, rank[u], increasing.
  void for_each_user(const ranked_lists& members, std::span<const std::uint32_t> rank,
                     const visitor& f) const;

 private:
  class rows_of_two_steps;
  class five_cycle_weights;
  double phi(std::uint64_t r, std::uint64_t c) const noexcept { return m_phi(m_bits.bit(r, c)); }
  std::uint64_t ones_below(std::uint64_t r, std::uint64_t c) const noexcept;
  using segment_counts = std::array<std::uint32_t, peak_shares::most_segments>;
  template <std::size_t rows>
  void count_in_segments(std::uint64_t a, const std::array<std::uint64_t, rows>& others,
                         std::size_t first_segment, std::array<segment_counts, rows>& counts) const;
  double two_steps(std::uint64_t a, std::uint64_t b, std::uint64_t cut, double before,
                   std::span<const double> after, segment_counts both) const;
  double squares_above(std::uint64_t i, std::span<const double> shares) const;
  std::int64_t rounded(double weight) const noexcept;
  void weigh_four(std::uint64_t v, std::span<const std::uint32_t> members,
                  std::vector<std::int64_t>& weights) const;

  noisy_matrix m_bits;
  peak_shares m_shares;
  unsigned m_length;
  bit_estimate m_phi;
  double m_unit;
  std::vector<std::uint32_t> m_ones_before;  // segments + 1 entries a row
};

}  // namespace edgeldp
