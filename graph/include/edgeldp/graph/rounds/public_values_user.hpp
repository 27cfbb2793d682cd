// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"

/// What one user says about public numbers of its neighbours.
namespace edgeldp {

/// The reach of the numbers: one neighbour more adds those of one user. 0 where all are 0.
/// Errors: format_error for numbers of other users.
uint128 sensitivity(const neighbor_sums& what, const own_list& me, std::uint64_t);
std::vector<int128> statistic(const neighbor_sums& what, const own_list& me, const count_call&);

/// The reach of the numbers, as of all neighbours.
/// Errors: format_error for numbers of other users.
uint128 sensitivity(const earlier_neighbor_sums& what, const own_list& me, std::uint64_t);
std::vector<int128> statistic(const earlier_neighbor_sums& what, const own_list& me, const count_call&);

/// 1: a neighbour more or less moves every number of the sorted list by at most one place.
/// Errors: format_error for numbers of other users.
uint128 sensitivity(const neighbor_h_index& what, const own_list& me, std::uint64_t);
/// Cost: O(neighbours).
int128 statistic(const neighbor_h_index& what, const own_list& me, const count_call&);

/// 1: a neighbour is in one group at most.
/// Errors: format_error for numbers of other users.
uint128 sensitivity(const neighbor_groups& what, const own_list& me, std::uint64_t);
std::vector<int128> statistic(const neighbor_groups& what, const own_list& me, const count_call&);

}  // namespace edgeldp
