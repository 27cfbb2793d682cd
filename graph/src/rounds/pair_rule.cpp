// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/pair_rule.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

constexpr std::uint64_t largest_margin = std::uint64_t{1} << 48;

user_bound bound_under(const release_layout& layout, const bound_rule& rule, vertex_id user) {
  return bound_of(layout, rule, user);
}

user_bound bound_under(const release_layout& layout, const common_cap& rule, vertex_id user) {
  const uint128 sensitivity = uint128{rule.most} * layout.codec().lattice().scale;
  return {std::min<std::uint64_t>(layout.rank(user), rule.most), {}, sensitivity};
}

user_bound bound_under(const release_layout& layout, const limits_by_degree& rule, vertex_id user) {
  const auto at = rule.find(layout.degrees()[user]);
  if (at == rule.end())
    throw invalid_parameter("no limits for the released degree " + std::to_string(layout.degrees()[user]));
  return {layout.users(), at->second, limited_sensitivity(at->second, layout.codec().lattice())};
}

user_bound bound_under(const release_layout& layout, const stated_cap& rule, vertex_id user) {
  const std::uint64_t cap = stated_cap_of(layout.degrees()[user], rule.margin, layout.users());
  return {cap, {}, stated_sensitivity(cap, layout.codec().lattice())};
}

void write_rule(canonical_writer& to, const bound_rule& rule) {
  rule.write(to);
}

void write_rule(canonical_writer& to, const common_cap& rule) {
  to.number(static_cast<int128>(rule.most));
}

void write_rule(canonical_writer& to, const limits_by_degree& rule) {
  to.number(static_cast<int128>(rule.size()));
  for (const auto& [degree, limits] : rule)
    to.number(degree).number(static_cast<int128>(limits.ones)).number(static_cast<int128>(limits.zeros));
}

void write_rule(canonical_writer& to, const stated_cap& rule) {
  to.number(static_cast<int128>(rule.margin));
}

limits_by_degree read_limits(canonical_reader& from) {
  limits_by_degree rule;
  for (std::uint64_t left = from.count(std::uint64_t{1} << 32); left > 0; --left) {
    const std::int64_t degree = from.number();
    if (!rule.empty() && degree <= rule.rbegin()->first)
      throw format_error(0, "limits by degree are not in increasing order");
    const std::uint64_t ones = from.word();
    rule[degree] = {ones, from.word()};
  }
  return rule;
}

}  // namespace

std::uint64_t stated_cap_of(std::int64_t released, std::uint64_t margin, std::uint64_t users) {
  const std::int64_t wanted = released + static_cast<std::int64_t>(margin);
  return std::min(users - 1, static_cast<std::uint64_t>(std::max<std::int64_t>(0, wanted)));
}

uint128 stated_sensitivity(std::uint64_t cap, const bit_lattice& lattice) {
  return cap < 2 ? 0 : uint128{lattice.scale - lattice.offset} * cap;
}

counted_side side_of(const pair_rule& rule) noexcept {
  const bool all = std::holds_alternative<limits_by_degree>(rule) || std::holds_alternative<stated_cap>(rule);
  return all ? counted_side::all : counted_side::preceding;
}

bound_kind kind_of(const pair_rule& rule) noexcept {
  if (const bound_rule* own = std::get_if<bound_rule>(&rule)) return own->kind;
  return std::holds_alternative<limits_by_degree>(rule) ? bound_kind::pairs : bound_kind::neighbors;
}

user_bound bound_of(const release_layout& layout, const pair_rule& rule, vertex_id user) {
  return std::visit([&](const auto& of_kind) { return bound_under(layout, of_kind, user); }, rule);
}

std::vector<user_bound> make_bounds(const release_layout& layout, const pair_rule& rule) {
  std::vector<user_bound> bounds(layout.users());
  for (std::size_t u = 0; u < bounds.size(); ++u)
    bounds[u] = bound_of(layout, rule, static_cast<vertex_id>(u));
  return bounds;
}

void write(canonical_writer& to, const pair_rule& rule) {
  to.number(static_cast<int128>(rule.index()));
  std::visit([&](const auto& of_kind) { write_rule(to, of_kind); }, rule);
}

pair_rule read_pair_rule(canonical_reader& from) {
  switch (from.count(std::variant_size_v<pair_rule> - 1)) {
    case 0:
      return bound_rule::read(from);
    case 1:
      return common_cap{from.count(largest_margin)};
    case 2:
      return read_limits(from);
    default:
      return stated_cap{from.count(largest_margin)};
  }
}

}  // namespace edgeldp
