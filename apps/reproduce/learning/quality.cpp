// SPDX-License-Identifier: MIT
#include "reproduce/learning/quality.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace edgeldp::learning {

namespace {

bool is_right(const Eigen::MatrixXf& scores, std::size_t i, int truth) {
  Eigen::Index best = 0;
  scores.col(static_cast<Eigen::Index>(i)).maxCoeff(&best);
  return best == truth;
}

}  // namespace

double accuracy(const Eigen::MatrixXf& scores, std::span<const int> classes) {
  double right = 0.0;
  for (std::size_t i = 0; i < classes.size(); ++i) right += is_right(scores, i, classes[i]) ? 1.0 : 0.0;
  return right / static_cast<double>(classes.size());
}

std::vector<double> class_accuracies(const Eigen::MatrixXf& scores, std::span<const int> classes) {
  std::vector<double> right(static_cast<std::size_t>(scores.rows())), all(right.size());
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto truth = static_cast<std::size_t>(classes[i]);
    all[truth] += 1.0;
    right[truth] += is_right(scores, i, classes[i]) ? 1.0 : 0.0;
  }
  for (std::size_t c = 0; c < right.size(); ++c) right[c] /= all[c];
  return right;
}

double ranking_quality(const Eigen::MatrixXf& scores, std::span<const int> classes) {
  std::vector<std::pair<float, std::size_t>> order;
  std::array<double, 2> counts{};
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    order.emplace_back(scores(1, at) - scores(0, at), static_cast<std::size_t>(classes[i]));
    counts[order.back().second] += 1.0;
  }
  if (counts[0] == 0.0 || counts[1] == 0.0) return 0.5;
  std::ranges::sort(order);
  double below = 0.0, won = 0.0;
  for (std::size_t first = 0; first < order.size();) {
    std::array<double, 2> tied{};
    std::size_t last = first;
    for (; last < order.size() && order[last].first == order[first].first; ++last)
      tied[order[last].second] += 1.0;
    won += tied[1] * (below + 0.5 * tied[0]);
    below += tied[0];
    first = last;
  }
  return won / (counts[0] * counts[1]);
}

}  // namespace edgeldp::learning
