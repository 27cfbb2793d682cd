// SPDX-License-Identifier: MIT
#include "edgeldp/graph/limits/clip_user.hpp"

#include <cstddef>
#include <utility>

namespace edgeldp {

void clip_neighbors(std::vector<vertex_id>& neighbors, std::uint64_t cap, private_randomness& coins) {
  if (neighbors.size() <= cap) return;
  for (std::size_t i = 0; i < cap; ++i) {
    const auto j = i + static_cast<std::size_t>(uniform_below(coins, neighbors.size() - i));
    std::swap(neighbors[i], neighbors[j]);
  }
  neighbors.resize(cap);
}

}  // namespace edgeldp
