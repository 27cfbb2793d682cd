// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/graph/protocol/graph_user.hpp"
#include "triangles/methods/edge_orient/rounds.hpp"

namespace edgeldp {

/// Costs round.budget for one bit of the list. Coins: a stream for each level.
/// Errors: format_error for levels of other users.
byte_string answer(const level_round& round, const own_list& me, const user_coins& coins);

/// Tells more than round.budget. Coins: clip and count.
/// Errors: as for pairs.
byte_string answer(const stated_orientation_round& round, const own_list& me, const user_coins& coins);

}  // namespace edgeldp
