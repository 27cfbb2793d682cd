// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "edgeldp/graph/rounds/rounds.hpp"

namespace edgeldp {

/// C(n, k) as an integer.
/// Errors: invalid_parameter beyond 100 bits.
uint128 exact_binomial(std::uint64_t n, unsigned k);

/// How far one neighbour moves the stars of a user whose degree is clipped at a cap: C(cap - 1, k -
/// 1), or C(cap, k - 1) as published. 0 for caps below k: no stars, nothing is said.
/// Errors: invalid_parameter beyond 76 bits.
uint128 star_sensitivity(std::uint64_t cap, unsigned k, bool as_published);

/// Round `count` of clipped stars: C(min(degree, cap), k) + discrete Laplace noise. Both endpoints
/// of an edge take part. A user is told its own cap, and works out its noise from it.
struct clipped_stars {
  static constexpr std::string_view asks = "stars";
  static constexpr round_kind round{rounds::count, edge_use::both_endpoints};
  static constexpr std::uint64_t most_told = std::uint64_t{1} << 32;  // beyond all degrees
  unsigned k = 2;
  bool as_published = false;

  void write(canonical_writer& to) const { to.number(k).number(as_published ? 1 : 0); }
  static clipped_stars read(canonical_reader& from, const public_objects&);
};
using star_round = count_round<clipped_stars>;

}  // namespace edgeldp
