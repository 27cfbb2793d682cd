// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/synthesis/ldpgen.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/random/public_coins.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "questions/communities/k_means.hpp"
#include "questions/homophily/eigen_index.hpp"
#include "questions/mixing/mixing_rounds.hpp"
#include "synthesis/draws.hpp"
#include "synthesis/group_draws.hpp"

namespace edgeldp {

namespace {

constexpr unsigned k_means_steps = 25;

void check(const ldpgen& method) {
  if (!(method.first_share > 0.0) || !(method.first_share < 1.0))
    throw invalid_parameter("share of the first round = " + std::to_string(method.first_share) +
                            ": must lie in (0, 1)");
  for (const std::size_t groups : {method.first_groups, method.most_groups})
    if (groups < 1 || groups > most_mixing_outputs)
      throw invalid_parameter("groups = " + std::to_string(groups) + ": must lie in [1, 64]");
}

/// Random groups whose sizes differ by one at most.
std::vector<std::int64_t> random_groups(std::uint64_t users, std::size_t groups,
                                        private_randomness& public_coins) {
  std::vector<std::int64_t> of;
  for (std::uint64_t u = 0; u < users; ++u) of.push_back(static_cast<std::int64_t>(u % groups));
  synthesis::shuffle(public_coins, of);
  return of;
}

/// What those said who answered, a row a user.
struct answered_rows {
  std::vector<vertex_id> users;
  point_rows counts;
};

answered_rows rows_of(const group_answers& said) {
  answered_rows all;
  all.counts.resize(index(said.asked.size()), index(said.groups));
  said.for_each([&](vertex_id user, std::size_t, std::span<const std::int64_t> counts) {
    for (std::size_t b = 0; b < counts.size(); ++b)
      all.counts(index(all.users.size()), index(b)) = static_cast<double>(counts[b]);
    all.users.push_back(user);
  });
  all.counts.conservativeResize(index(all.users.size()), Eigen::NoChange);
  return all;
}

std::vector<std::size_t> alike(const point_rows& rows, std::size_t groups, private_randomness& public_coins) {
  return k_means(rows, Eigen::VectorXd::Ones(rows.rows()), groups, k_means_steps, public_coins);
}

std::vector<std::int64_t> sums_of(const answered_rows& rows) {
  std::vector<std::int64_t> sums;
  for (Eigen::Index i = 0; i < rows.counts.rows(); ++i)
    sums.push_back(std::llround(rows.counts.row(i).sum()));
  return sums;
}

/// [j][i]: of the members of the j-th group that was asked for, the share who are in group i now.
Eigen::MatrixXd moved_shares(std::span<const std::int64_t> before, const answered_rows& rows,
                             std::span<const std::size_t> now, std::size_t groups) {
  Eigen::MatrixXd shares = Eigen::MatrixXd::Zero(index(groups), index(groups));
  for (std::size_t row = 0; row < rows.users.size(); ++row)
    shares(before[rows.users[row]], index(now[row])) += 1.0;
  for (Eigen::Index j = 0; j < shares.rows(); ++j) shares.row(j) /= std::max(1.0, shares.row(j).sum());
  return shares;
}

/// Half of all that was told.
estimate edges_told(const answered_rows& rows, double noise) {
  return {0.5 * rows.counts.sum(), 0.5 * std::sqrt(noise * static_cast<double>(rows.counts.size()))};
}

}  // namespace

ldpgen ldpgen::published(epsilon total) {
  return {total};
}

ldpgen ldpgen::uncut(epsilon total) {
  ldpgen method{total};
  method.below_zero = cut::reaches;
  return method;
}

std::size_t ldpgen_group_count(const std::vector<std::int64_t>& degrees, epsilon second,
                               std::size_t most_groups) {
  if (degrees.empty()) throw invalid_parameter("there are no degrees");
  if (second.is_zero()) throw invalid_parameter("the second round has no budget");
  const auto most_degree = static_cast<std::int64_t>(degrees.size()) - 1;
  double sum = 0.0;
  for (const std::int64_t released : degrees) {
    const double d = 0.5 * static_cast<double>(std::max<std::int64_t>(1, std::min(released, most_degree)));
    sum += d + (d * d - 2.0 * (1.0 + std::sqrt(5.0)) * d + 1.0) / second.nats();
  }
  const double groups = std::ceil(sum / static_cast<double>(degrees.size()));
  return static_cast<std::size_t>(std::clamp(groups, 1.0, static_cast<double>(most_groups)));
}

ldpgen_result synthesize_graph(session& s, const ldpgen& method) {
  check(method);
  const std::uint64_t users = s.everybody().size();
  if (users == 0) throw bad_graph_input("the graph has no vertices");
  const epsilon first = share_of(method.total, method.first_share), second = difference(method.total, first);
  public_coins coins(s.key(), stream_tag::communities, 0);  // groups to begin with
  mixing_rounds played(s);
  const std::vector<std::int64_t> random = random_groups(users, method.first_groups, coins);
  const answered_rows sketch = rows_of(played.groups(random, method.first_groups, first));
  const std::size_t groups = ldpgen_group_count(sums_of(sketch), second, method.most_groups);
  const std::vector<std::size_t> found = alike(sketch.counts, groups, coins);
  std::vector<std::int64_t> asked(users, -1);
  for (std::size_t i = 0; i < found.size(); ++i) asked[sketch.users[i]] = static_cast<std::int64_t>(found[i]);
  const group_answers said = played.groups(asked, groups, second);
  answered_rows rows = rows_of(said);
  const estimate released = edges_told(rows, said.noise);
  const std::vector<std::size_t> now = alike(rows.counts, groups, coins);
  if (method.below_zero == ldpgen::cut::answers) rows.counts = rows.counts.cwiseMax(0.0);
  const grouped_users known{rows.users, now, rows.counts * moved_shares(asked, rows, now, groups)};
  return {users, draw_edges(known, method.below_zero, coins), groups, released, sent_in(s), s.close()};
}

}  // namespace edgeldp
