// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/codec.hpp"
#include "edgeldp/graph/protocol/graph_user.hpp"
#include "edgeldp/graph/vectors/vector_rounds.hpp"

/// What one user with a sparse vector says.
namespace edgeldp {

/// What such a user knows that nobody else may: the positions at which its vector differs from the
/// public reference; beside it what is public of all vectors.
struct own_vector {
  vertex_id user = 0;  ///< its number
  vector_shape shape;  ///< positions and values
  std::span<const row_entry> entries;
};

/// Costs round.budget per unit of Hamming distance. Coins: size.
byte_string answer(const entry_count_round& round, const own_vector& me, const user_coins& coins);

/// My randomized vector as words: as encode_vector. number: mine in the layout. Coins: edges.
std::vector<std::uint64_t> own_row(const vector_layout& layout, std::uint64_t number, const own_vector& me,
                                   const user_coins& coins);

/// Tells everything there is about the number.
byte_string answer(const open_entry_count_round& round, const own_vector& me, const user_coins&);

/// number of entries, entries.
std::span<const user_task_for<own_vector>> vector_tasks();

/// Questions whose answers are NOT private: open number of entries. For users who agree to that.
std::span<const user_task_for<own_vector>> open_vector_tasks();

}  // namespace edgeldp
