// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/questions/cycles/weight_round.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"

namespace edgeldp {

/// My limit, which is 0 where nothing of mine counts.
/// Errors: format_error for rows of other users.
template <endpoint rows_at>
uint128 sensitivity(const cycle_weights_on<rows_at>& what, const own_list& me, std::uint64_t limit);

/// What my pairs weigh as far as my limit accepts them. Neighbours without a row are left out of
/// the list.
/// Cost: everything public about the rows is worked out (peak_view), once for both rounds: at
///     length 4 n^2 / 8 bytes.
template <endpoint rows_at>
int128 statistic(const cycle_weights_on<rows_at>& what, const own_list& me, const count_call& asked);

}  // namespace edgeldp
