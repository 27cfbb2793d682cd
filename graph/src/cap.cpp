// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/cap.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "edgeldp/core/error.hpp"

namespace edgeldp {

std::vector<std::uint64_t> make_caps(const release_layout& layout, const cap_rule& rule) {
  const std::span<const std::int64_t> anchor =
      rule.anchor == cap_anchor::size ? layout.sizes() : layout.degrees();
  if (anchor.size() != layout.users()) throw invalid_parameter("caps from sizes need a size round");
  if (rule.margin < 0 || rule.margin > largest_released_number)
    throw invalid_parameter("margin = " + std::to_string(rule.margin) + ": must lie in [0, 2^48]");
  std::vector<std::uint64_t> caps(layout.users());
  for (std::uint64_t u = 0; u < caps.size(); ++u) {
    const std::int64_t wanted = std::max<std::int64_t>(0, anchor[u] + rule.margin);
    caps[u] =
        std::min<std::uint64_t>(layout.rank(static_cast<vertex_id>(u)), static_cast<std::uint64_t>(wanted));
  }
  return caps;
}

void clip_neighbors(std::vector<vertex_id>& neighbors, std::uint64_t cap, private_randomness& coins) {
  if (neighbors.size() <= cap) return;
  for (std::size_t i = 0; i < cap; ++i) {
    const auto j = i + static_cast<std::size_t>(uniform_below(coins, neighbors.size() - i));
    std::swap(neighbors[i], neighbors[j]);
  }
  neighbors.resize(cap);
}

uint128 triangle_sensitivity(std::uint64_t cap, std::uint64_t q) {
  return cap <= 1 ? 0 : uint128{cap - 1} * q;
}

std::vector<uint128> triangle_sensitivities(std::span<const std::uint64_t> caps, std::uint64_t q) {
  std::vector<uint128> all(caps.size());
  std::ranges::transform(caps, all.begin(), [&](std::uint64_t cap) { return triangle_sensitivity(cap, q); });
  return all;
}

}  // namespace edgeldp
