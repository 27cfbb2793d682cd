// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/graph/homophily/attribute_rounds.hpp"
#include "edgeldp/graph/protocol/graph_user.hpp"

/// What one user of an attributed graph says.
namespace edgeldp {

/// What such a user knows that nobody else may: its list, and its value of each attribute, by
/// number; beside it how many values each attribute has, which is public.
struct own_profile {
  own_list list;
  std::span<const std::uint32_t> values;  ///< each below the number of values of its attribute
  std::span<const std::uint32_t> kinds;   ///< values that each attribute has
};

/// What a round costs me: where all my values change, or one bit of my list.
epsilon price_of(const report_round& round, const own_profile& me);
epsilon price_of(const neighbor_round& round, const own_profile& me);

/// Costs round.budget, where all values change. Coins: attributes.
/// Errors: format_error unless there is a channel for each attribute that takes just its values,
///     and the losses of all are within the budget.
byte_string answer(const report_round& round, const own_profile& me, const user_coins& coins);

/// Costs round.budget for one bit of the list. Coins: count.
/// Errors: format_error for reports of other users.
byte_string answer(const neighbor_round& round, const own_profile& me, const user_coins& coins);

/// reports, neighbors by report, and the rounds for rows.
std::span<const user_task_for<own_profile>> homophily_tasks();

}  // namespace edgeldp
