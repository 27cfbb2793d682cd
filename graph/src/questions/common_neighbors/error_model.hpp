// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "edgeldp/graph/questions/common_neighbors/common_neighbors.hpp"

/// Variances and biases of common-neighbour estimates; derivations:
/// graph/src/questions/common_neighbors/derivation.md.
namespace edgeldp {

/// What is known of one pair when errors are predicted.
struct pair_numbers {
  two_degrees degrees;
  double items = 0.0;   ///< vertices that could be common neighbours
  double common = 0.0;  ///< an estimate of how many are
};

/// Variance of the sum of phi over `degree` own neighbours, `common` of which the other user has
/// too.
inline double source_variance(const bit_law& law, double degree, double common) noexcept {
  return common * law.edge_variance() + (degree - common) * law.non_edge_variance();
}

/// Variance of the sum of phi(first) phi(second) over items that are neighbours of both, of one, of
/// none: linear in the three numbers, hence unbiased with unbiased estimates of them.
double one_round_variance(const bit_law& law, double both, double one, double none) noexcept;

/// The same for what is known of a pair, as far as it is possible.
double one_round_variance(const bit_law& law, const pair_numbers& pair) noexcept;

/// What the sum says with that variance. One noisy bit moves it by about one, which is all that
/// large budgets leave: the interval then holds a whole step.
estimate one_round_estimate(double common, double variance) noexcept;

/// Bias and standard error of the size of the intersection of two noisy rows; value 0.
estimate naive_error(const bit_law& law, const pair_numbers& pair) noexcept;

/// Counts are centred where the degree that has to be added back is public.
constexpr bool counts_are_centred(const common_options& options) noexcept {
  return options.variant == common_variant::public_degrees;
}

/// What one neighbour adds to a count message, by its noisy bit in the partner's row: `one`, or
/// -`zero`. Less a centre halfway between the two they are 1 and -1, in units of half the lattice.
struct count_weights {
  std::uint64_t one, zero;

  constexpr count_weights(const bit_lattice& lattice, bool is_centred) noexcept
      : one(is_centred ? 1 : lattice.scale - lattice.offset), zero(is_centred ? 1 : lattice.offset) {}

  constexpr int128 sum(std::uint64_t ones, std::uint64_t zeros) const noexcept {
    return static_cast<int128>(uint128{ones} * one) - static_cast<int128>(uint128{zeros} * zero);
  }
  /// How far one neighbour moves the sum.
  constexpr std::uint64_t sensitivity() const noexcept { return one > zero ? one : zero; }
  /// One common neighbour, in units of the sum.
  double divisor(const bit_law& law) const noexcept {
    return static_cast<double>(one + zero) * (law.p1 - law.p0);
  }
};

/// Variance of the noise of one count message, in common neighbours.
double count_noise_variance(const count_weights& weights, const bit_law& law, epsilon count);

/// Error of the estimate with `weight` on the count of `first`; noise: variance of one count
/// message.
common_error counted_error(const bit_law& law, const pair_numbers& pair, double weight,
                           double noise) noexcept;

/// What an interval around centred counts needs beyond this standard error. A noisy bit moves a
/// count by one, noise on the message by half of one, and at large budgets mostly nothing moves it.
double bound_of_count_steps(const bit_law& law, const pair_numbers& pair, double weight,
                            double error) noexcept;

/// An estimate of the number of common neighbours as far as it is possible.
double plausible_common(double estimate, const two_degrees& degrees) noexcept;

}  // namespace edgeldp
