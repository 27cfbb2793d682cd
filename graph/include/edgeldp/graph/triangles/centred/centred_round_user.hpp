// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "edgeldp/graph/protocol/graph_user.hpp"
#include "edgeldp/graph/protocol/rounds_user.hpp"
#include "edgeldp/graph/triangles/centred/centred_round.hpp"

namespace edgeldp {

/// What the round costs me, for one bit of my list.
/// Errors: format_error for rows of other users.
template <class Release>
epsilon price_of(const centred_round_on<Release>& round, const own_list& me);

/// What my pairs weigh under my limit, in weight units; a pair with a neighbour whose row is absent
/// is taken for no edge and weighs -theta.
/// Cost: s^2 / 2 noisy-edge tests, s the neighbours that precede me.
template <class Release>
int128 weigh_own_pairs(const centred_round_on<Release>& round, std::uint64_t limit, const own_list& me);

/// Costs price_of the round for one bit of the list. Coins: count.
/// Errors: format_error for rows of other users; invalid_parameter for a rule that does not fit the
///     rows, or under which I have nothing to say.
template <class Release>
byte_string answer(const centred_round_on<Release>& round, const own_list& me, const user_coins& coins);

/// degree, size, row and centred pairs: all that a user needs for centred counts.
std::span<const user_task> centred_tasks();
/// The same of users who keep excerpts.
std::span<const user_task> centred_tasks_on_excerpts();

}  // namespace edgeldp
