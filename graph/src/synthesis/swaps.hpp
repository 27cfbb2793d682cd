// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/random/public_coins.hpp"
#include "synthesis/wiring.hpp"

namespace edgeldp::synthesis {

/// A sum over users that swaps aim at.
struct aim {
  double wanted = 0.0, tolerance = 1.0;  ///< > 0, infinite of what may be anything
  double reached = 0.0;
};

/// What swaps came to.
struct swap_record {
  std::uint64_t proposals = 0, accepted = 0;
  double energy_before = 0.0, energy = 0.0;
};

/// Swaps ends of pairs of edges, v - x and w - y for v - w and x - y with x and w of one group,
/// while that lowers the energy: the sum over aims of ((reached - wanted) / tolerance)^2.
///
/// Shapes: aims: triangles by class of users, and of all users; then degrees of contacts, of as
///     many classes, and of all users, each times the user's own degree. class_of: one a user, or
///     none (no_class); group_of: one a user, or empty for one group.
inline constexpr std::uint32_t no_class = ~std::uint32_t{0};
swap_record swap_towards(std::vector<aim>& aims, std::span<const std::uint32_t> class_of,
                         std::span<const std::uint32_t> group_of, std::uint64_t users, edge_list& edges,
                         private_randomness& coins);

}  // namespace edgeldp::synthesis
