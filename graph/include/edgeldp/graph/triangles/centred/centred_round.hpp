// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "edgeldp/core/privacy/rank_budgets.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"
#include "edgeldp/graph/triangles/centred/centred_rule.hpp"

namespace edgeldp {

/// Round `count`: the weights of the pairs of a user's preceding neighbours, as far as the limit of
/// its list accepts them (limited_weights.hpp), + discrete Laplace noise of that limit. One
/// endpoint of an edge takes part, the later one.
///
/// Users work out limit, weights and noise from the rule and the rows.
template <class Release>
struct centred_round_on {
  static constexpr std::string_view asks = "centred pairs";
  using answers = released_counts;
  rank_budgets budget;
  centred_rule rule;
  public_ref<Release> rows;

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static centred_round_on read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster& who) const { return {wide_numbers(who.size())}; }
};
using centred_round = centred_round_on<release>;

}  // namespace edgeldp
