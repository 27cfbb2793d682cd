// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cycles/middle_round.hpp"
#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"

namespace edgeldp {

/// My limit, which is 0 where nothing of mine counts.
/// Errors: format_error for rows of other users.
uint128 sensitivity(const middle_pairs& what, const own_list& me, std::uint64_t limit);
int128 statistic(const middle_pairs& what, const own_list& me, const count_call& asked);

}  // namespace edgeldp
