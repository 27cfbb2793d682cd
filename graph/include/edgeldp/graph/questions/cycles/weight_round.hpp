// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"

namespace edgeldp {

/// Rounds `pilot` and `count` of cycles: the weights of the pairs of the neighbours that precede
/// the user, as far as its limit accepts them (limited_weights.hpp). One endpoint of an edge takes
/// part, the later one in the order of degrees, whichever end has its bit in its row: where that is
/// the earlier one the rows have the order turned round, and a row and a count no bit in common.
///
/// A user is told its own limit, in units of weights, and works out its noise from it: a collector
/// cannot announce less than the limit needs.
template <endpoint rows_at>
struct cycle_weights_on {
  static_assert(rows_at != endpoint::unknown);
  static constexpr bool is_forward = rows_at == endpoint::earlier;
  static constexpr std::string_view asks = is_forward ? "forward weights" : "weights";
  static constexpr round_kind round{rounds::count, edge_use::one_endpoint};
  static constexpr bool has_pilot = true;
  static constexpr std::uint64_t most_told = std::uint64_t{1} << 62;
  unsigned length = 4;
  public_ref<release> rows;

  void write(canonical_writer& to) const { to.number(length).text(rows.name); }
  static cycle_weights_on read(canonical_reader& from, const public_objects& published) {
    cycle_weights_on what;
    what.length = static_cast<unsigned>(from.count(5));
    if (what.length < 4) throw format_error(0, "weights are those of cycles of length 4 or 5");
    what.rows = published.get<release>(from.text());
    if ((what.rows->layout().parameters().order == user_order::hubs_last) != is_forward)
      throw format_error(0, "weights on rows that stand at the other ends of edges");
    return what;
  }
};
using cycle_weights = cycle_weights_on<endpoint::later>;
using forward_cycle_weights = cycle_weights_on<endpoint::earlier>;
using weight_round = count_round<cycle_weights>;
using forward_weight_round = count_round<forward_cycle_weights>;

}  // namespace edgeldp
