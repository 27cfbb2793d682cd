// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/graph/limits/limited_weights.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"
#include "noisy/bit_sums.hpp"

namespace edgeldp {

/// Weights of pairs of neighbours, one on each side of their user, in cycles of length 3 and 5 that
/// are counted by their middle vertices: from published bits only, as integers in units that follow
/// from the law and the number of users.
///
/// Definition: for a user v between j and k in the public order, phi(j,k) at length 3; at length 5
///     the sum over distinct x, y outside {j, k, v} of phi(j,x) phi(x,y) phi(y,k) w, w = 1 where j
///     < x > y < k (v is the only middle vertex of the cycle) and 1/3 elsewhere (it is one of
///     three).
/// Derivation: graph/rivals/src/cycles/derivation.md.
/// Cost: length 5: n^3 / 48 words, and an addition for every one of row j for all pairs {j, k};
///     memory 4 n^2 bytes. Then about n / 40 words for each member of a list and O(1) a pair.
class middle_weights {
 public:
  middle_weights(noisy_matrix bits, const bit_law& law, unsigned length);

  /// One unit, a power of two.
  double unit() const noexcept { return m_unit; }
  std::uint64_t users() const noexcept { return m_bits.rows(); }

  /// [m]: the most that m pairs with one member in common add up to, positive or negative ones
  /// alone, over all members and all partners on one side of it; m from 0 to users() - 1. Members
  /// that v itself takes out of paths are left in.
  std::vector<double> largest_sums() const;

  /// Weights in units of all pairs of a list: before x after, those of the first `after` first.
  /// Requires: before < v < after, each list without repetitions.
  void weigh(std::uint64_t v, std::span<const std::uint32_t> before, std::span<const std::uint32_t> after,
             std::vector<std::int64_t>& weights) const;

 private:
  double phi(std::uint64_t a, std::uint64_t b) const noexcept { return m_phi(m_bits.bit(a, b)); }
  double two_steps(std::uint64_t a, std::uint64_t b, std::uint64_t first, std::uint64_t last) const;
  void add_paths_to(std::uint64_t k, std::vector<double>& all, std::vector<double>& weighted);
  double closed_by(std::uint64_t j, std::span<const double> below, std::span<const double> above) const;
  /// The weight of {j, k}, j < k, before v is taken out of the paths.
  double around(std::uint64_t j, std::uint64_t k) const noexcept {
    return m_paths.empty() ? phi(j, k) : m_paths[k * (k - 1) / 2 + j];
  }

  noisy_matrix m_bits;
  bit_estimate m_phi;
  double m_unit;
  std::vector<double> m_paths;  // length 5: of pairs j < k, at k (k - 1) / 2 + j
};

/// Positive less negative weight that a limit for each sign accepts among the pairs of one list, as
/// weigh() orders them. Pairs on the same side of their user have no weight: only what those before
/// it have accepted needs to be remembered (`accepted`, scratch).
/// Promise: one more member on either side moves it by an amount in [-limit, limit]
///     (limited_weights.hpp).
int128 accept_across(std::uint64_t limit, std::size_t before, std::span<const std::int64_t> weights,
                     std::vector<accepted_weight>& accepted);

}  // namespace edgeldp
