// SPDX-License-Identifier: MIT
#include "edgeldp/graph/limits/bound_rule.hpp"

#include <algorithm>
#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

void bound_rule::write(canonical_writer& to) const {
  to.number(static_cast<int128>(anchor))
      .number(margin)
      .number(static_cast<int128>(kind))
      .number(kappa_percent);
}

bound_rule bound_rule::read(canonical_reader& from) {
  bound_rule rule;
  rule.anchor = static_cast<bound_anchor>(from.count(static_cast<std::uint64_t>(bound_anchor::degree)));
  rule.margin = from.number();
  rule.kind = static_cast<bound_kind>(from.count(static_cast<std::uint64_t>(bound_kind::pairs)));
  rule.kappa_percent = static_cast<std::uint32_t>(from.count(100));
  return rule;
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

user_bound bound_of(const release_layout& layout, const bound_rule& rule, vertex_id user) {
  check(layout, rule);
  const std::int64_t anchor = (rule.anchor == bound_anchor::size ? layout.sizes() : layout.degrees())[user];
  const auto cap = static_cast<std::uint64_t>(std::max<std::int64_t>(0, anchor + rule.margin));
  return bound_for(cap, layout.rank(user), rule, layout.codec().lattice());
}

std::vector<user_bound> make_bounds(const release_layout& layout, const bound_rule& rule) {
  check(layout, rule);
  std::vector<user_bound> bounds(layout.users());
  for (std::size_t u = 0; u < bounds.size(); ++u)
    bounds[u] = bound_of(layout, rule, static_cast<vertex_id>(u));
  return bounds;
}

}  // namespace edgeldp
