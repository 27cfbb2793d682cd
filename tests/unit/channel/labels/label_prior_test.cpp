// SPDX-License-Identifier: MIT
#include "edgeldp/channel/labels/label_prior.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "edgeldp/channel/debiasing.hpp"
#include "edgeldp/channel/labels/label_prior_curator.hpp"
#include "edgeldp/channel/labels/label_release_curator.hpp"
#include "edgeldp/channel/labels/label_release_simulation.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "support/small_channels.hpp"

namespace edgeldp {
namespace {

using label_counts = std::vector<std::uint64_t>;

label_prior central(const label_counts& c, double nats, std::uint64_t seed = 1) {
  simulation_randomness coins(seed, 1, 1);
  return central_prior(c, epsilon::from_nats(nats), coins);
}

TEST(CentralPrior, AddsTheNoiseOfSensitivityTwo) {
  const label_counts truth = {30, 0, 7, 3};
  const discrete_laplace noise(2, epsilon::from_nats(0.7));
  simulation_randomness coins(5, 1, 1);
  const label_prior prior = central(truth, 0.7, 5);
  for (std::size_t y = 0; y < truth.size(); ++y) {
    EXPECT_DOUBLE_EQ(prior.unbiased[y] * 40.0,
                     static_cast<double>(static_cast<int128>(truth[y]) + noise(coins)));
    EXPECT_DOUBLE_EQ(prior.standard_errors[y], std::sqrt(noise.variance()) / 40.0);
  }
  EXPECT_NEAR(std::accumulate(prior.shares.begin(), prior.shares.end(), 0.0), 1.0, 1e-15);
}

TEST(CentralPrior, EvenWhenNoiseLeavesNothing) {
  bool happened = false;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const label_prior prior = central({1, 0}, 0.01, seed);
    if (prior.unbiased[0] > 0.0 || prior.unbiased[1] > 0.0) continue;
    happened = true;
    EXPECT_EQ(prior.shares, (std::vector<double>{0.5, 0.5}));
  }
  EXPECT_TRUE(happened);
}

TEST(CentralPrior, RefusesNobodyAndTooMany) {
  EXPECT_THROW(central({}, 1.0), invalid_parameter);
  EXPECT_THROW(central({0, 0}, 1.0), invalid_parameter);
  EXPECT_THROW(central({~0ULL, ~0ULL}, 1.0), invalid_parameter);
}

TEST(LocalPrior, InvertsTheChannelInExpectation) {
  const channel c = k_ary_channel(epsilon::from_nats(1.0), numbered_labels(3));
  // Expected reports of 1000 users with shares 0.5, 0.3, 0.2, to a report.
  const Eigen::VectorXd expected = c.probabilities() * Eigen::Vector3d(500.0, 300.0, 200.0);
  label_counts reports;
  for (const double r : expected) reports.push_back(static_cast<std::uint64_t>(std::round(r)));
  const label_prior prior = local_prior(c, reports);
  EXPECT_NEAR(prior.unbiased[0], 0.5, 2e-3);
  EXPECT_NEAR(prior.unbiased[2], 0.2, 2e-3);
  EXPECT_NEAR(std::accumulate(prior.unbiased.begin(), prior.unbiased.end(), 0.0), 1.0, 1e-12);
  // A report is right with chance p, any other answer with q: the closed form.
  const double q = 1.0 / (std::exp(1.0) + 2.0), p = std::exp(1.0) * q, y = prior.shares[1];
  EXPECT_NEAR(prior.standard_errors[1],
              std::sqrt((y * p * (1.0 - p) + (1.0 - y) * q * (1.0 - q)) / 1000.0) / (p - q), 1e-9);
}

TEST(LocalPrior, ErrorsAreThoseOfTheReportsCovariances) {
  Eigen::MatrixXd tall(4, 3);
  tall << 0.5, 0.1, 0.2, 0.2, 0.6, 0.1, 0.1, 0.1, 0.5, 0.2, 0.2, 0.2;
  for (const channel& c : {k_ary_channel(epsilon::from_nats(0.7), numbered_labels(4)),
                           channel::from_probabilities(numbered_labels(3), numbered_labels(4), tall)}) {
    const label_prior prior = local_prior(c, label_counts{400, 300, 290, 180});
    const debiasing d = debiasing_of(c);
    Eigen::VectorXd variance = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(c.input_count()));
    for (std::size_t y = 0; y < c.input_count(); ++y)
      variance += prior.shares[y] * report_covariance(c, d, y).diagonal() / 1170.0;
    for (std::size_t y = 0; y < c.input_count(); ++y)
      EXPECT_NEAR(prior.standard_errors[y], std::sqrt(variance[static_cast<Eigen::Index>(y)]), 1e-12);
  }
}

TEST(LocalPrior, NoNoiseNoError) {
  const channel c =
      channel::from_probabilities(numbered_labels(3), numbered_labels(3), Eigen::MatrixXd::Identity(3, 3));
  for (const double error : local_prior(c, label_counts{5, 3, 7}).standard_errors)
    EXPECT_NEAR(error, 0.0, 1e-8);
}

TEST(LocalPrior, CutsAndRefuses) {
  const channel c = k_ary_channel(epsilon::from_nats(1.0), numbered_labels(2));
  const label_prior prior = local_prior(c, label_counts{10, 0});
  EXPECT_LT(prior.unbiased[1], 0.0);
  EXPECT_EQ(prior.shares, (std::vector<double>{1.0, 0.0}));
  EXPECT_THROW(local_prior(c, label_counts{1, 2, 3}), invalid_parameter);
  EXPECT_THROW(local_prior(c, label_counts{0, 0}), invalid_parameter);
}

TEST(PriorSplit, IsPublicAndOfItsShare) {
  std::size_t first = 0;
  for (vertex_id u = 0; u < 100000; ++u) first += reports_prior(release_key{7}, u, 0.1) ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(first), 10000.0, 5.73 * std::sqrt(9000.0));  // 1e-8
  std::size_t moved = 0;
  for (vertex_id u = 0; u < 1000; ++u)
    moved += reports_prior(release_key{7}, u, 0.5) != reports_prior(release_key{8}, u, 0.5) ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(moved), 500.0, 5.73 * std::sqrt(250.0));
  for (const double share : {0.0, 1.0, -1.0, std::nan("")})
    EXPECT_THROW(reports_prior(release_key{7}, 0, share), invalid_parameter);
}

const label_release_options some_options{epsilon::from_nats(1.0), 0.8, 2, 0.2};

enum class prior_model { central, local };

label_release release_labels_of(const std::vector<std::size_t>& truths, prior_model model,
                                const label_release_options& options = some_options) {
  const auto play = model == prior_model::central
                        ? &release_labels_by_curator
                        : static_cast<decltype(&release_labels_by_curator)>(&release_labels);
  return play(truths, numbered_labels(4), options, release_key{3}, coin_source::simulated(11));
}

TEST(LabelRelease, EachUserTakesPartOnce) {
  for (const prior_model model : {prior_model::central, prior_model::local}) {
    const label_release r = release_labels_of(test::labels_with_one_rare(300), model);
    EXPECT_EQ(r.users.size(), r.reports.size());
    std::set<vertex_id> asked(r.users.begin(), r.users.end());
    for (vertex_id u = 0; u < 300; ++u) EXPECT_NE(asked.contains(u), reports_prior(release_key{3}, u, 0.2));
    EXPECT_LE(r.mechanism.loss().nats, 1.0);
    EXPECT_EQ(r.mechanism, block_channel(epsilon::from_nats(1.0),
                                         plan_blocks(numbered_labels(4), r.prior.shares, 0.8, 2)));
  }
}

TEST(LabelRelease, OneLabelMovesOnlyWhatItsOwnerSent) {
  // With the same coins: a label of D2 moves at most its own report, one of D1 no report but
  // through the prior.
  const std::vector<std::size_t> truths = test::labels_with_one_rare(300);
  for (const prior_model model : {prior_model::central, prior_model::local}) {
    const label_release before = release_labels_of(truths, model);
    for (std::size_t i = 0; i < before.users.size(); i += 17) {
      std::vector<std::size_t> changed = truths;
      changed[before.users[i]] = (changed[before.users[i]] + 1) % 4;
      const label_release after = release_labels_of(changed, model);
      EXPECT_EQ(after.prior.shares, before.prior.shares);
      EXPECT_EQ(after.mechanism, before.mechanism);
      for (std::size_t j = 0; j < before.reports.size(); ++j)
        EXPECT_TRUE(j == i || after.reports[j] == before.reports[j]) << j;
    }
    vertex_id first = 0;
    while (!reports_prior(release_key{3}, first, 0.2)) ++first;
    std::vector<std::size_t> changed = truths;
    changed[first] = (changed[first] + 1) % 4;
    const label_release after = release_labels_of(changed, model);
    EXPECT_EQ(after.users, before.users);
    EXPECT_TRUE(after.mechanism != before.mechanism || after.reports == before.reports);
    if (model != prior_model::central) continue;
    double moved = 0.0;
    const double first_count = static_cast<double>(300 - before.users.size());
    for (std::size_t y = 0; y < 4; ++y)
      moved += first_count * std::abs(after.prior.unbiased[y] - before.prior.unbiased[y]);
    EXPECT_NEAR(moved, 2.0, 1e-9);
  }
}

TEST(LabelRelease, RefusesUnknownLabelsAndAnEmptyFirstPart) {
  for (const prior_model model : {prior_model::central, prior_model::local}) {
    EXPECT_THROW(release_labels_of({0, 4}, model), invalid_parameter);
    EXPECT_THROW(release_labels_of({}, model), invalid_parameter);
    label_release_options options = some_options;
    options.prior_share = 1e-9;
    EXPECT_THROW(release_labels_of({0, 1, 2}, model, options), invalid_parameter);
  }
}

}  // namespace
}  // namespace edgeldp
