// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/codec/ppr/effort.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/homophily/exact.hpp"
#include "support/graphs.hpp"

namespace edgeldp {
namespace {

const csr_graph& graph() {
  static const csr_graph g = generate_affiliation(300, 2600, 8);
  return g;
}

std::vector<user_attribute> attributes(std::initializer_list<std::uint32_t> sizes = {3}) {
  std::vector<user_attribute> all;
  for (const std::uint32_t k : sizes)
    all.push_back({"x" + std::to_string(k), numbered_labels(k), generate_labels(graph(), k, 0.7, k)});
  return all;
}

homophily_options options(homophily_method method, double nats = 2.0) {
  homophily_options o;
  o.total = epsilon::from_nats(nats);
  o.method = method;
  return o;
}

TEST(HomophilyTest, SpendsWhatItSays) {
  for (const auto method : {homophily_method::counts, homophily_method::edges}) {
    homophily_options o = options(method);
    o.codec = ppr_spec{};
    const homophily_result r =
        estimate_homophily(graph(), attributes({3, 2}), o, {7}, coin_source::simulated(1));
    const bool counts = method == homophily_method::counts;
    EXPECT_EQ(r.run.spent.of(0).spent(rounds::attributes), r.plan.attributes);
    EXPECT_EQ(r.run.spent.of(0).spent(rounds::count), r.plan.count);
    EXPECT_EQ(r.run.spent.of(0).spent(rounds::edges), r.plan.edges);
    EXPECT_EQ(r.run.spent.of(0).spent(rounds::degree), r.plan.degree);
    EXPECT_EQ(r.run.spent.of(0).spent(rounds::size), r.plan.size);
    EXPECT_EQ(r.plan.size.is_zero(), counts);
    EXPECT_LE(r.run.spent.spent(), r.run.spent.ceiling());
    EXPECT_EQ(r.run.spent.edge_ldp().units(), r.run.spent.spent().units() - r.plan.attributes.units());
    EXPECT_EQ(r.run.spent.relationship_dp().units(),
              counts ? 2 * r.plan.count.units()
                     : 2 * r.plan.degree.units() + r.plan.size.units() + r.plan.edges.units());
    EXPECT_LE(loss_of(r.plan.channels), r.plan.attributes) << "each channel keeps to its share";
    EXPECT_EQ(r.published == nullptr, counts);
    EXPECT_GT(r.communication.upload_bytes, 1.0);
    EXPECT_EQ(r.communication.download_bytes, counts ? 300.0 * 3 / 8 + 0.5 : 0.0);
    EXPECT_EQ(r.communication.edge_section_bytes > 0.0, !counts);
  }
}

TEST(HomophilyTest, RowsOfPprHaveEnoughChunksForUsersWhomNoiseOnSizesHides) {
  homophily_options o = options(homophily_method::edges, 4.0);
  o.codec = ppr_spec{};
  const homophily_result r = estimate_homophily(graph(), attributes(), o, {7}, coin_source::simulated(1));
  const double loss = o.codec.get_if<ppr_spec>()->response(r.plan.edges).loss_nats();
  const chunk_floor floor = chunk_floor_for(loss, entries_per_chunk(default_level, loss), r.plan.size);
  EXPECT_EQ(r.published->parameters().chunk_floor_rate, floor.rate);
  EXPECT_EQ(r.published->parameters().size_slack, floor.slack);
  EXPECT_EQ(r.published->parameters().chunk_rule, chunk_rule::released_size);
  EXPECT_EQ(r.published->parameters().size, r.plan.size);
}

TEST(HomophilyTest, OnlyPprPaysForSizes) {
  for (const codec_kind codec : {codec_kind::bitmap, codec_kind::nullspace}) {
    homophily_options o = options(homophily_method::edges, 4.0);
    o.codec = codec_spec(codec);
    const homophily_result r = estimate_homophily(graph(), attributes(), o, {7}, coin_source::simulated(1));
    EXPECT_TRUE(r.plan.size.is_zero());
    EXPECT_EQ(r.published->parameters().chunk_rule, chunk_rule::noisy_degree);
  }
}

TEST(HomophilyTest, WithAnAmpleBudgetEverythingIsExact) {
  // Labels get 24 nats at most: one of 300 is wrong with probability 2e-8. Noise on a count is 0
  // but for 1e-15.
  const homophily_options ample = options(homophily_method::counts, 60.0);
  const std::vector<user_attribute> all = attributes();
  const homophily_result r = estimate_homophily(graph(), all, ample, {7}, coin_source::simulated(2));
  const exact::mixing truth = exact::measure_mixing(graph(), all[0]);
  EXPECT_EQ(r.plan.attributes, epsilon::from_nats(24.0));
  EXPECT_NEAR(r.attributes[0].within().estimate.value, static_cast<double>(truth.within), 1e-6);
  EXPECT_NEAR(r.attributes[0].assortativity()->estimate.value, *truth.assortativity, 1e-9);
}

TEST(HomophilyTest, IsTheSameForEveryThreadCount) {
  for (const auto method : {homophily_method::counts, homophily_method::edges}) {
    const auto play = [&](unsigned threads) {
      const thread_limit limit(threads);
      const homophily_result r =
          estimate_homophily(graph(), attributes(), options(method), {7}, coin_source::simulated(3));
      const mixing_number within = r.attributes[0].within(), ratio = *r.attributes[0].fraction_within();
      return std::tuple(within.estimate.value, within.estimate.standard_error, ratio.estimate.value,
                        ratio.estimate.bias, r.communication.upload_bytes);
    };
    EXPECT_EQ(play(1), play(3)) << "to the last bit";
  }
}

TEST(HomophilyTest, TakesTheMethodWithTheSmallerPredictedError) {
  const std::vector<channel::labels> values = {numbered_labels(2)};
  homophily_options o;
  const homophily_plan chosen = plan_homophily(o, 2000, values);
  EXPECT_EQ(chosen.method, homophily_method::counts);
  o.method = homophily_method::edges;
  EXPECT_GT(plan_homophily(o, 2000, values).predicted_error, chosen.predicted_error);
  // Noisy rows of few users with generous budgets have less noise than counts of many outputs.
  const std::vector<channel::labels> many = {numbered_labels(20)};
  homophily_options generous;
  generous.total = epsilon::from_nats(20.0);
  generous.codec = bitmap_spec{};
  homophily_options by_hand = generous;
  double least = INFINITY;
  for (const auto method : {homophily_method::counts, homophily_method::edges}) {
    by_hand.method = method;
    least = std::min(least, plan_homophily(by_hand, 30, many).predicted_error);
  }
  EXPECT_EQ(plan_homophily(generous, 30, many).predicted_error, least);
}

TEST(HomophilyTest, TheChosenShareHasNearlyTheLeastPredictedError) {
  const std::vector<channel::labels> values = {numbered_labels(4)};
  homophily_options o = options(homophily_method::counts, 1.0);
  const double chosen = plan_homophily(o, 2000, values).predicted_error;
  for (double share = 0.05; share < 1.0; share += 0.05) {
    o.attribute_share = share;
    EXPECT_GE(plan_homophily(o, 2000, values).predicted_error, 0.999 * chosen) << share;
  }
}

/// The prediction by the general formula of mixing_moments.
double predicted_by_moments(const channel& law, const homophily_plan& plan, const assumed_graph& assumed,
                            std::uint64_t user_count, double count_variance, double non_edge_variance) {
  using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;
  const debiasing d = debiasing_of(law);
  const Index k = d.weights.rows(), outputs = d.weights.cols();
  const auto users = static_cast<double>(user_count), values = static_cast<double>(k);
  mixing_moments m;
  m.weights = d.weights;
  m.is_mirrored = plan.method == homophily_method::edges;
  MatrixXd profile = MatrixXd::Constant(k, k, (1.0 - assumed.fraction_within) / (values - 1.0));
  profile.diagonal().setConstant(assumed.fraction_within);
  m.ends = users / values * assumed.mean_degree * profile;
  for (Index a = 0; a < k; ++a)
    m.dispersion.push_back(report_covariance(law, d, static_cast<std::size_t>(a)));
  const double square =
      assumed.mean_degree * assumed.mean_degree * (1.0 + assumed.degree_spread * assumed.degree_spread);
  for (Index a = 0; a < k; ++a) {
    MatrixXd around = 4.0 * users / values * square * profile.col(a) * profile.col(a).transpose();
    for (Index b = 0; b < k; ++b) around += 2.0 * m.ends(a, b) * m.dispersion[static_cast<std::size_t>(b)];
    m.neighborhoods.push_back(around);
  }
  const VectorXd reports = users * law.probabilities().rowwise().mean();
  m.noise = non_edge_variance * reports * reports.transpose() +
            count_variance * reports * VectorXd::Ones(outputs).transpose();
  const double ends = m.ends.sum();
  const MatrixXd gradient = MatrixXd::Identity(k, k) - MatrixXd::Constant(k, k, m.ends.trace() / ends);
  return std::sqrt(m.covariance(gradient, gradient).sum()) / ends;
}

TEST(HomophilyTest, PredictsWhatTheMomentsOfTheAssumedGraphSay) {
  for (const auto method : {homophily_method::counts, homophily_method::edges}) {
    for (const std::uint32_t k : {2U, 5U}) {
      homophily_options o = options(method, 3.0);
      o.assumed = {12.0, 1.5, 0.55};
      const std::vector<channel::labels> values = {numbered_labels(k)};
      // A channel without symmetries: k-ary, one column skewed.
      Eigen::MatrixXd p = k_ary_channel(epsilon::from_nats(1.0), values[0]).probabilities();
      p.col(1) = 0.7 * p.col(1) + 0.3 * p.col(0);
      o.channels = {channel::from_probabilities(values[0], values[0], p)};
      const homophily_plan plan = plan_homophily(o, 400, values);
      const bool counts = method == homophily_method::counts;
      const double expected = predicted_by_moments(
          o.channels[0], plan, o.assumed, 400, counts ? discrete_laplace(1, plan.count).variance() : 0.0,
          counts ? 0.0 : o.codec.law(plan.edges).non_edge_variance());
      EXPECT_NEAR(plan.predicted_error, expected, 1e-9 * expected) << k;
    }
  }
}

TEST(HomophilyTest, RefusesMoreLabelsThanItTellsApartBeforePlanning) {
  for (const auto& [labels, what] :
       {std::pair(200U, "more than 64"), std::pair(3000U, "is this the id column?")}) {
    const std::vector<channel::labels> values = {numbered_labels(labels)};
    try {
      plan_homophily({}, 3000, values);
      FAIL();
    } catch (const invalid_parameter& e) {
      EXPECT_THAT(e.what(), testing::HasSubstr(what));
    }
  }
}

TEST(HomophilyTest, StepsOverSharesAtWhichAFamilyCannotBeInverted) {
  const std::vector<channel::labels> values = {numbered_labels(2)};
  homophily_options o = options(homophily_method::counts, 3.0);
  // Reports tell nothing unless the budget lies between the two.
  double least = 0.4, most = 2.0;
  o.family = [&](epsilon budget, const channel::labels& names) {
    return budget.nats() > least && budget.nats() < most
               ? k_ary_channel(budget, names)
               : channel::from_probabilities(names, names, Eigen::MatrixXd::Constant(2, 2, 0.5));
  };
  const homophily_plan chosen = plan_homophily(o, 2000, values);
  for (double share = 0.15; share < 0.66; share += 0.05) {
    o.attribute_share = share;
    EXPECT_GE(plan_homophily(o, 2000, values).predicted_error, 0.999 * chosen.predicted_error) << share;
  }
  o.attribute_share.reset();
  least = 1.49;
  most = 1.51;
  const double narrow = plan_homophily(o, 2000, values).attributes.nats();
  EXPECT_GT(narrow, least);
  EXPECT_LT(narrow, most);
  most = least;
  try {
    plan_homophily(o, 2000, values);
    FAIL() << "no budget can be inverted";
  } catch (const invalid_parameter& e) {
    EXPECT_NE(std::string(e.what()).find("--attribute-share"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("rank 1"), std::string::npos) << e.what();
  }
}

TEST(HomophilyTest, TakesAGivenChannelAtWhatItLoses) {
  const std::vector<user_attribute> all = attributes();
  homophily_options o = options(homophily_method::counts);
  o.channels = {k_ary_channel(epsilon::from_nats(1.25), all[0].values)};
  const homophily_result r = estimate_homophily(graph(), all, o, {7}, coin_source::simulated(4));
  EXPECT_NEAR(r.plan.attributes.nats(), 1.25, 1e-8);
  EXPECT_NEAR(r.plan.count.nats(), 0.75, 1e-8);
  EXPECT_EQ(r.attributes[0].values(), all[0].values);
}

TEST(HomophilyTest, RefusesWhatDoesNotFit) {
  const std::vector<user_attribute> all = attributes();
  const coin_source coins = coin_source::simulated(5);
  const auto play = [&](const homophily_options& o) {
    return estimate_homophily(graph(), all, o, {7}, coins);
  };
  homophily_options o = options(homophily_method::counts, 1.0);
  o.attribute_share = 1.0;
  EXPECT_THROW(play(o), invalid_parameter);
  o = options(homophily_method::counts, 1.0);
  o.channels = {k_ary_channel(epsilon::from_nats(1.0), all[0].values)};
  EXPECT_THROW(play(o), invalid_parameter) << "nothing is left for edges";
  o.channels = {k_ary_channel(epsilon::from_nats(0.5), numbered_labels(2))};
  EXPECT_THROW(play(o), invalid_parameter) << "other values";
  o.channels = {
      channel::from_probabilities(all[0].values, {"a", "b", "c"}, Eigen::MatrixXd::Constant(3, 3, 1.0 / 3))};
  EXPECT_THROW(play(o), invalid_parameter) << "no inverse";
  o = options(homophily_method::counts, 1.0);
  o.assumed.mean_degree = 0.0;
  EXPECT_THROW(play(o), invalid_parameter);
  o = options(homophily_method::edges, 1.0);
  o.size_share = 0.99;
  EXPECT_THROW(play(o), invalid_parameter) << "nothing is left for rows";
  EXPECT_THROW(estimate_homophily(graph(), {}, options(homophily_method::counts), {7}, coins),
               invalid_parameter);
  EXPECT_THROW(estimate_homophily(csr_graph(0, {}), all, options(homophily_method::counts), {7}, coins),
               bad_graph_input);
}

}  // namespace
}  // namespace edgeldp
