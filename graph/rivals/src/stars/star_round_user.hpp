// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"
#include "stars/star_round.hpp"

namespace edgeldp {

/// star_sensitivity of my cap.
/// Errors: as star_sensitivity and exact_binomial at the cap, whatever my degree.
uint128 sensitivity(const clipped_stars& what, const own_list& me, std::uint64_t cap);
int128 statistic(const clipped_stars& what, const own_list& me, const count_call& asked);

}  // namespace edgeldp
