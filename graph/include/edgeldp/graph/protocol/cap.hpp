// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/core/wire/release_layout.hpp"

/// Caps on what one user may count: they bound the sensitivity of the count round.
namespace edgeldp {

/// The released number that a cap starts from.
enum class cap_anchor { size, degree };

/// cap(u) = min(rank(u), max(0, anchor(u) + margin)), a public constant once the anchor has been released.
struct cap_rule {
  cap_anchor anchor = cap_anchor::size;
  std::int64_t margin = 0;  ///< in [0, 2^48]
};

/// The caps of all users. Errors: invalid_parameter for cap_anchor::size without a size round, or a margin
/// outside its interval.
std::vector<std::uint64_t> make_caps(const release_layout& layout, const cap_rule& rule);

/// Keeps a uniformly random subset of `cap` of the neighbours (all, if there are no more), by private coins.
/// Two lists that differ in one neighbour can be coupled so that the kept sets differ in at most one swap.
void clip_neighbors(std::vector<vertex_id>& neighbors, std::uint64_t cap, private_randomness& coins);

/// Sensitivity of the integer statistic q t - T s over pairs of at most `cap` kept neighbours (t noisy edges
/// among s pairs, one noisy edge counted q, T the threshold, 0 < T < q): (cap - 1) q. At the cap a kept
/// neighbour is swapped, which changes cap - 1 pairs by at most q each; below it one neighbour adds cap - 1
/// pairs of at most q - T or T. Proof: graph/doc/estimators.md, "Sensitivity". 0 for cap <= 1.
uint128 triangle_sensitivity(std::uint64_t cap, std::uint64_t q);

/// The same for every user's cap.
std::vector<uint128> triangle_sensitivities(std::span<const std::uint64_t> caps, std::uint64_t q);

}  // namespace edgeldp
