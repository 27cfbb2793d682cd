// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/rounds/pair_rule.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"

namespace edgeldp {

/// Pairs of one user's list by their noisy bit, as far as they count: [1] noisy edges, [0] the
/// others.
using pair_counts = std::array<std::uint64_t, 2>;

/// (scale - offset) ones - offset zeros: what a user says before noise.
int128 statistic_of(const pair_counts& pairs, const bit_lattice& lattice);

/// Round `count` on published rows: noisy edges among the pairs of the neighbours that the rule
/// looks at, as far as it lets them count. One endpoint of an edge takes part where those are the
/// preceding neighbours, else both; neighbours whose rows are absent are then left out.
///
/// Users work out their bounds and the noise from the rule: a collector cannot announce less noise
/// than a bound needs.
struct counted_pairs {
  static constexpr std::string_view asks = "pairs";
  pair_rule rule;
  public_ref<release> rows;

  const round_kind& kind() const noexcept;
  void write(canonical_writer& to) const;
  static counted_pairs read(canonical_reader& from, const public_objects& published);
};
using pair_round = count_round<counted_pairs>;

/// The same with a stated_cap, whose noise is too small: NOT private. A question of its own, so
/// that only users who agreed to be asked it answer (open_tasks).
struct pairs_as_stated : counted_pairs {
  static constexpr std::string_view asks = "pairs as stated";
  static pairs_as_stated read(canonical_reader& from, const public_objects& published) {
    return {counted_pairs::read(from, published)};
  }
};
using stated_pair_round = count_round<pairs_as_stated>;

/// The users whose bounds let their number depend on an edge; the others have nothing to say.
roster speakers_of(std::span<const user_bound> bounds);

/// Asks those of them who are present; a stated_cap as a stated_pair_round. What each said, one a
/// user; 0 of the others.
std::vector<int128> ask_pairs(session& s, const pair_round& round);

}  // namespace edgeldp
