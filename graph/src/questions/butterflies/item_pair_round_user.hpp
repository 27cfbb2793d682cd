// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/questions/butterflies/item_pair_round.hpp"
#include "edgeldp/graph/rounds/vector_rounds_user.hpp"

namespace edgeldp {

/// My limit, which is 0 where none of my items counts. Rows are numbered by user.
/// Errors: format_error for rows of other vectors.
uint128 sensitivity(const item_pairs& what, const own_vector& me, std::uint64_t limit);
/// Cost: what is public of the weights is made once for all who ask here (weights_of_items).
int128 statistic(const item_pairs& what, const own_vector& me, const count_call& asked);

}  // namespace edgeldp
