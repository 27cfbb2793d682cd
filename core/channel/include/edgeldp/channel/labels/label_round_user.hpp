// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "edgeldp/channel/labels/label_round.hpp"
#include "edgeldp/core/protocol/task_user.hpp"

/// What one user with a label says.
namespace edgeldp {

/// What such a user knows that nobody else may: its label, by number; beside it how many labels
/// there are, which is public.
struct own_label {
  std::size_t label = 0;  ///< below `labels`
  std::size_t labels = 0;
};

/// Costs round.budget: the label may change at will. Coins: prior or label, by the round.
/// Requires: a round as label_round::read gives it, which has seen to the channel's loss.
/// Errors: format_error unless the channel takes just the labels.
byte_string answer(const label_round& round, const own_label& me, const user_coins& coins);

/// label.
std::span<const user_task_for<own_label>> label_tasks();

}  // namespace edgeldp
