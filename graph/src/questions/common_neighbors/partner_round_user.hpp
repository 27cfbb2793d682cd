// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"
#include "edgeldp/graph/rounds/vector_rounds_user.hpp"
#include "questions/common_neighbors/partner_round.hpp"

namespace edgeldp {

/// How far one neighbour moves my count: by the codec of the rows alone.
/// Errors: format_error for rows of other users or vectors, and for a partner that is none.
uint128 sensitivity(const seen_by_partner<release>& what, const own_list& me, std::uint64_t partner);
uint128 sensitivity(const seen_by_partner<vector_release>& what, const own_vector& me, std::uint64_t partner);

int128 statistic(const seen_by_partner<release>& what, const own_list& me, const count_call& asked);
int128 statistic(const seen_by_partner<vector_release>& what, const own_vector& me, const count_call& asked);

}  // namespace edgeldp
