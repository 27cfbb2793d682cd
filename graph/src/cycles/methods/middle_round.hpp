// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "cycles/methods/middle_weights.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"

namespace edgeldp {

/// The weights of published rows, made once.
std::shared_ptr<const middle_weights> middle_weights_of(const public_objects& published,
                                                        const public_ref<release>& rows, unsigned length);

/// Round `count` of cycles by their middle vertices: the weights of pairs of neighbours, one on
/// each side of the user, as far as its limit accepts them. Both endpoints of an edge take part. A
/// user is told its own limit, in units of weights, and works out its noise from it.
struct middle_round {
  static constexpr std::string_view asks = "middle weights";
  using answers = released_counts;
  epsilon budget;
  unsigned length = 3;
  public_ref<release> rows;
  std::vector<std::uint64_t> limits;  ///< one a user asked; as a user reads it, its own alone

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  byte_string said_to(std::uint64_t number) const;
  static middle_round read(std::span<const std::byte> in, std::span<const std::byte> said_to_me,
                           const public_objects& published);
  answers open(const roster& who) const { return {wide_numbers(who.size())}; }
};

}  // namespace edgeldp
