// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/rounds/pair_rule.hpp"
#include "kernels/ranked_lists.hpp"

/// The neighbours that users of a graph count on: of one side, clipped at their caps. Users whose
/// cap is below 2 count no pair and keep nobody.
namespace edgeldp {

/// Users who count the pairs of their lists in one release.
struct counting_users {
  const graph_view& graph;
  const release& published;
  std::span<const vertex_id> users;
  std::span<const std::uint64_t> caps;  ///< one for each of `users`
  const coin_source& coins;             ///< who keeps whom, of those that are clipped
  counted_side side = counted_side::preceding;
};

/// The lists of all users of a graph. `rank`: the public order. Parallel over users.
ranked_lists keep_ranks(const graph_view& g, std::span<const std::uint32_t> rank,
                        std::span<const std::uint64_t> caps, const coin_source& coins,
                        counted_side side = counted_side::preceding);

/// Those of counting users, and where their bits sit: list i is that of the i-th of them.
///
/// Memory: 8 bytes a list and a neighbour, and as long as it is made 4 bytes a row and a quarter of
///     a byte for each of all users.
struct kept_neighbors {
  std::vector<std::uint64_t> offset;     ///< of a list; one more than there are lists
  std::vector<std::uint32_t> rows;       ///< which row each neighbour owns, increasing within a list
  std::vector<std::uint32_t> positions;  ///< release_layout::position of each
  std::vector<vertex_id> owners;         ///< of the rows that a list reads, in the public order

  explicit kept_neighbors(const counting_users& counting);

  std::size_t lists() const { return offset.size() - 1; }
  std::uint64_t count(std::size_t list) const { return offset[list + 1] - offset[list]; }
  /// Positions of a list's first `count` neighbours.
  std::span<const std::uint32_t> first_positions(std::size_t list, std::uint32_t count) const {
    return std::span(positions).subspan(offset[list], count);
  }
};

/// The lists of a few users, for one thread to read. What it needs of their rows is asked for when
/// they are kept, all at once, and is there when it gets to them: asking for one row after another
/// between reading them took longer with 10 million users.
class few_kept_neighbors {
 public:
  explicit few_kept_neighbors(const counting_users& counting) : m_counting(counting) {}

  /// Those of users first .. last - 1, in place of what it held.
  void keep(std::size_t first, std::size_t last);

  /// Owners of the rows that list first + i reads, in the public order, and their positions.
  std::span<const vertex_id> owners(std::size_t i) const { return list_of(m_owners, i); }
  std::span<const std::uint32_t> positions(std::size_t i) const { return list_of(m_positions, i); }

 private:
  template <class T>
  std::span<const T> list_of(const std::vector<T>& all, std::size_t i) const {
    return std::span(all).subspan(m_offset[i], m_offset[i + 1] - m_offset[i]);
  }

  const counting_users& m_counting;
  std::vector<std::size_t> m_offset;  // of a list
  std::vector<vertex_id> m_owners;
  std::vector<std::uint32_t> m_positions;
  std::vector<std::uint64_t> m_order;  // rank above owner
  std::vector<vertex_id> m_scratch, m_counted;
};

}  // namespace edgeldp
