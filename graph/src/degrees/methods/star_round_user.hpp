// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "degrees/methods/star_round.hpp"
#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/protocol/graph_user.hpp"

namespace edgeldp {

/// star_sensitivity of my cap.
/// Errors: as star_sensitivity and exact_binomial at the cap, whatever my degree.
uint128 sensitivity(const clipped_stars& what, const own_list& me, std::uint64_t cap);
int128 statistic(const clipped_stars& what, const own_list& me, const count_call& asked);

}  // namespace edgeldp
