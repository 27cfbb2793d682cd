// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/centred/centred_rule.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp {

namespace {

/// Limits stay below 2^63 (limited_weights.hpp).
constexpr uint128 largest_limit = uint128{1} << 62;

void check(const release_parameters& rows) {
  if (rows.chunk_rule != chunk_rule::released_size)
    throw invalid_parameter("centred counts need a size round");
}

void check(const centred_rule& rule) {
  if (rule.theta > weight_units)
    throw invalid_parameter("theta = " + std::to_string(rule.theta) + " units: must be at most 2^20");
  if (rule.limits.empty() || rule.limits.front().first != 0)
    throw invalid_parameter("limits of a centred count must begin at rank 0");
  if (ranges::adjacent_find(rule.limits, std::greater_equal(), &centred_limit::first) != rule.limits.end())
    throw invalid_parameter("limits of a centred count must be in increasing order of ranks");
  for (const auto& [first, each, margin] : rule.limits) {
    if (each > largest_each)
      throw invalid_parameter("a limit of " + std::to_string(each) + " units a member: must be at most 2^40");
    if (margin < -largest_released_number || margin > largest_released_number)
      throw invalid_parameter("margin = " + std::to_string(margin) + ": must lie in [-2^48, 2^48]");
  }
}

std::uint64_t checked_limit_of(const centred_rule& rule, std::uint32_t rank, std::int64_t released) {
  const auto next = ranges::upper_bound(rule.limits, rank, {}, &centred_limit::first);
  const auto& [first, each, margin] = *std::prev(next);
  const std::int64_t members = std::min<std::int64_t>(rank, released + margin);
  if (members < 2) return 0;
  return static_cast<std::uint64_t>(
      std::min(largest_limit, uint128{each} * static_cast<uint128>(members - 1)));
}

}  // namespace

void centred_rule::write(canonical_writer& to) const {
  to.number(theta).number(static_cast<int128>(limits.size()));
  for (const auto& [first, each, margin] : limits)
    to.number(first).number(static_cast<int128>(each)).number(margin);
}

centred_rule centred_rule::read(canonical_reader& from) {
  centred_rule rule;
  rule.theta = static_cast<std::uint32_t>(from.count(weight_units));
  rule.limits.resize(from.count(most_rank_classes));
  for (auto& [first, each, margin] : rule.limits) {
    first = static_cast<std::uint32_t>(from.count(~std::uint32_t{0}));
    each = from.count(largest_each);
    margin = from.number();
  }
  return rule;
}

bool is_in_first_group(release_key key, vertex_id user, double share) {
  const philox_block coin = public_randomness(key).block(stream_tag::count_group, 0, 0, user);
  return static_cast<double>(coin[0]) < share * 0x1p32;
}

bit_weights weights_of(const bit_law& law, std::uint32_t theta) {
  const double spread = law.p1 - law.p0;
  const auto units = [](double x) { return std::llround(x * weight_units); };
  return {-(units(law.p0 / spread) + std::int64_t{theta}),
          std::max<std::int64_t>(0, units((1.0 - law.p0) / spread) - std::int64_t{theta})};
}

std::vector<bit_weights> weights_of(std::span<const any_codec> codecs, std::uint32_t theta) {
  std::vector<bit_weights> weights;
  for (const any_codec& codec : codecs) weights.push_back(weights_of(codec.law(), theta));
  return weights;
}

std::uint64_t limit_of(const release_layout& layout, const centred_rule& rule, vertex_id user) {
  check(layout.parameters());
  check(rule);
  return checked_limit_of(rule, layout.rank(user), layout.released_number(user));
}

std::uint64_t limit_of(const layout_excerpt& layout, const centred_rule& rule, vertex_id user) {
  check(layout.parameters());
  check(rule);
  return checked_limit_of(rule, layout.rank(user), layout.released_number(user));
}

centred_limits::centred_limits(const release_layout& layout, const centred_rule& rule)
    : centred_limits(layout.ranks(), layout.sizes(), rule) {
  check(layout.parameters());
}

centred_limits::centred_limits(std::span<const std::uint32_t> ranks, std::span<const std::int64_t> sizes,
                               const centred_rule& rule)
    : m_ranks(ranks), m_sizes(sizes), m_rule(rule) {
  check(rule);
}

std::uint64_t centred_limits::of(vertex_id user) const noexcept {
  return checked_limit_of(m_rule, m_ranks[user], m_sizes[user]);
}

}  // namespace edgeldp
