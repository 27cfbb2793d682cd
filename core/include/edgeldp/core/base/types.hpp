// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Integer types shared by every component. No logic.
namespace edgeldp {

/// A user, which is also a vertex: 0 .. n - 1 with n <= 2^32.
using vertex_id = std::uint32_t;

/// How many users, edges or two-stars: 64 bits always (Google+ has 4.9e9 two-stars).
using count_type = std::uint64_t;

/// Exact sums on the lattice of a statistic (multiples of 2^-40): 128 bits hold n = 2^32 users.
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

}  // namespace edgeldp
