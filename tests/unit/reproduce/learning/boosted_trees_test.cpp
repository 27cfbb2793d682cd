// SPDX-License-Identifier: MIT
#include "reproduce/learning/boosted_trees.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace edgeldp::learning {
namespace {

tree_hooks exact_hooks(double lambda = 0.0) {
  return {best_split, [lambda](double sum, std::size_t rows) {
            return rows == 0 ? 0.0 : -sum / (static_cast<double>(rows) + lambda);
          }};
}

/// Two features with eight cells, each pair once.
celled_table all_pairs() {
  celled_table t;
  t.cell_count = 8;
  t.cells.resize(2, 64);
  for (Eigen::Index i = 0; i < 64; ++i) {
    t.cells(0, i) = static_cast<std::uint8_t>(i / 8);
    t.cells(1, i) = static_cast<std::uint8_t>(i % 8);
  }
  return t;
}

std::vector<std::uint32_t> all_rows(const celled_table& t) {
  std::vector<std::uint32_t> rows(static_cast<std::size_t>(t.cells.cols()));
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

TEST(BoostedTreesTest, OneSplitFitsAStep) {
  const celled_table t = all_pairs();
  std::vector<double> gradients;
  for (Eigen::Index i = 0; i < 64; ++i) gradients.push_back(t.cells(1, i) <= 2 ? 0.25 : -0.75);
  const regression_tree tree(t, all_rows(t), gradients, 1, 0.0, exact_hooks());
  for (Eigen::Index i = 0; i < 64; ++i) EXPECT_DOUBLE_EQ(tree.value(t, i), t.cells(1, i) <= 2 ? -0.25 : 0.75);
}

TEST(BoostedTreesTest, TwoLevelsFitABox) {
  const celled_table t = all_pairs();
  Eigen::VectorXd target(64);
  for (Eigen::Index i = 0; i < 64; ++i) target[i] = t.cells(0, i) > 4 && t.cells(1, i) > 3 ? 0.5 : -0.25;
  const std::vector<std::vector<std::uint32_t>> rows(1, all_rows(t));
  const auto p = boost(t, target, t, rows, {2, 1.0, 0.0}, [](unsigned) { return exact_hooks(); });
  EXPECT_LT((p.train - target).norm(), 1e-12);
  EXPECT_EQ(p.train, p.test);
}

TEST(BoostedTreesTest, TreesAddUpWhatOneCannotFit) {
  const celled_table t = all_pairs();
  Eigen::VectorXd target(64);
  for (Eigen::Index i = 0; i < 64; ++i) target[i] = 0.1 * t.cells(0, i) - 0.05 * t.cells(1, i);
  const auto error = [&](std::size_t trees) {
    const std::vector<std::vector<std::uint32_t>> rows(trees, all_rows(t));
    return (boost(t, target, t, rows, {2, 0.3, 0.0}, [](unsigned) { return exact_hooks(); }).train - target)
        .norm();
  };
  EXPECT_GT(error(1), 1.0);
  EXPECT_LT(error(100), 0.05);
}

TEST(BoostedTreesTest, HooksSeeTheTreesOwnRowsAndEveryLeaf) {
  const celled_table t = all_pairs();
  std::vector<double> gradients(64, 1.0);
  gradients[5] = 100.0;  // not among the rows
  std::size_t leaves = 0, rows = 0, nodes = 0;
  double sum = 0.0;
  const tree_hooks hooks{[&](std::span<const double> gains) {
                           ++nodes;
                           EXPECT_EQ(gains.size(), 14U);
                           return std::size_t{0};
                         },
                         [&](double s, std::size_t n) {
                           ++leaves;
                           rows += n;
                           sum += s;
                           return 0.0;
                         }};
  const std::vector<std::uint32_t> few = {0, 9, 63};
  const regression_tree tree(t, few, gradients, 3, 0.1, hooks);
  EXPECT_EQ(nodes, 7U);
  EXPECT_EQ(leaves, 8U);  // empty ones too: which are empty is not told
  EXPECT_EQ(rows, 3U);
  EXPECT_DOUBLE_EQ(sum, 3.0);
}

TEST(BoostedTreesTest, GradientsAreClipped) {
  const celled_table t = all_pairs();
  double largest = 0.0;
  const tree_hooks hooks{best_split, [&](double sum, std::size_t rows) {
                           largest = std::max(
                               largest, std::abs(sum) / static_cast<double>(std::max<std::size_t>(rows, 1)));
                           return 0.0;
                         }};
  const std::vector<std::vector<std::uint32_t>> rows(1, all_rows(t));
  boost(t, Eigen::VectorXd::Constant(64, 7.0), t, rows, {2, 1.0, 0.0}, [&](unsigned) { return hooks; });
  EXPECT_DOUBLE_EQ(largest, 1.0);
}

}  // namespace
}  // namespace edgeldp::learning
