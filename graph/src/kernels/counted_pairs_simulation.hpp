// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/graph/limits/bound_rule.hpp"
#include "edgeldp/graph/limits/limited_weights.hpp"
#include "edgeldp/graph/rounds/pair_round.hpp"
#include "kernels/kept_neighbors_simulation.hpp"
#include "kernels/pair_reading.hpp"

namespace edgeldp {

/// The pairs of each list that greedy acceptance leaves (limited_pairs.hpp), bounds[i].pairs for
/// list i; without bounds all pairs. Public order of pairs: that of the later member, then of the
/// earlier.
///
/// Cost: a test or a lookup a pair, about 2 ns a pair where limits refuse some, and 0.1 to 0.2 us a
///     neighbour. Memory list by list: 40 bytes a neighbour of the longest list, a thread. Row by
///     row: 32 bytes a neighbour of all lists, 32 MB, and one decoded row a thread.
std::vector<pair_counts> accept_pairs(const counting_users& counting, std::span<const user_bound> bounds,
                                      const pair_reading& reading = {});

/// The same by weights, one limit a list for both signs: accepted weight of every list, of which
/// `weights` says what a pair weighs by the law of its bit, and `of_absent` what one weighs that
/// has a member without a row.
std::vector<int128> accept_weights_of_pairs(const counting_users& counting,
                                            std::span<const std::uint64_t> limits,
                                            std::span<const bit_weights> weights, std::int64_t of_absent,
                                            const pair_reading& reading = {});

}  // namespace edgeldp
