// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <utility>

#include "edgeldp/graph/questions/triangles/centred/centred_rule.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"

namespace edgeldp {

/// Round `count`: the weights of the pairs of a user's preceding neighbours, as far as the limit of
/// its list accepts them (limited_weights.hpp), + discrete Laplace noise of that limit. One
/// endpoint of an edge takes part, the later one.
///
/// Users work out limit, weights and noise from the rule and the rows.
template <class Release>
struct centred_pairs {
  static constexpr std::string_view asks = "centred pairs";
  static constexpr round_kind round{rounds::count, edge_use::one_endpoint};
  using budgets = rank_budgets;
  centred_rule rule;
  public_ref<Release> rows;

  void write(canonical_writer& to) const {
    rule.write(to);
    to.text(rows.name);
  }
  static centred_pairs read(canonical_reader& from, const public_objects& published) {
    centred_rule rule = centred_rule::read(from);
    return {std::move(rule), published.get<Release>(from.text())};
  }
};
template <class Release>
using centred_round_on = count_round<centred_pairs<Release>>;
using centred_round = centred_round_on<release>;

}  // namespace edgeldp
