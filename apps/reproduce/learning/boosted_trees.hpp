// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

/// Gradient-boosted regression trees for square loss, with everything that looks at data behind two
/// hooks.
/// Source: Li, Wu, Wen, He, Privacy-preserving gradient boosting decision trees, AAAI 2020
///     ("DPBoost").
namespace edgeldp::learning {

/// Features on public grids: row r's feature f lies in cell cells(f, r).
struct celled_table {
  Eigen::Matrix<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic> cells;  ///< features x rows
  unsigned cell_count = 0;                                            ///< of every feature
};

/// What a tree asks of the rows it may see. Gradients are prediction minus target, clipped to [-1,
/// 1].
struct tree_hooks {
  /// The number of the chosen split, given what each gains: (sum of gradients)^2 / (rows + lambda),
  /// added up over both sides. Splits are numbered feature (cell_count - 1) + cut.
  std::function<std::size_t(std::span<const double> gains)> choose;
  /// A leaf's value given its rows' summed gradients and their number; before shrinkage.
  std::function<double(double gradient_sum, std::size_t rows)> leaf;
};

/// The largest gain; the first among equals.
std::size_t best_split(std::span<const double> gains);

/// A complete binary tree: its shape is public, so no count of rows decides where it ends.
class regression_tree {
 public:
  /// Grown on the given rows, level by level. Requires 1 <= depth <= 16.
  regression_tree(const celled_table& table, std::span<const std::uint32_t> rows,
                  std::span<const double> gradients, unsigned depth, double lambda, const tree_hooks& hooks);

  double value(const celled_table& table, Eigen::Index row) const {
    return m_leaves[node_of(table, row, m_depth) - m_splits.size()];
  }

 private:
  struct split {
    Eigen::Index feature = 0;
    unsigned cut = 0;  // cells up to here go left
  };
  std::size_t node_of(const celled_table& table, Eigen::Index row, unsigned depth) const;
  unsigned m_depth;
  std::vector<split> m_splits;  // children of i are 2 i + 1 and 2 i + 2
  std::vector<double> m_leaves;
};

struct boosting {
  unsigned depth = 6;
  double shrinkage = 0.1, lambda = 0.1;
};

/// Sums of trees, from zero; tree t sees the rows rows_of_tree[t] alone and gets hooks(t).
/// Predictions for all rows of both tables are returned, the training table's first.
struct boosted_predictions {
  Eigen::VectorXd train, test;
};
boosted_predictions boost(const celled_table& train, const Eigen::VectorXd& target, const celled_table& test,
                          std::span<const std::vector<std::uint32_t>> rows_of_tree, const boosting& how,
                          const std::function<tree_hooks(unsigned tree)>& hooks);

}  // namespace edgeldp::learning
