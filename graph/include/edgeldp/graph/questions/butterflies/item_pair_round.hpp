// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"

namespace edgeldp {

/// Of any user, in units of weights: far above what a list carries.
inline constexpr std::uint64_t largest_item_limit = std::uint64_t{1} << 61;

/// Rounds `pilot` and `count` of butterflies: the weights of the pairs of a user's items, as far as
/// its limit accepts them (limited_weights.hpp). Only the user's own list takes part.
///
/// A user is told its own limit, in units of weights, and works out its noise from it: a collector
/// cannot announce less than the limit needs.
struct item_pairs {
  static constexpr std::string_view asks = "pairs of items";
  static constexpr round_kind round{rounds::count, edge_use::one_endpoint};
  static constexpr bool has_pilot = true;
  static constexpr std::uint64_t most_told = std::uint64_t{1} << 62;
  public_ref<vector_release> rows;

  void write(canonical_writer& to) const { to.text(rows.name); }
  static item_pairs read(canonical_reader& from, const public_objects& published) {
    return {published.get<vector_release>(from.text())};
  }
};
using item_pair_round = count_round<item_pairs>;

}  // namespace edgeldp
