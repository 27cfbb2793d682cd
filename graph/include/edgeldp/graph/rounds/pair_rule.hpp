// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <variant>
#include <vector>

#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/limits/bound_rule.hpp"

/// Whose pairs users count, and what bounds them: all of it public.
namespace edgeldp {

/// Whom a user counts on: those that precede it in the order of the rows (every triangle once, by
/// its last member), all (three times), or those that follow it (once, by its first member).
enum class counted_side { preceding, all, following };

/// Whether a user of a rank counts on one of another.
constexpr bool is_counted(counted_side side, std::uint32_t other, std::uint32_t own) noexcept {
  return side == counted_side::all || (side == counted_side::preceding ? other < own : other > own);
}

/// One cap for all users: a random subset of so many preceding neighbours is kept, and the noise is
/// that of a whole neighbour more than the swap of one needs, as published ([Imola 2021]).
struct common_cap {
  std::uint64_t most = 0;
};

/// All neighbours, pairs limited by the user's released degree.
using limits_by_degree = std::map<std::int64_t, pair_limits>;

/// All neighbours, at most released degree + margin of them, with the noise of the program
/// "ldp-triangle": NOT private (vertex_centric.hpp).
struct stated_cap {
  std::uint64_t margin = 0;  ///< at most 2^48
};

/// bound_rule: the preceding neighbours, by our own rules.
using pair_rule = std::variant<bound_rule, common_cap, limits_by_degree, stated_cap>;

counted_side side_of(const pair_rule& rule) noexcept;
bound_kind kind_of(const pair_rule& rule) noexcept;

/// Errors: as for a bound_rule; invalid_parameter for a released degree without limits.
user_bound bound_of(const release_layout& layout, const pair_rule& rule, vertex_id user);
std::vector<user_bound> make_bounds(const release_layout& layout, const pair_rule& rule);

void write(canonical_writer& to, const pair_rule& rule);
/// Errors: format_error for bytes that write never makes.
pair_rule read_pair_rule(canonical_reader& from);

/// The cap of a user that released this degree.
std::uint64_t stated_cap_of(std::int64_t released, std::uint64_t margin, std::uint64_t users);

/// What the program's noise covers on the lattice: phi(1) a cap. A neighbour swapped at the cap
/// changes the count by up to (cap - 1) scale, which is more where cap > scale / offset.
uint128 stated_sensitivity(std::uint64_t cap, const bit_lattice& lattice);

}  // namespace edgeldp
