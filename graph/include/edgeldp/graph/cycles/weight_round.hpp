// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/graph/protocol/rounds.hpp"

namespace edgeldp {

/// Rounds `pilot` and `count` of cycles: the weights of the pairs of the neighbours that precede
/// the user, as far as its limit accepts them (limited_weights.hpp). One endpoint of an edge takes
/// part.
///
/// A user is told its own limit, in units of weights, and works out its noise from it: a collector
/// cannot announce less than the limit needs.
struct weight_round {
  static constexpr std::string_view asks = "weights";
  using answers = released_counts;
  bool is_pilot = false;
  epsilon budget;
  unsigned length = 4;
  public_ref<release> rows;
  std::vector<std::uint64_t> limits;  ///< one a user asked; as a user reads it, its own alone

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  byte_string said_to(std::uint64_t number) const;
  static weight_round read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster& who) const { return {wide_numbers(who.size())}; }
};

}  // namespace edgeldp
