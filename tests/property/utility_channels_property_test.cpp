// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "edgeldp/channel/mechanisms/bipartite.hpp"
#include "edgeldp/channel/mechanisms/utility_channels.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "support/broken_channels.hpp"

namespace edgeldp {
namespace {

/// Whole numbers: ties are as common as strict order.
Eigen::MatrixXd any_utility(Eigen::Index outputs, Eigen::Index inputs) {
  return Eigen::MatrixXd::NullaryExpr(outputs, inputs,
                                      [] { return static_cast<double>(*rc::gen::inRange(-6, 7)); });
}

epsilon ordinary_budget() {
  return epsilon::from_nats(0.01 * static_cast<double>(*rc::gen::inRange(5, 800)));
}

channel::labels labels(Eigen::Index count) {
  return numbered_labels(static_cast<std::size_t>(count));
}

Eigen::VectorXd any_prior(Eigen::Index inputs) {
  const Eigen::VectorXd weights =
      Eigen::VectorXd::NullaryExpr(inputs, [] { return static_cast<double>(*rc::gen::inRange(1, 10)); });
  return weights / weights.sum();
}

RC_GTEST_PROP(UtilityChannelsProperty, EveryChannelKeepsToItsBudget, ()) {
  const epsilon budget = ordinary_budget();
  const Eigen::Index outputs = *rc::gen::inRange(1, 8), inputs = *rc::gen::inRange(1, 7);
  const Eigen::MatrixXd u = any_utility(outputs, inputs);
  const auto keeps = [&](const channel& c) { RC_ASSERT(c.loss().nats <= budget.nats()); };
  keeps(brr_channel(budget, labels(inputs), labels(outputs), u));
  keeps(brr_star_channel(budget, labels(inputs), labels(outputs), u, any_prior(inputs)));
  const Eigen::MatrixXd falls = u.rowwise() - u.colwise().maxCoeff();
  if (utility_sensitivity(falls) > 0.0)
    for (const auto scale :
         {exponential_scale::range, exponential_scale::sensitivity, exponential_scale::exact_loss})
      keeps(exponential_channel(budget, labels(inputs), labels(outputs), u, scale));
  const auto steps = *rc::gen::inRange(2U, 6U);
  const Eigen::MatrixXi step = Eigen::MatrixXi::NullaryExpr(
      outputs, inputs, [&] { return *rc::gen::inRange(0, static_cast<int>(steps)); });
  keeps(staircase_channel(budget, labels(inputs), labels(outputs), step, steps));
}

RC_GTEST_PROP(UtilityChannelsProperty, ThePublishedStaircaseLosesAtMostTwiceItsBudget, ()) {
  const epsilon budget = ordinary_budget();
  const auto steps = *rc::gen::inRange(2U, 5U);
  const Eigen::MatrixXi step =
      Eigen::MatrixXi::NullaryExpr(6, 5, [&] { return *rc::gen::inRange(0, static_cast<int>(steps)); });
  RC_ASSERT(test::broken::staircase_at_nominal_budget(budget, step, steps).loss().nats <=
            2.0 * budget.nats() + 1e-9);
}

RC_GTEST_PROP(UtilityChannelsProperty, TheSearchFindsTheBestCountOfAll, ()) {
  const epsilon budget = ordinary_budget();
  const Eigen::Index outputs = *rc::gen::inRange(1, 9), inputs = *rc::gen::inRange(1, 7);
  const Eigen::MatrixXd u = any_utility(outputs, inputs);
  const Eigen::VectorXd prior = any_prior(inputs);
  const utility_ranking ranking(u);
  const auto mean = [&](std::size_t m, const Eigen::VectorXd& weights) {
    return expected_utility(bipartite_channel(budget, labels(inputs), labels(outputs), ranking, m), u)
        .dot(weights);
  };
  const auto best_of_all = [&](std::size_t found, const Eigen::VectorXd& weights) {
    for (std::size_t m = 1; m <= ranking.output_count(); ++m)
      RC_ASSERT(mean(m, weights) <= mean(found, weights) + 1e-9);
  };
  best_of_all(brr_star_high_count(budget, ranking, prior), prior);
  for (Eigen::Index x = 0; x < inputs; ++x)
    best_of_all(best_high_count(budget, ranking.sorted().col(x)), Eigen::VectorXd::Unit(inputs, x));
  // BRR: nobody's utility falls on the way up to m, somebody's does beyond.
  const std::size_t m = brr_high_count(budget, ranking);
  for (Eigen::Index x = 0; x < inputs; ++x)
    for (std::size_t i = 1; i < m; ++i)
      RC_ASSERT(mean(i, Eigen::VectorXd::Unit(inputs, x)) <=
                mean(i + 1, Eigen::VectorXd::Unit(inputs, x)) + 1e-9);
}

RC_GTEST_PROP(UtilityChannelsProperty, NoWeightsByRankBeatTheSearch, ()) {
  const epsilon budget = ordinary_budget();
  const Eigen::Index outputs = *rc::gen::inRange(1, 9);
  const utility_ranking ranking(any_utility(outputs, 1));
  const Eigen::VectorXd falling = ranking.sorted().col(0);
  const double growth = std::exp(budget.nats());
  const auto mean = [&](const Eigen::VectorXd& s) { return falling.dot(s) / s.sum(); };
  Eigen::VectorXd best = Eigen::VectorXd::Ones(outputs);
  best.head(static_cast<Eigen::Index>(best_high_count(budget, falling))).setConstant(growth);
  const Eigen::VectorXd other = Eigen::VectorXd::NullaryExpr(
      outputs, [&] { return 1.0 + (growth - 1.0) * 0.01 * static_cast<double>(*rc::gen::inRange(0, 101)); });
  RC_ASSERT(mean(other) <= mean(best) + 1e-9);
}

RC_GTEST_PROP(UtilityChannelsProperty, BrrStarIsAtLeastBrrIsAtLeastRandomizedResponse, ()) {
  const epsilon budget = ordinary_budget();
  const Eigen::Index n = *rc::gen::inRange(2, 8);
  const Eigen::MatrixXd u = any_utility(n, n);
  const Eigen::VectorXd prior = any_prior(n);
  const auto q = [&](const channel& c) { return expected_utility(c, u); };
  const Eigen::VectorXd of_brr = q(brr_channel(budget, labels(n), labels(n), u));
  RC_ASSERT(q(brr_star_channel(budget, labels(n), labels(n), u, prior)).dot(prior) >=
            of_brr.dot(prior) - 1e-9);
  // For every single truth.
  RC_ASSERT((of_brr - q(k_ary_channel(budget, labels(n)))).minCoeff() >= -1e-9);
}

}  // namespace
}  // namespace edgeldp
