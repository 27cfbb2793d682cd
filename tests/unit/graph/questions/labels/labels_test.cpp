// SPDX-License-Identifier: MIT
// Labels: the fit against what made its data, what rounds cost, labels along edges that are found,
// labels that edges know nothing of, calibration, users one by one, and users who are lost.
#include "edgeldp/graph/questions/labels/labels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/questions/labels/labels_simulation.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "questions/labels/label_fit.hpp"
#include "support/budgets.hpp"
#include "support/graphs.hpp"
#include "support/losing_population.hpp"
#include "support/planted_groups.hpp"
#include "support/user_by_user.hpp"

namespace edgeldp {
namespace {

using test::nats;

/// A graph with a label of every user, of which a fifth are public.
struct labelled {
  csr_graph graph;
  std::vector<std::uint32_t> truth;
  public_groups known;
};

public_groups some_public(const std::vector<std::uint32_t>& truth, std::uint64_t seed) {
  std::mt19937_64 coins(seed);
  public_groups known{{"a", "b", "c", "d"}, {}};
  for (const std::uint32_t label : truth) known.of.push_back(coins() % 5 == 0 ? label : no_group);
  return known;
}

/// Labels are groups: so many contacts of a user have its own label, and so many another.
labelled along_edges(std::uint64_t users, double alike, double others, std::uint64_t seed) {
  csr_graph g = test::planted_groups(users, alike, others, seed);
  std::vector<std::uint32_t> truth;
  for (vertex_id u = 0; u < users; ++u) truth.push_back(test::planted_group(u));
  public_groups known = some_public(truth, seed);
  return {std::move(g), std::move(truth), std::move(known)};
}

labels_result infer_once(const labelled& l, double total, std::uint64_t seed = 1) {
  return infer_labels(l.graph, {nats(total), l.known}, release_key{seed}, coin_source::simulated(seed));
}

double share_right(const labelled& l, const labels_result& r) {
  double users = 0.0, right = 0.0;
  for (std::size_t u = 0; u < l.truth.size(); ++u) {
    if (l.known.of[u] != no_group) continue;
    ++users;
    right += r.chances.likeliest(u) == l.truth[u] ? 1.0 : 0.0;
  }
  return right / users;
}

/// Users whose labels were drawn by known slopes: 0.1 of a common feature, and of an own one -0.5,
/// -1 and 0.5 of the three labels; the first label has an offset of 1.
struct drawn_labels {
  label_features features;
  std::vector<std::uint32_t> known;
  Eigen::MatrixXd chances;
};
drawn_labels draw_labels(Eigen::Index users, std::uint64_t seed) {
  std::mt19937_64 coins(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  const std::array own{-0.5, -1.0, 0.5};
  drawn_labels d{{{Eigen::MatrixXd(users, 3)}, {Eigen::MatrixXd(users, 3)}}, {}, Eigen::MatrixXd(users, 3)};
  for (Eigen::Index u = 0; u < users; ++u) {
    for (int b = 0; b < 3; ++b) {
      d.features.common[0](u, b) = 10.0 * normal(coins);
      d.features.own[0](u, b) = normal(coins);
      d.chances(u, b) =
          std::exp(0.1 * d.features.common[0](u, b) +
                   own[static_cast<std::size_t>(b)] * d.features.own[0](u, b) + (b == 0 ? 1.0 : 0.0));
    }
    d.chances.row(u) /= d.chances.row(u).sum();
    double at = uniform(coins);
    std::uint32_t label = 0;
    while (label < 2 && (at -= d.chances(u, label)) >= 0.0) ++label;
    d.known.push_back(label);
  }
  return d;
}

TEST(LabelModelTest, LearnsTheSlopesThatMadeItsData) {
  const drawn_labels d = draw_labels(20000, 1);
  const label_model model(d.features, d.known);
  const Eigen::MatrixXd chances = model.chances(d.features);
  EXPECT_LT((chances - d.chances).cwiseAbs().maxCoeff(), 0.04);
  EXPECT_NEAR(chances.row(0).sum(), 1.0, 1e-12);
  EXPECT_GT(model.gain(), 0.2);
}

/// Users whose numbers are twice as large as those that the model learned from.
TEST(LabelModelTest, IsTemperedByOthers) {
  const drawn_labels d = draw_labels(20000, 2), others = draw_labels(20000, 3);
  label_model model(d.features, d.known);
  label_features twice = others.features;
  twice.common[0] *= 2.0;
  twice.own[0] *= 2.0;
  EXPECT_GT((model.chances(twice) - others.chances).cwiseAbs().maxCoeff(), 0.2);
  model.temper(twice, others.known);
  EXPECT_LT((model.chances(twice) - others.chances).cwiseAbs().maxCoeff(), 0.06);
}

TEST(LabelModelTest, OfNothingItGivesShares) {
  const label_features nothing{{Eigen::MatrixXd::Zero(10, 2)}, {}};
  const std::vector<std::uint32_t> known{0, 0, 0, 0, 0, 0, 0, 1, 1, 1};
  const label_model model(nothing, known);
  EXPECT_NEAR(model.chances(nothing)(0, 0), 0.69, 0.03);
  EXPECT_NEAR(model.gain(), 0.0, 1e-3);
}

/// Users who are right less often than was said of them: with the chance of 1 / (1 + e^0.5
/// odds^-0.6).
TEST(OddsLineTest, LearnsWhatChancesAreWorth) {
  std::mt19937_64 coins(4);
  std::uniform_real_distribution<double> uniform;
  const auto worth = [](double said) {
    return 1.0 / (1.0 + std::exp(0.5) * std::pow(1.0 / said - 1.0, 0.6));
  };
  const auto learned_from = [&](Eigen::Index users) {
    Eigen::VectorXd said(users), are_right(users);
    for (Eigen::Index u = 0; u < users; ++u) {
      said[u] = 0.001 + 0.998 * uniform(coins);
      are_right[u] = uniform(coins) < worth(said[u]) ? 1.0 : 0.0;
    }
    return odds_line(said, are_right);
  };
  const odds_line of_many = learned_from(20000);
  for (const double said : {0.05, 0.3, 0.5, 0.8, 0.97}) EXPECT_NEAR(of_many(said), worth(said), 0.02) << said;
  // Two users say nothing against what was said.
  const odds_line of_two = learned_from(2);
  for (const double said : {0.1, 0.5, 0.9}) EXPECT_NEAR(of_two(said), said, 0.05) << said;
}

TEST(OddsLineTest, TakesChancesOfAllAndOfNothing) {
  const odds_line line(Eigen::Vector3d(0.0, 1.0, 0.5), Eigen::Vector3d(0.0, 1.0, 1.0));
  EXPECT_GE(line(0.0), 0.0);
  EXPECT_LE(line(1.0), 1.0);
  EXPECT_LT(line(0.0), 0.01);
  EXPECT_GT(line(1.0), 0.99);
}

TEST(LabelsTest, ARelationshipPaysAtBothEnds) {
  const labels_result r = infer_once(along_edges(500, 20.0, 5.0, 1), 2.0);
  EXPECT_TRUE(r.has_second_round);
  EXPECT_NEAR(r.run.spent.spent().nats(), 2.0, 1e-8);
  EXPECT_NEAR(r.run.spent.relationship_dp().nats(), 4.0, 1e-8);
  EXPECT_TRUE(r.run.flaws.empty());
}

TEST(LabelsTest, RefusesWhatAreNoLabels) {
  labelled l = along_edges(60, 8.0, 2.0, 1);
  const public_groups known = l.known;
  l.known.of.pop_back();
  EXPECT_THROW(infer_once(l, 1.0), invalid_parameter);
  l.known = known;
  l.known.names.pop_back();
  EXPECT_THROW(infer_once(l, 1.0), invalid_parameter);
  l.known = {{"a"}, std::vector<std::uint32_t>(60, 0)};
  EXPECT_THROW(infer_once(l, 1.0), invalid_parameter);
  l.known = {{"a", "b"}, std::vector<std::uint32_t>(60, no_group)};
  EXPECT_THROW(infer_once(l, 1.0), invalid_parameter);
}

TEST(LabelsTest, LabelsAlongEdgesAreFoundAndPublicOnesStay) {
  const labelled l = along_edges(1000, 25.0, 10.0, 2);
  for (const double total : {2.0, 8.0}) {
    const labels_result r = infer_once(l, total);
    EXPECT_GT(share_right(l, r), r.right_by_shares + 0.2) << total;
    for (std::size_t u = 0; u < l.truth.size(); ++u)
      if (l.known.of[u] != no_group) {
        ASSERT_EQ(r.chances.likeliest(u), l.truth[u]);
        ASSERT_EQ(r.chances.of(u)[l.truth[u]], 1.0F);
      }
  }
}

/// A label that edges know nothing of: chances are the shares, and half of the budget is left.
TEST(LabelsTest, OfLabelsThatEdgesDoNotKnowNothingIsInferred) {
  labelled l = along_edges(2000, 10.0, 10.0, 3);
  std::mt19937_64 coins(4);
  for (std::uint32_t& label : l.truth) label = coins() % 10 < 4 ? 0 : static_cast<std::uint32_t>(coins() % 4);
  l.known = some_public(l.truth, 5);
  const labels_result r = infer_once(l, 4.0);
  EXPECT_FALSE(r.has_second_round);
  EXPECT_NEAR(r.run.spent.spent().nats(), 2.0, 1e-8);
  EXPECT_NEAR(r.right.value, r.right_by_shares, 0.05);
}

/// Over 10 runs each, users in bins of a fifth: no bin of at least 2000 is off by more than 0.06,
/// which of chance alone (0.011 standard errors at most) happens once in 10^4.
TEST(LabelsTest, ChancesAreCalibrated) {
  for (const double total : {1.0, 4.0}) {
    std::array<double, 5> users{}, chance{}, right{};
    double expected = 0.0, found = 0.0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const labelled l = along_edges(2000, 16.0, 14.0, 10 + seed);
      const labels_result r = infer_once(l, total, seed);
      expected += r.right.value / 10.0;
      found += share_right(l, r) / 10.0;
      for (std::size_t u = 0; u < l.truth.size(); ++u) {
        if (l.known.of[u] != no_group) continue;
        const std::uint32_t label = r.chances.likeliest(u);
        const auto sure = static_cast<double>(r.chances.of(u)[label]);
        const auto bin = std::min<std::size_t>(4, static_cast<std::size_t>(5.0 * sure));
        ++users[bin];
        chance[bin] += sure;
        right[bin] += label == l.truth[u] ? 1.0 : 0.0;
      }
    }
    for (std::size_t bin = 0; bin < users.size(); ++bin)
      if (users[bin] >= 2000.0) {
        EXPECT_NEAR(chance[bin] / users[bin], right[bin] / users[bin], 0.06) << bin;
      }
    EXPECT_NEAR(expected, found, 0.03) << total;
  }
}

TEST(LabelsTest, TheSameForEveryThreadCount) {
  const labelled l = along_edges(1000, 16.0, 6.0, 2);
  const thread_limit one(1);
  const labels_result alone = infer_once(l, 2.0);
  const thread_limit many(5);
  const labels_result together = infer_once(l, 2.0);
  EXPECT_EQ(alone.right.value, together.right.value);
  for (std::size_t u = 0; u < l.truth.size(); ++u)
    ASSERT_TRUE(std::ranges::equal(alone.chances.of(u), together.chances.of(u)));
}

const labelled& few() {
  static const labelled of = along_edges(60, 12.0, 4.0, 3);
  return of;
}

test::played play_few(session& s) {
  labels_result r = infer_labels(s, {nats(4.0), few().known});
  std::vector<double> numbers{r.right.value, r.right.standard_error};
  for (std::uint64_t u = 0; u < r.chances.users(); ++u)
    for (const float chance : r.chances.of(u)) numbers.push_back(static_cast<double>(chance));
  return {std::move(numbers), std::move(r.run)};
}

TEST(LabelsTest, UsersOneByOneAnswerAsAllTogether) {
  test::expect_same_user_by_user(few().graph, nats(4.0), {7}, play_few, simulated_label_tasks(),
                                 private_tasks());
}

TEST(LabelsTest, SoTheyDoWhereSomeAreLost) {
  test::losses lost = test::nobody_lost(60);
  for (std::uint32_t round = 0; round < 2; ++round)
    lost = test::lose_at_random(std::move(lost), 0.1, round, round);
  test::expect_same_with_losses(few().graph, lost, nats(4.0), {7}, play_few, simulated_label_tasks(),
                                private_tasks());
}

}  // namespace
}  // namespace edgeldp
