// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/codec.hpp"
#include "edgeldp/core/protocol/count_round_user.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"
#include "edgeldp/graph/rounds/vector_rounds.hpp"

/// What one user with a sparse vector says.
namespace edgeldp {

/// What such a user knows that nobody else may: the positions at which its vector differs from the
/// public reference; beside it what is public of all vectors.
struct own_vector {
  vertex_id user = 0;  ///< its number
  vector_shape shape;  ///< positions and values
  std::span<const row_entry> entries;
};

/// Per unit of Hamming distance.
uint128 sensitivity(const entry_count&, const own_vector& me, std::uint64_t);
int128 statistic(const entry_count&, const own_vector& me, const count_call&);

/// My randomized vector as words: as encode_vector. number: mine in the layout. Coins: edges.
std::vector<std::uint64_t> own_row(const vector_layout& layout, std::uint64_t number, const own_vector& me,
                                   const user_coins& coins);

/// Tells everything there is about the number.
byte_string answer(const open_entry_count_round& round, const own_vector& me, const user_coins&);

/// The task of entry_round, where a user needs its number in the roster. Its price is the layout's
/// budget of entries.
user_task_for<own_vector> entry_task();

}  // namespace edgeldp
