// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/types.hpp"

namespace edgeldp {

/// A list of users for every user, as ranks in the public order.
struct ranked_lists {
  std::vector<std::uint64_t> offset;  ///< of user u's list; n + 1 entries
  std::vector<std::uint32_t> ranks;   ///< increasing within a list

  std::span<const std::uint32_t> of(vertex_id u) const {
    return std::span(ranks).subspan(offset[u], offset[u + std::size_t{1}] - offset[u]);
  }

  /// One user's list, everybody else's empty.
  static ranked_lists of_one(std::uint64_t users, vertex_id user, std::vector<std::uint32_t> ranks) {
    ranked_lists lists{std::vector<std::uint64_t>(users + 1), std::move(ranks)};
    for (std::uint64_t u = std::uint64_t{user} + 1; u <= users; ++u) lists.offset[u] = lists.ranks.size();
    return lists;
  }
};

}  // namespace edgeldp
