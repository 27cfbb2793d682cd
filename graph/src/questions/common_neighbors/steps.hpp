// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "questions/common_neighbors/error_model.hpp"

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

/// Estimates from noisy rows alone, those of asked_users: naive and one_round. has_rows: of which
/// pairs both users sent a row; of the others nothing is known.
std::vector<pair_result> conclude_rows(const common_settings& s, std::span<const user_pair> places,
                                       std::span<const two_degrees> degrees,
                                       const std::vector<bool>& has_rows, const common_neighbor_index& rows);

/// Counts of both users of a pair, as read from their messages, in common neighbours; 0 where a
/// user says nothing.
using pair_counts_read = std::pair<double, double>;

/// The answers of a round `count`, of all who would have counted if nobody had been lost; of the
/// others 0.
struct partner_answers {
  wide_numbers messages;
  std::vector<bool> came;
};

/// places: of those who were asked, among all.
partner_answers answers_in_places(const released_counts& counts, const roster& who,
                                  std::span<const std::uint64_t> places, std::span<const vertex_id> absent,
                                  std::size_t all);

/// From the messages of the round `count`, pair by pair: of the first user, then, in double_source,
/// of the second. `public_degrees`: of these users, where counts are centred, else empty.
std::vector<pair_counts_read> read_counts(const wide_numbers& messages, const any_codec& codec,
                                          common_method method, std::span<const std::int64_t> public_degrees);

/// Estimates from counts: single_source and double_source. came: whose message came, as
/// partner_answers has it: where one of two was lost the other counts alone; of a pair neither of
/// whom answered nothing is known.
std::vector<pair_result> conclude_counts(const common_settings& s, std::span<const two_degrees> degrees,
                                         std::span<const double> weights,
                                         std::span<const pair_counts_read> counts,
                                         const std::vector<bool>& came);

/// Fills in, from rows that were sent, pairs neither of whom answered the round `count`. rows() is
/// the index of the rows of all users of pairs.
template <class Rows>
void fall_back_on_rows(const common_settings& s, std::span<const user_pair> places,
                       std::span<const two_degrees> degrees, const std::vector<bool>& has_rows, Rows&& rows,
                       std::vector<pair_result>& results) {
  const auto is_unknown = [](const pair_result& r) { return std::isinf(r.value.standard_error); };
  std::vector<bool> of_rows(results.size());
  bool any = false;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (is_unknown(results[i]) && has_rows[i]) of_rows[i] = any = true;
  if (!any) return;
  common_settings from_rows = s;
  from_rows.method = common_method::one_round;
  const std::vector<pair_result> known = conclude_rows(from_rows, places, degrees, of_rows, rows());
  for (std::size_t i = 0; i < results.size(); ++i)
    if (of_rows[i]) results[i] = known[i];
}

/// Which pairs have both of their rows. places: of pairs, as rows are numbered.
std::vector<bool> pairs_with_rows(std::span<const user_pair> places, std::span<const vertex_id> absent);

}  // namespace edgeldp
