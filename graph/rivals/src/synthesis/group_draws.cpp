// SPDX-License-Identifier: MIT
#include "synthesis/group_draws.hpp"

#include <algorithm>
#include <cmath>

#include "edgeldp/core/base/ranges.hpp"
#include "questions/homophily/eigen_index.hpp"

namespace edgeldp {

namespace {

using Eigen::MatrixXd;

/// Calls f(i) for each i below `count` with this chance, independently: jumps over the others.
template <class F>
void for_each_hit(std::size_t count, double chance, private_randomness& coins, F&& f) {
  if (!(chance > 0.0)) return;
  const double log_miss = std::log1p(-std::min(1.0, chance));  // -infinity: no jumps
  for (std::size_t at = 0; at < count; ++at) {
    const double jump = std::floor(std::log(uniform_open(coins)) / log_miss);
    if (!(jump < static_cast<double>(count - at))) return;
    at += static_cast<std::size_t>(jump);
    f(at);
  }
}

/// Rows of users by group, and what groups say of each other.
struct group_table {
  std::vector<std::vector<std::size_t>> rows;
  /// [a][b]: contacts that members of a have in b, as they stand, and without what lies below 0.
  MatrixXd told, positive;

  explicit group_table(const grouped_users& known) : rows(static_cast<std::size_t>(known.contacts.cols())) {
    told = positive = MatrixXd::Zero(known.contacts.cols(), known.contacts.cols());
    for (std::size_t row = 0; row < known.users.size(); ++row) {
      const Eigen::Index group = index(known.group_of[row]);
      rows[known.group_of[row]].push_back(row);
      told.row(group) += known.contacts.row(index(row));
      positive.row(group) += known.contacts.row(index(row)).cwiseMax(0.0);
    }
  }
};

}  // namespace

double expected_reaches(ldpgen::cut below_zero, double told, double out, double back) {
  if (below_zero == ldpgen::cut::reaches) return std::max(0.0, 0.25 * told);
  return out + back > 0.0 ? out * back / (out + back) : 0.0;
}

std::vector<std::pair<vertex_id, vertex_id>> draw_edges(const grouped_users& known, ldpgen::cut below_zero,
                                                        private_randomness& public_coins) {
  const group_table table(known);
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (std::size_t a = 0; a < table.rows.size(); ++a)
    for (std::size_t b = 0; b < table.rows.size(); ++b) {
      const Eigen::Index i = index(a), j = index(b);
      const double out = table.positive(i, j), back = table.positive(j, i);
      if (!(out > 0.0) || table.rows[b].empty()) continue;
      const double reaches = expected_reaches(below_zero, table.told(i, j) + table.told(j, i), out, back);
      const double rate = reaches / out / static_cast<double>(table.rows[b].size());
      for (const std::size_t row : table.rows[a])
        for_each_hit(table.rows[b].size(), rate * known.contacts(index(row), j), public_coins,
                     [&](std::size_t k) {
                       const vertex_id u = known.users[row], v = known.users[table.rows[b][k]];
                       if (u != v) edges.push_back(std::minmax(u, v));
                     });
    }
  ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace edgeldp
