// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"

namespace edgeldp {

/// Of any user, in units of weights: far above what a list carries.
inline constexpr std::uint64_t largest_item_limit = std::uint64_t{1} << 61;

/// Rounds `pilot` and `count` of butterflies: the weights of the pairs of a user's items, as far as
/// its limit accepts them (limited_weights.hpp). Only the user's own list takes part.
///
/// A user is told its own limit, in units of weights, and works out its noise from it: a collector
/// cannot announce less than the limit needs.
struct item_pair_round {
  static constexpr std::string_view asks = "pairs of items";
  using answers = released_counts;
  bool is_pilot = false;
  epsilon budget;
  public_ref<vector_release> rows;
  std::vector<std::uint64_t> limits;  ///< one a user asked; as a user reads it, its own alone

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  byte_string said_to(std::uint64_t number) const;
  /// Errors: format_error for bytes that write never makes.
  static item_pair_round read(std::span<const std::byte> in, std::span<const std::byte> said_to_me,
                              const public_objects& published);
  answers open(const roster& who) const { return {wide_numbers(who.size())}; }
};

}  // namespace edgeldp
