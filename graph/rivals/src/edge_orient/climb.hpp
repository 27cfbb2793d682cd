// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edge_orient/levels.hpp"
#include "edgeldp/core/protocol/session.hpp"

/// The rounds of levels: who climbs how high.
namespace edgeldp {

/// Where everybody ends, and what that took.
struct climbed_levels {
  std::vector<std::int64_t> levels;
  std::uint64_t rounds = 0;
  double mean_bytes = 0.0, most_bytes = 0.0;  ///< of announcements that a user reads
};

/// Asks who climbs, level by level. degrees: as released in the round before.
climbed_levels climb_levels(session& s, const level_rules& rules, std::span<const std::int64_t> degrees);

}  // namespace edgeldp
