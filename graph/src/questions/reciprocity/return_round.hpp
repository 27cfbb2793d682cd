// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "edgeldp/core/protocol/count_round.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/wire/vector_release.hpp"

namespace edgeldp {

/// Round `count` of reciprocity: a user sums, over the users whom it names, what their noisy rows
/// say of an arc back: scale x bit - offset of the rows' lattice each. Only the user's own list
/// takes part; the rows are public.
struct returned_arcs {
  static constexpr std::string_view asks = "returned arcs";
  static constexpr round_kind round{rounds::count, edge_use::one_endpoint};
  public_ref<vector_release> rows;

  void write(canonical_writer& to) const { to.text(rows.name); }
  static returned_arcs read(canonical_reader& from, const public_objects& published) {
    return {published.get<vector_release>(from.text())};
  }
};
using return_round = count_round<returned_arcs>;

}  // namespace edgeldp
