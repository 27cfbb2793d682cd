// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/core/wire/release_layout.hpp"

/// What one user may contribute to the count: it bounds the sensitivity of the count round.
namespace edgeldp {

/// The released number that a cap starts from.
enum class cap_anchor { size, degree };

/// What is cut when a user holds more than its cap allows for.
enum class clip_kind {
  neighbors,  ///< a uniformly random subset of `cap` neighbours is kept, as published
  pairs       ///< every neighbour stays; pairs are accepted greedily, few enough a neighbour (pair_limits)
};

/// cap(u) = max(0, anchor(u) + margin), a public constant once the anchor has been released.
struct cap_rule {
  cap_anchor anchor = cap_anchor::size;
  std::int64_t margin = 0;  ///< in [-2^48, 2^48]
  clip_kind kind = clip_kind::neighbors;
  /// For pairs: how many noisy edges one neighbour may have among the others, in percent of cap - 1. In [1,
  /// 100].
  std::uint32_t kappa_percent = 100;
};

/// Keeps a uniformly random subset of `cap` of the neighbours (all, if there are no more), by private coins.
/// Two lists that differ in one neighbour can be coupled so that the kept sets differ in at most one swap.
void clip_neighbors(std::vector<vertex_id>& neighbors, std::uint64_t cap, private_randomness& coins);

/// Sensitivity of the integer statistic q t - T s over pairs of at most `cap` kept neighbours (t noisy edges
/// among s pairs, one noisy edge counted q, T the threshold, 0 < T < q): (cap - 1) q. At the cap a kept
/// neighbour is swapped, which changes cap - 1 pairs by at most q each; below it one neighbour adds cap - 1
/// pairs of at most q - T or T. Proof: graph/doc/estimators.md, "Sensitivity". 0 for cap <= 1.
uint128 triangle_sensitivity(std::uint64_t cap, std::uint64_t q);

/// The most accepted pairs that one neighbour may be part of: [0] pairs that are no noisy edge, [1] noisy
/// edges.
using pair_limits = std::array<std::uint32_t, 2>;

/// kappa_1 = min(most, ceil(kappa_percent (cap - 1) / 100)); kappa_0 as large as costs nothing: floor((q - T)
/// kappa_1 / T). Zero for cap <= 1.
pair_limits limits_for(std::uint64_t cap, std::uint32_t kappa_percent, std::uint64_t most,
                       const bit_lattice& lattice);

/// Sensitivity of (q - T) E_1 - T E_0 over greedily accepted pairs (accept_row): max((q - T) kappa_1, T
/// kappa_0), whatever the length of the list. Proof: graph/doc/estimators.md, "Sensitivity".
uint128 acceptance_sensitivity(const pair_limits& limits, const bit_lattice& lattice);

/// What bounds one user's part of the count, all of it public.
struct count_bound {
  std::uint64_t neighbors = 0;  ///< kept at most; at most the user's rank, since only those precede it
  pair_limits pairs{};          ///< of clip_kind::pairs
  uint128 sensitivity = 0;      ///< of the user's statistic on the lattice; 0: the user sends nothing
};

/// The bounds of all users under a rule. Errors: invalid_parameter for cap_anchor::size without a size round,
/// or a number outside its interval.
std::vector<count_bound> make_bounds(const release_layout& layout, const cap_rule& rule);

/// Accepted pairs that one neighbour is part of so far, as in pair_limits.
using pair_degrees = std::array<std::uint32_t, 2>;

/// Greedy acceptance of pairs, one row of them: neighbour `row` with each neighbour before it in the public
/// order. A pair is accepted while both its neighbours are below the limit for its bit; noisy edges and the
/// other pairs are two separate processes.
///
/// Definition: neighbours sorted by a public order and rows visited in that order, so that pairs are tried in
///             one global order, the same for every list: the sensitivity rests on it.
/// Source:     Imola, Murakami, Chaudhuri 2022 clip noisy triangles a neighbour; two-sided and with a bound
///             that holds for every list here.
/// Shapes:     degrees: one entry a neighbour, zero at first; bits: bit k is that of the pair {row, k}, k <
/// row. Returns:    accepted pairs of this row, by bit. Cost: 1.3 ns a pair.
pair_degrees accept_row(std::span<pair_degrees> degrees, std::size_t row, std::span<const std::uint64_t> bits,
                        const pair_limits& limits) noexcept;

}  // namespace edgeldp
