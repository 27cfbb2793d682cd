// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/graph/cycles/weight_round.hpp"
#include "edgeldp/graph/protocol/bounds/limited_weights.hpp"
#include "edgeldp/graph/protocol/graph_user.hpp"

namespace edgeldp {

/// My number in a round: costs round.budget for one bit of the list. Coins: pilot or count.
byte_string say_weight(const weight_round& round, int128 accepted, std::uint64_t limit,
                       const user_coins& coins);

/// Costs round.budget for one bit of the list; round.limits holds my own. Coins: pilot or count.
/// Neighbours without a row are left out of the list.
/// Errors: format_error for rows of other users; invalid_parameter for a limit of 0, under which I
///     have nothing to say.
/// Cost: everything public about the rows is worked out (cycle_view), once for both rounds: at
///     length 4 n^2 / 8 bytes.
byte_string answer(const weight_round& round, const public_objects& published, const own_list& me,
                   const user_coins& coins);

/// The task of rounds of weights.
user_task weight_task();

}  // namespace edgeldp
