// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/rounds/vector_rounds_user.hpp"
#include "questions/reciprocity/return_round.hpp"

namespace edgeldp {

/// The larger size of what a bit adds: one arc more or less adds or takes one term.
/// Errors: format_error for rows of other users, or that are no arcs among users.
uint128 sensitivity(const returned_arcs& what, const own_vector& me, std::uint64_t);
/// Cost: O(arcs); users without a row add nothing.
int128 statistic(const returned_arcs& what, const own_vector& me, const count_call&);

}  // namespace edgeldp
