// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/random/public_coins.hpp"
#include "edgeldp/rivals/synthesis/ldpgen.hpp"
#include "questions/communities/k_means.hpp"

/// How LDPGen draws edges, once users are in groups.
/// Derivation: graph/rivals/src/synthesis/derivation.md#the-graph.
namespace edgeldp {

/// Users who answered, the group of each, and how many contacts it is thought to have in each.
struct grouped_users {
  std::span<const vertex_id> users;
  std::span<const std::size_t> group_of;  ///< below the columns of contacts
  point_rows contacts;                    ///< a row a user; below 0 where noise says so
};

/// How often users of one group reach into another, in expectation. out, back: contacts that
/// members of one have in the other, and the other way round, without what lies below 0; told: both
/// together, as they stand.
double expected_reaches(ldpgen::cut below_zero, double told, double out, double back);

/// Each once, u < v, in increasing order.
std::vector<std::pair<vertex_id, vertex_id>> draw_edges(const grouped_users& known, ldpgen::cut below_zero,
                                                        private_randomness& public_coins);

}  // namespace edgeldp
