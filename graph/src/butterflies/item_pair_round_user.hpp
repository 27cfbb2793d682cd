// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "butterflies/item_pair_round.hpp"
#include "butterflies/item_weights.hpp"
#include "edgeldp/graph/vectors/vector_rounds_user.hpp"

namespace edgeldp {

/// Costs round.budget per unit of Hamming distance; round.limits holds my own. number: mine in the
/// layout of the rows. Coins: pilot or count.
byte_string answer(const item_pair_round& round, const item_weights& weights, std::uint64_t number,
                   const own_vector& me, const user_coins& coins);

}  // namespace edgeldp
