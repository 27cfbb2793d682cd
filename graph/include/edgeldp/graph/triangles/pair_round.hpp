// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/protocol/rounds.hpp"
#include "edgeldp/graph/triangles/pair_rule.hpp"

namespace edgeldp {

/// Pairs of one user's list by their noisy bit, as far as they count: [1] noisy edges, [0] the
/// others.
using pair_counts = std::array<std::uint64_t, 2>;

/// (scale - offset) ones - offset zeros: what a user says before noise.
int128 statistic_of(const pair_counts& pairs, const bit_lattice& lattice);

/// Round `count` on published rows: noisy edges among the pairs of the neighbours that the rule
/// looks at, as far as it lets them count. One endpoint of an edge takes part where those are the
/// preceding neighbours, else both.
///
/// Users work out their bounds and the noise from the rule: a collector cannot announce less noise
/// than a bound needs.
struct pair_round {
  static constexpr std::string_view asks = "pairs";
  using answers = released_counts;
  epsilon budget;
  pair_rule rule;
  public_ref<release> rows;

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static pair_round read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster& who) const { return {wide_numbers(who.size())}; }
};

/// The same with a stated_cap, whose noise is too small: NOT private. A question of its own, so
/// that only users who agreed to be asked it answer (open_pair_tasks).
struct stated_pair_round : pair_round {
  static constexpr std::string_view asks = "pairs as stated";
  static stated_pair_round read(std::span<const std::byte> in, const public_objects& published) {
    return {pair_round::read(in, published)};
  }
};

/// The users whose bounds let their number depend on an edge; the others have nothing to say.
roster speakers_of(std::span<const user_bound> bounds);

/// Asks them; a stated_cap as a stated_pair_round. What each said, one a user; 0 of the others.
std::vector<int128> ask_pairs(session& s, const pair_round& round);

}  // namespace edgeldp
