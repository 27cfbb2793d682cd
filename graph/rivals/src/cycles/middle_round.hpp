// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "cycles/middle_weights.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"

namespace edgeldp {

/// The weights of published rows, made once.
std::shared_ptr<const middle_weights> middle_weights_of(const public_objects& published,
                                                        const public_ref<release>& rows, unsigned length);

/// Round `count` of cycles by their middle vertices: the weights of pairs of neighbours, one on
/// each side of the user, as far as its limit accepts them. Both endpoints of an edge take part. A
/// user is told its own limit, in units of weights, and works out its noise from it.
struct middle_pairs {
  static constexpr std::string_view asks = "middle weights";
  static constexpr round_kind round{rounds::count, edge_use::both_endpoints};
  static constexpr std::uint64_t most_told = std::uint64_t{1} << 62;
  unsigned length = 3;
  public_ref<release> rows;

  void write(canonical_writer& to) const { to.number(length).text(rows.name); }
  static middle_pairs read(canonical_reader& from, const public_objects& published);
};
using middle_round = count_round<middle_pairs>;

}  // namespace edgeldp
