// SPDX-License-Identifier: MIT
#pragma once

#include "edge_orient/rounds.hpp"
#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"

namespace edgeldp {

/// Costs round.budget for one bit of the list. Coins: a stream for each level.
/// Errors: format_error for levels of other users.
byte_string answer(const level_round& round, const own_list& me, const user_coins& coins);

/// Less than a list that is cut at its cap can move. Coins: clip.
/// Errors: as for pairs.
uint128 sensitivity(const orientation_as_stated& what, const own_list& me, std::uint64_t);
int128 statistic(const orientation_as_stated& what, const own_list& me, const count_call& asked);

}  // namespace edgeldp
