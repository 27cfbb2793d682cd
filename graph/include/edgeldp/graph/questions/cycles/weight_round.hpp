// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "edgeldp/graph/rounds/rounds.hpp"

namespace edgeldp {

/// Rounds `pilot` and `count` of cycles: the weights of the pairs of the neighbours that precede
/// the user, as far as its limit accepts them (limited_weights.hpp). One endpoint of an edge takes
/// part.
///
/// A user is told its own limit, in units of weights, and works out its noise from it: a collector
/// cannot announce less than the limit needs.
struct cycle_weights {
  static constexpr std::string_view asks = "weights";
  static constexpr round_kind round{rounds::count, edge_use::one_endpoint};
  static constexpr bool has_pilot = true;
  static constexpr std::uint64_t most_told = std::uint64_t{1} << 62;
  unsigned length = 4;
  public_ref<release> rows;

  void write(canonical_writer& to) const { to.number(length).text(rows.name); }
  static cycle_weights read(canonical_reader& from, const public_objects& published);
};
using weight_round = count_round<cycle_weights>;

}  // namespace edgeldp
