// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"

namespace edgeldp {

inline constexpr std::string_view levels_name = "levels";

/// One round of levels: users on a level say whether they climb, that is whether a noisy count of
/// their neighbours there exceeds the level's threshold. Both endpoints of an edge take part.
struct level_round {
  static constexpr std::string_view asks = "level";
  /// Whether each climbs, in the order of the roster.
  struct answers {
    std::vector<std::uint8_t> climbs;
    /// Errors: format_error unless the message is a 0 or a 1.
    void accept(std::uint64_t number, std::span<const std::byte> message);
  };
  epsilon budget;
  std::uint64_t level = 0;
  std::vector<std::int64_t> levels;  ///< of all users so far

  const round_kind& kind() const noexcept;
  void write(byte_string& out) const;
  static level_round read(std::span<const std::byte> in, const public_objects& published);
  answers open(const roster& who) const { return {std::vector<std::uint8_t>(who.size())}; }
};

/// Round `count` as published: phi over pairs of at most `cap` neighbours that precede a user, with
/// noise of scale 2 cap / budget: NOT private. A question of its own, so that only users who agreed
/// to be asked it answer.
struct orientation_as_stated {
  static constexpr std::string_view asks = "oriented pairs as stated";
  static constexpr round_kind round{rounds::count, edge_use::one_endpoint};
  std::uint64_t cap = 0;
  public_ref<release> rows;

  void write(canonical_writer& to) const { to.number(static_cast<int128>(cap)).text(rows.name); }
  static orientation_as_stated read(canonical_reader& from, const public_objects& published);

  /// 2 cap, on the lattice of the rows.
  uint128 stated_sensitivity() const;
};
using stated_orientation_round = count_round<orientation_as_stated>;

}  // namespace edgeldp
