// SPDX-License-Identifier: MIT
#include "reproduce/learning/boosted_trees.hpp"

#include <algorithm>

namespace edgeldp::learning {

namespace {

struct total {
  double sum = 0.0;
  std::size_t rows = 0;
};

double score(const total& t, double lambda) {
  return t.rows == 0 ? 0.0 : t.sum * t.sum / (static_cast<double>(t.rows) + lambda);
}

/// What each split of these rows gains.
std::vector<double> gains_of(const celled_table& table, std::span<const std::uint32_t> rows,
                             std::span<const double> gradients, double lambda) {
  const std::size_t cells = table.cell_count;
  const auto features = static_cast<std::size_t>(table.cells.rows());
  std::vector<total> totals(features * cells);
  total all;
  for (const std::uint32_t row : rows) {
    for (std::size_t f = 0; f < features; ++f) {
      total& t = totals[f * cells + table.cells(static_cast<Eigen::Index>(f), row)];
      t.sum += gradients[row];
      ++t.rows;
    }
    all.sum += gradients[row];
    ++all.rows;
  }
  std::vector<double> gains;
  gains.reserve(features * (cells - 1));
  for (std::size_t f = 0; f < features; ++f) {
    total left;
    for (std::size_t cut = 0; cut + 1 < cells; ++cut) {
      left.sum += totals[f * cells + cut].sum;
      left.rows += totals[f * cells + cut].rows;
      gains.push_back(score(left, lambda) + score({all.sum - left.sum, all.rows - left.rows}, lambda));
    }
  }
  return gains;
}

}  // namespace

std::size_t best_split(std::span<const double> gains) {
  return static_cast<std::size_t>(std::ranges::max_element(gains) - gains.begin());
}

regression_tree::regression_tree(const celled_table& table, std::span<const std::uint32_t> rows,
                                 std::span<const double> gradients, unsigned depth, double lambda,
                                 const tree_hooks& hooks)
    : m_depth(depth) {
  std::vector<std::vector<std::uint32_t>> level{{rows.begin(), rows.end()}};
  for (unsigned d = 0; d < depth; ++d) {
    std::vector<std::vector<std::uint32_t>> next;
    for (const auto& members : level) {
      const std::size_t chosen = hooks.choose(gains_of(table, members, gradients, lambda));
      const std::size_t cuts = table.cell_count - 1;
      const split s{static_cast<Eigen::Index>(chosen / cuts), static_cast<unsigned>(chosen % cuts)};
      m_splits.push_back(s);
      next.resize(next.size() + 2);
      for (const std::uint32_t row : members)
        (table.cells(s.feature, row) <= s.cut ? next[next.size() - 2] : next.back()).push_back(row);
    }
    level = std::move(next);
  }
  for (const auto& members : level) {
    double sum = 0.0;
    for (const std::uint32_t row : members) sum += gradients[row];
    m_leaves.push_back(hooks.leaf(sum, members.size()));
  }
}

std::size_t regression_tree::node_of(const celled_table& table, Eigen::Index row, unsigned depth) const {
  std::size_t node = 0;
  for (unsigned d = 0; d < depth; ++d) {
    const split& s = m_splits[node];
    node = 2 * node + (table.cells(s.feature, row) <= s.cut ? 1 : 2);
  }
  return node;
}

boosted_predictions boost(const celled_table& train, const Eigen::VectorXd& target, const celled_table& test,
                          std::span<const std::vector<std::uint32_t>> rows_of_tree, const boosting& how,
                          const std::function<tree_hooks(unsigned tree)>& hooks) {
  boosted_predictions p{Eigen::VectorXd::Zero(train.cells.cols()), Eigen::VectorXd::Zero(test.cells.cols())};
  std::vector<double> gradients(static_cast<std::size_t>(train.cells.cols()));
  for (std::size_t t = 0; t < rows_of_tree.size(); ++t) {
    for (const std::uint32_t row : rows_of_tree[t])
      gradients[row] = std::clamp(p.train[row] - target[row], -1.0, 1.0);
    const regression_tree tree(train, rows_of_tree[t], gradients, how.depth, how.lambda,
                               hooks(static_cast<unsigned>(t)));
    for (Eigen::Index row = 0; row < p.train.size(); ++row)
      p.train[row] += how.shrinkage * tree.value(train, row);
    for (Eigen::Index row = 0; row < p.test.size(); ++row)
      p.test[row] += how.shrinkage * tree.value(test, row);
  }
  return p;
}

}  // namespace edgeldp::learning
