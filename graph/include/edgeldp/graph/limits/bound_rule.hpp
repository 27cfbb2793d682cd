// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/bit_law.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "edgeldp/graph/limits/limited_pairs.hpp"

/// What one user may contribute to the count: it bounds the sensitivity of the count round.
namespace edgeldp {

/// The released number that a cap starts from.
enum class bound_anchor { size, degree };

/// What is cut when a user holds more than its cap allows for.
enum class bound_kind {
  neighbors,  ///< a uniformly random subset of `cap` neighbours is kept, as published
  pairs       ///< every neighbour stays; pairs are accepted greedily, few enough a neighbour (pair_limits)
};

/// cap(u) = max(0, anchor(u) + margin), a public constant once the anchor has been released.
struct bound_rule {
  bound_anchor anchor = bound_anchor::size;
  std::int64_t margin = 0;  ///< in [-2^48, 2^48]
  bound_kind kind = bound_kind::neighbors;
  /// For pairs: how many noisy edges one neighbour may have among the others, in percent of cap -
  /// 1. In [1, 100].
  std::uint32_t kappa_percent = 100;

  void write(canonical_writer& to) const;
  /// Errors: format_error for bytes that write never makes.
  static bound_rule read(canonical_reader& from);
};

/// Sensitivity of the integer statistic q t - T s over pairs of at most `cap` kept neighbours (t
/// noisy edges among s pairs, one noisy edge counted q, T the threshold, 0 < T < q): (cap - 1) q.
/// At the cap a kept neighbour is swapped, which changes cap - 1 pairs by at most q each; below it
/// one neighbour adds cap - 1 pairs of at most q - T or T.
/// Proof: graph/src/limits/derivation.md, "Clipped lists". 0 for cap <= 1.
uint128 triangle_sensitivity(std::uint64_t cap, std::uint64_t q);

/// Limits of bound_kind::pairs: ones = min(most, ceil(kappa_percent (cap - 1) / 100)), zeros as
/// many as cost nothing. Zero for cap <= 1.
pair_limits limits_for(std::uint64_t cap, std::uint32_t kappa_percent, std::uint64_t most,
                       const bit_lattice& lattice);

/// What bounds one user's part of the count, all of it public.
struct user_bound {
  std::uint64_t neighbors = 0;  ///< kept at most; at most the user's rank, since only those precede it
  pair_limits pairs{};          ///< of bound_kind::pairs
  uint128 sensitivity = 0;      ///< of the user's statistic on the lattice; 0: the user sends nothing
};

/// The bound of one user under a rule.
/// Errors: invalid_parameter for bound_anchor::size without a size round, or a number outside its
///     interval.
user_bound bound_of(const release_layout& layout, const bound_rule& rule, vertex_id user);

/// The bounds of all users.
std::vector<user_bound> make_bounds(const release_layout& layout, const bound_rule& rule);

}  // namespace edgeldp
