// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/graph/protocol/rounds.hpp"

namespace edgeldp {

/// Round `count` of common neighbours in a graph: how many of a user's neighbours, its partner left
/// out, are noisy neighbours of the partner, and how many are not. Both endpoints of an edge take
/// part. A user is told who its partner is.
struct partner_round {
  static constexpr std::string_view asks = "partner";
  using answers = released_counts;
  epsilon budget;
  public_ref<release> rows;
  std::vector<vertex_id> partners;  ///< one a user asked; as a user reads it, its own alone

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  byte_string said_to(std::uint64_t number) const;
  static partner_round read(std::span<const std::byte> in, std::span<const std::byte> said_to_me,
                            const public_objects& published);
  answers open(const roster& who) const { return {std::vector<int128>(who.size())}; }
};

}  // namespace edgeldp
