// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/protocol/bounds/bound_rule.hpp"
#include "edgeldp/graph/protocol/bounds/limited_weights.hpp"
#include "edgeldp/graph/triangles/pair_round.hpp"
#include "protocol/ranked_lists.hpp"

namespace edgeldp {

/// The neighbours that each user counts on, clipped at its cap. Users whose cap is below 2 count no
/// pair and keep nobody. `rank`: the public order. Parallel over users.
ranked_lists keep_ranks(const graph_view& g, std::span<const std::uint32_t> rank,
                        std::span<const std::uint64_t> caps, const coin_source& coins,
                        counted_side side = counted_side::preceding);

/// The same of some users for a release: who they are and where their bits sit. List i is that of
/// the i-th of these users.
///
/// Memory: 8 bytes a list and a neighbour, and as long as it is made 4 bytes a row and a quarter of
///     a byte for each of all users.
struct kept_neighbors {
  std::vector<std::uint64_t> offset;     ///< of a list; one more than there are lists
  std::vector<std::uint32_t> rows;       ///< which row each neighbour owns, increasing within a list
  std::vector<std::uint32_t> positions;  ///< release_layout::position of each
  std::vector<vertex_id> owners;         ///< of the rows that a list reads, in the public order

  std::size_t lists() const { return offset.size() - 1; }
  std::uint64_t count(std::size_t list) const { return offset[list + 1] - offset[list]; }
  /// Positions of a list's first `count` neighbours.
  std::span<const std::uint32_t> first_positions(std::size_t list, std::uint32_t count) const {
    return std::span(positions).subspan(offset[list], count);
  }
};

/// caps: one for each of `users`.
kept_neighbors keep_neighbors(const graph_view& g, const release_layout& layout,
                              std::span<const vertex_id> users, std::span<const std::uint64_t> caps,
                              const coin_source& coins, counted_side side = counted_side::preceding);

/// All pairs of each list.
///
/// Goes row by row, not user by user: a row is visited once, by all users that keep its owner, so
/// it can be decoded when many do (access_plan.hpp), and memory stays at one decoded row a thread.
/// Cost: a test or a lookup a pair; 8 bytes a kept neighbour on top of `kept`. `access`: for every
///     row, or chosen by cost.
std::vector<pair_counts> count_pairs(const release& published, const kept_neighbors& kept,
                                     std::optional<row_access> access);

/// The pairs that greedy acceptance leaves (limited_pairs.hpp), bounds[i].pairs for list i. Public
/// order of pairs: that of the later member, then of the earlier.
///
/// As count_pairs, but the answers of a block of rows are kept and then taken up user by user.
/// Cost: about 2 ns a pair more than count_pairs, 8 bytes a kept neighbour more, and 32 MB.
///     `block_words`: about how many words of answers are kept; nothing else depends on it.
std::vector<pair_counts> accept_pairs(const release& published, const kept_neighbors& kept,
                                      std::span<const user_bound> bounds, std::optional<row_access> access,
                                      std::uint64_t block_words = std::uint64_t{1} << 22);

/// The same by weights, one limit a list for both signs: accepted weight of every list that was
/// kept, of which `weights` says what a pair weighs by the law of the row that holds it, and
/// `of_absent` what one weighs that has a member without a row.
std::vector<int128> accept_weights_of_pairs(const release& published, const kept_neighbors& kept,
                                            std::span<const std::uint64_t> limits,
                                            std::span<const bit_weights> weights, std::int64_t of_absent,
                                            std::optional<row_access> access,
                                            std::uint64_t block_words = std::uint64_t{1} << 22);

}  // namespace edgeldp
