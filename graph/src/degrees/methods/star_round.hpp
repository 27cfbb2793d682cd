// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/graph/protocol/rounds.hpp"

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
struct star_round {
  static constexpr std::string_view asks = "stars";
  using answers = released_counts;
  epsilon budget;
  unsigned k = 2;
  bool as_published = false;
  std::vector<std::uint64_t> limits;  ///< caps, one a user asked; as a user reads it, its own alone

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  byte_string said_to(std::uint64_t number) const;
  static star_round read(std::span<const std::byte> in, std::span<const std::byte> said_to_me);
  answers open(const roster& who) const { return {wide_numbers(who.size())}; }
};

}  // namespace edgeldp
