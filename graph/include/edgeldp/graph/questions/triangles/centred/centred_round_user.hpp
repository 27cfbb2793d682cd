// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/graph/questions/triangles/centred/centred_round.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"

namespace edgeldp {

/// My limit, which is 0 where none of my pairs counts.
/// Errors: format_error for rows of other users; invalid_parameter for a rule that does not fit the
///     rows.
template <class Release>
uint128 sensitivity(const centred_pairs<Release>& what, const own_list& me, std::uint64_t);
template <class Release>
std::uint32_t rank_of(const centred_pairs<Release>& what, const own_list& me);

/// What my pairs weigh under my limit, in weight units; a pair with a neighbour whose row is absent
/// is taken for no edge and weighs -theta.
/// Cost: s^2 / 2 noisy-edge tests, s the neighbours that precede me.
template <class Release>
int128 weigh_own_pairs(const centred_pairs<Release>& what, std::uint64_t limit, const own_list& me);
template <class Release>
int128 statistic(const centred_pairs<Release>& what, const own_list& me, const count_call&);

/// The same of forward_pairs, of those that follow me in the order of the rows.
template <class Release>
uint128 sensitivity(const forward_pairs<Release>& what, const own_list& me, std::uint64_t limit);
template <class Release>
std::uint32_t rank_of(const forward_pairs<Release>& what, const own_list& me);
template <class Release>
int128 statistic(const forward_pairs<Release>& what, const own_list& me, const count_call& asked);

}  // namespace edgeldp
