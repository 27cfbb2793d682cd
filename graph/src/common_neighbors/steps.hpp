// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common_neighbors/error_model.hpp"

/// What the protocols for graphs and for layers of bipartite graphs share.
namespace edgeldp {

/// The users of a run, in the order in which pairs name them, and each pair by their places in that
/// order.
struct asked_users {
  std::vector<vertex_id> users;
  std::vector<user_pair> places;  ///< of disjoint pairs: (0, 1), (2, 3), ...
};

/// Errors: invalid_parameter for a user out of range, a pair of a user with itself and, where users
///     count, a user in two pairs: it would spend the count's budget twice.
asked_users users_of_pairs(std::span<const user_pair> pairs, std::uint64_t users, common_method method);

/// The degrees of each pair from those of the users.
std::vector<two_degrees> degrees_of_pairs(std::span<const user_pair> places,
                                          std::span<const public_degree> of_users);

/// The budget of the first round, a constant.
/// Errors: invalid_parameter for a share outside (0, 1).
epsilon plan_first_round(const common_options& options);

/// Everything public that the estimates of a run are made from.
struct common_settings {
  common_method method;
  pair_measure measure;
  bit_law law;
  double items = 0.0, count_noise = 0.0;
  bool is_centred = false;  ///< where users count
};

/// Estimates from noisy rows alone, those of asked_users: naive and one_round.
std::vector<pair_result> conclude_rows(const common_settings& s, std::span<const user_pair> places,
                                       std::span<const two_degrees> degrees,
                                       const common_neighbor_index& rows);

/// Counts of both users of a pair, as read from their messages, in common neighbours; 0 where a
/// user says nothing.
using pair_counts_read = std::pair<double, double>;

/// From the messages of the round `count`, pair by pair: of the first user, then, in double_source,
/// of the second. `public_degrees`: of these users, where counts are centred, else empty.
std::vector<pair_counts_read> read_counts(const wide_numbers& messages, const any_codec& codec,
                                          common_method method, std::span<const std::int64_t> public_degrees);

/// Estimates from counts: single_source and double_source.
std::vector<pair_result> conclude_counts(const common_settings& s, std::span<const two_degrees> degrees,
                                         std::span<const double> weights,
                                         std::span<const pair_counts_read> counts);

}  // namespace edgeldp
