// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "edgeldp/core/base/error.hpp"
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

/// The same where rows stand at the earlier ends of edges (user_order::hubs_last), so that a row
/// and a count have no bit in common. A pair's bit is in the row of its earlier member, and the
/// members are those that follow the user in the order of the rows. A user is told its limit, in
/// weight units: the sizes that limits follow from are not in the rows' layout.
template <class Release>
struct forward_pairs {
  static constexpr std::string_view asks = "forward pairs";
  static constexpr round_kind round{rounds::count, edge_use::one_endpoint};
  static constexpr std::uint64_t most_told = std::uint64_t{1} << 62;
  using budgets = rank_budgets;  ///< by the order of degrees, hubs first
  std::uint32_t theta = 0;       ///< in weight units
  public_ref<Release> rows;

  void write(canonical_writer& to) const { to.number(theta).text(rows.name); }
  static forward_pairs read(canonical_reader& from, const public_objects& published) {
    const auto theta = static_cast<std::uint32_t>(from.count(weight_units));
    forward_pairs what{theta, published.get<Release>(from.text())};
    if (what.rows->layout().parameters().order != user_order::hubs_last)
      throw format_error(0, "pairs are counted forward on rows that stand at the later ends");
    return what;
  }
};
template <class Release>
using forward_round_on = count_round<forward_pairs<Release>>;
using forward_round = forward_round_on<release>;

}  // namespace edgeldp
