// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/bounds/bound_rule.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

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

pair_limits limits_for(std::uint64_t cap, std::uint32_t kappa_percent, std::uint64_t most,
                       const bit_lattice& lattice) {
  if (cap <= 1) return {};
  const uint128 wanted = (uint128{cap - 1} * kappa_percent + 99) / 100;
  return limits_with_free_zeros(static_cast<std::uint64_t>(std::min(uint128{most}, wanted)), lattice);
}

namespace {

void check(const release_layout& layout, const bound_rule& rule) {
  const std::size_t anchors = (rule.anchor == bound_anchor::size ? layout.sizes() : layout.degrees()).size();
  if (anchors != layout.users()) throw invalid_parameter("caps from sizes need a size round");
  if (rule.margin < -largest_released_number || rule.margin > largest_released_number)
    throw invalid_parameter("margin = " + std::to_string(rule.margin) + ": must lie in [-2^48, 2^48]");
  if (rule.kappa_percent < 1 || rule.kappa_percent > 100)
    throw invalid_parameter("kappa_percent = " + std::to_string(rule.kappa_percent) +
                            ": must lie in [1, 100]");
}

user_bound bound_for(std::uint64_t cap, std::uint64_t rank, const bound_rule& rule,
                     const bit_lattice& lattice) {
  if (rule.kind == bound_kind::neighbors) {
    const std::uint64_t kept = std::min(rank, cap);
    return {kept, {}, triangle_sensitivity(kept, lattice.scale)};
  }
  const pair_limits limits = limits_for(cap, rule.kappa_percent, rank > 0 ? rank - 1 : 0, lattice);
  const uint128 sensitivity = limited_sensitivity(limits, lattice);
  return {sensitivity == 0 ? 0 : rank, limits, sensitivity};
}

}  // namespace

std::vector<user_bound> make_bounds(const release_layout& layout, const bound_rule& rule) {
  check(layout, rule);
  const std::span<const std::int64_t> anchor =
      rule.anchor == bound_anchor::size ? layout.sizes() : layout.degrees();
  const bit_lattice lattice = layout.codec().lattice();
  std::vector<user_bound> bounds(layout.users());
  for (std::size_t u = 0; u < bounds.size(); ++u) {
    const auto cap = static_cast<std::uint64_t>(std::max<std::int64_t>(0, anchor[u] + rule.margin));
    bounds[u] = bound_for(cap, layout.rank(static_cast<vertex_id>(u)), rule, lattice);
  }
  return bounds;
}

}  // namespace edgeldp
