// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/questions/homophily/attribute_rounds.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"

/// What one user of an attributed graph says.
namespace edgeldp {

/// What such a user knows that nobody else may: its list, and its value of each attribute, by
/// number; beside it how many values each attribute has, which is public.
struct own_profile {
  own_list list;
  std::span<const std::uint32_t> values;  ///< each below the number of values of its attribute
  std::span<const std::uint32_t> kinds;   ///< values that each attribute has
};

/// What a round costs me where all my values change.
epsilon price_of(const report_round& round, const own_profile& me);

/// Costs round.budget, where all values change. Coins: attributes.
/// Errors: format_error unless there is a channel for each attribute that takes just its values,
///     and the losses of all are within the budget.
byte_string answer(const report_round& round, const own_profile& me, const user_coins& coins);

/// As many as there are attributes: one neighbour more is in one count of each.
/// Errors: format_error for reports of other users.
uint128 sensitivity(const neighbors_by_report& what, const own_list& me, std::uint64_t);
std::vector<int128> statistic(const neighbors_by_report& what, const own_list& me, const count_call&);

}  // namespace edgeldp
