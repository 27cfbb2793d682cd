// SPDX-License-Identifier: MIT
#include "edgeldp/channel/estimation/proportions.hpp"

#include <gmock/gmock.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/KroneckerProduct>
#include <utility>
#include <vector>

#include "edgeldp/channel/mechanisms/laplace_channels.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"
#include "support/small_channels.hpp"

namespace edgeldp {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Three reports on two truths.
channel three_reports() {
  Eigen::MatrixXd p(3, 2);
  p << 0.5, 0.25, 0.4, 0.4, 0.1, 0.35;
  return channel::from_probabilities({"a", "b"}, {"x", "y", "z"}, p);
}

TEST(Proportions, OneAttributeIsEquationsSeventeenAndEighteen) {
  const std::vector<channel> c = {test::k_ary(3, 1.0)};
  const std::vector<std::uint64_t> counts = {50, 30, 20};
  const proportion_estimate e(c, counts);
  const Eigen::Vector3d frequencies(0.5, 0.3, 0.2);
  const Eigen::Matrix3d inverse = Eigen::Matrix3d(c[0].probabilities()).inverse();
  EXPECT_TRUE(e.values().isApprox(inverse * frequencies, 1e-12));
  const Eigen::Matrix3d spread =
      Eigen::Matrix3d(frequencies.asDiagonal()) - frequencies * frequencies.transpose();
  EXPECT_TRUE(
      e.dispersion(sampling_model::sampled).isApprox(inverse * spread * inverse.transpose() / 99.0, 1e-12));
  EXPECT_TRUE(
      e.variances(sampling_model::sampled).isApprox(e.dispersion(sampling_model::sampled).diagonal(), 1e-12));
  EXPECT_NEAR(e.condition_number(), debiasing_of(c[0]).condition_number, 1e-12);
  EXPECT_EQ(e.reports(), 100.0);
}

TEST(Proportions, TwoAnswersAreEquationSeven) {
  const std::vector<channel> c = {warner_channel(epsilon::from_nats(0.8))};
  const proportion_estimate e(c, std::vector<std::uint64_t>{70, 130});
  const double p = c[0].probabilities()(0, 0), pi = (p - 1.0 + 70.0 / 200.0) / (2.0 * p - 1.0);
  EXPECT_NEAR(e.values()[0], pi, 1e-12);
  EXPECT_NEAR(e.variances(sampling_model::sampled)[0],
              (pi * (1.0 - pi) + 1.0 / (16.0 * (p - 0.5) * (p - 0.5)) - 0.25) / 199.0, 1e-12);
}

TEST(Proportions, FixedPopulationIsTheMeanOfReportCovariances) {
  for (const channel& c : {test::k_ary(4, 1.3), three_reports()}) {
    Eigen::VectorXd truth = Eigen::VectorXd::LinSpaced(static_cast<Eigen::Index>(c.input_count()), 1.0, 3.0);
    truth /= truth.sum();
    const auto e = proportion_estimate::expected(std::vector<channel>{c}, truth, 50.0);
    EXPECT_TRUE(e.values().isApprox(truth, 1e-12));
    const debiasing d = debiasing_of(c);
    Eigen::MatrixXd coins = Eigen::MatrixXd::Zero(truth.size(), truth.size());
    for (Eigen::Index v = 0; v < truth.size(); ++v)
      coins += truth[v] * report_covariance(c, d, static_cast<std::size_t>(v)) / 50.0;
    EXPECT_TRUE(e.dispersion(sampling_model::fixed).isApprox(coins, 1e-12));
    // Sampling adds the multinomial covariance of the truths.
    const Eigen::MatrixXd sampling = (Eigen::MatrixXd(truth.asDiagonal()) - truth * truth.transpose()) / 50.0;
    EXPECT_TRUE(e.dispersion(sampling_model::sampled).isApprox(coins + sampling, 1e-12));
  }
}

TEST(Proportions, SeveralAttributesEqualTheKroneckerProduct) {
  const std::vector<channel> c = {test::k_ary(2, 1.0), three_reports(),
                                  laplace_channel(epsilon::from_nats(2.0), numbered_labels(3))};
  const std::vector<std::uint64_t> counts = {5, 9, 2, 7, 1, 1, 0, 4, 8, 3, 3, 2, 6, 5, 4, 9, 0, 1};
  const proportion_estimate e(c, counts);
  Eigen::MatrixXd joint = debiasing_of(c[0]).weights;
  for (std::size_t k = 1; k < c.size(); ++k) {
    const Eigen::MatrixXd bigger = Eigen::kroneckerProduct(joint, debiasing_of(c[k]).weights);
    joint = bigger;
  }
  Eigen::VectorXd frequencies(18);
  for (Eigen::Index u = 0; u < 18; ++u)
    frequencies[u] = static_cast<double>(counts[static_cast<std::size_t>(u)]) / 70.0;
  EXPECT_TRUE(e.values().isApprox(joint * frequencies, 1e-10));
  const Eigen::MatrixXd second = joint * frequencies.asDiagonal() * joint.transpose();
  const Eigen::MatrixXd sampled = (second - e.values() * e.values().transpose()) / 69.0;
  const Eigen::MatrixXd fixed = (second - Eigen::MatrixXd(e.values().asDiagonal())) / 70.0;
  EXPECT_TRUE(e.dispersion(sampling_model::sampled).isApprox(sampled, 1e-10));
  EXPECT_TRUE(e.dispersion(sampling_model::fixed).isApprox(fixed, 1e-10));
  EXPECT_TRUE(e.variances(sampling_model::sampled).isApprox(sampled.diagonal(), 1e-10));
  EXPECT_TRUE(e.variances(sampling_model::fixed).isApprox(fixed.diagonal(), 1e-10));
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(12, -1.0, 2.0), y = x.reverse().cwiseAbs2();
  EXPECT_NEAR(e.covariance(sampling_model::sampled, x, y), x.dot(sampled * y), 1e-9);
}

/// The mean over every outcome of 3 reports, weighted by its probability: the promise itself.
TEST(Proportions, ValuesAndVariancesAreUnbiasedByEnumeration) {
  const std::vector<channel> c = {three_reports()};
  const Eigen::Vector2d truth(0.3, 0.7);
  const Eigen::Vector3d law = c[0].probabilities() * truth;
  Eigen::Vector2d value = Eigen::Vector2d::Zero(), sampled = value;
  Eigen::Matrix2d spread = Eigen::Matrix2d::Zero();
  for (int outcome = 0; outcome < 27; ++outcome) {
    std::vector<std::uint64_t> counts(3);
    double probability = 1.0;
    for (int i = 0, rest = outcome; i < 3; ++i, rest /= 3) {
      ++counts[static_cast<std::size_t>(rest % 3)];
      probability *= law[rest % 3];
    }
    const proportion_estimate e(c, counts);
    value += probability * e.values();
    sampled += probability * e.variances(sampling_model::sampled);
    const Eigen::Vector2d off = e.values() - truth;
    spread += probability * off * off.transpose();
  }
  EXPECT_TRUE(value.isApprox(truth, 1e-10));
  EXPECT_TRUE(sampled.isApprox(spread.diagonal(), 1e-10));
  // People 0, 1, 1 are everybody: only coins are random.
  const Eigen::Vector2d people(1.0 / 3.0, 2.0 / 3.0);
  Eigen::Vector2d fixed = Eigen::Vector2d::Zero(), variance = fixed, mean = fixed;
  for (int outcome = 0; outcome < 27; ++outcome) {
    std::vector<std::uint64_t> counts(3);
    double probability = 1.0;
    for (int i = 0, rest = outcome; i < 3; ++i, rest /= 3) {
      ++counts[static_cast<std::size_t>(rest % 3)];
      probability *= c[0].probabilities()(rest % 3, i == 0 ? 0 : 1);
    }
    const proportion_estimate e(c, counts);
    mean += probability * e.values();
    fixed += probability * e.variances(sampling_model::fixed);
    variance += probability * (e.values() - people).cwiseAbs2();
  }
  EXPECT_TRUE(mean.isApprox(people, 1e-10));
  EXPECT_TRUE(fixed.isApprox(variance, 1e-10));
}

/// Calls f(counts, probability) for every outcome of `reports` reports of this law.
template <class F>
void for_each_outcome(const Eigen::VectorXd& law, std::uint64_t reports, F&& f) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(law.size()));
  const auto visit = [&](auto&& self, std::size_t cell, std::uint64_t left, double probability) -> void {
    if (cell + 1 == counts.size()) {
      counts[cell] = left;
      f(counts, probability * std::pow(law[law.size() - 1], static_cast<double>(left)));
      return;
    }
    double ways = 1.0;
    for (std::uint64_t c = 0; c <= left; ++c) {
      counts[cell] = c;
      self(self, cell + 1, left - c,
           probability * ways * std::pow(law[static_cast<Eigen::Index>(cell)], static_cast<double>(c)));
      ways *= static_cast<double>(left - c) / static_cast<double>(c + 1);
    }
  };
  visit(visit, 0, reports, 1.0);
}

/// The least and the mean coverage of a cell's interval over laws of truths on a grid; of the score
/// intervals and of value +- 1.96 roots of the unbiased variances.
struct coverage {
  double least = 1.0, mean = 0.0, plain_least = 1.0;
};

coverage coverage_of(const channel& c, std::uint64_t reports) {
  const std::vector<channel> channels = {c};
  coverage result;
  const int steps = 8;
  int laws = 0;
  const auto k = static_cast<Eigen::Index>(c.input_count());
  for_each_outcome(Eigen::VectorXd::Constant(k, 1.0), steps, [&](const auto& point, double) {
    Eigen::VectorXd truth(k), covered = Eigen::VectorXd::Zero(k), plainly = covered;
    for (Eigen::Index v = 0; v < k; ++v)
      truth[v] = static_cast<double>(point[static_cast<std::size_t>(v)]) / steps;
    for_each_outcome(c.probabilities() * truth, reports, [&](const auto& counts, double probability) {
      const proportion_estimate e(channels, counts);
      const proportion_intervals ends = e.intervals(sampling_model::sampled);
      const Eigen::VectorXd reach = 1.96 * e.variances(sampling_model::sampled).cwiseMax(0.0).cwiseSqrt();
      for (Eigen::Index v = 0; v < k; ++v) {
        EXPECT_LT(ends.low[v], ends.high[v]);
        if (ends.low[v] <= truth[v] + 1e-9 && truth[v] <= ends.high[v] + 1e-9) covered[v] += probability;
        if (std::abs(e.values()[v] - truth[v]) <= reach[v] + 1e-9) plainly[v] += probability;
      }
    });
    result.least = std::min(result.least, covered.minCoeff());
    result.plain_least = std::min(result.plain_least, plainly.minCoeff());
    result.mean += covered.mean();
    ++laws;
  });
  result.mean /= laws;
  return result;
}

/// Exact, over every outcome and 45 laws: nominally 95%.
TEST(Proportions, IntervalsCoverHoweverFewReports) {
  const auto laplace = laplace_channel(epsilon::from_nats(2.0), numbered_labels(3));
  for (const auto& [c, reports] :
       {std::pair(test::k_ary(3, 1.0), std::uint64_t{3}), {test::k_ary(3, 8.0), 12}, {laplace, 12}}) {
    const coverage found = coverage_of(c, reports);
    EXPECT_GE(found.least, 0.90) << reports;
    EXPECT_GE(found.mean, 0.945) << reports;
    EXPECT_LT(found.plain_least, 0.86) << "what is printed without the score";
  }
}

TEST(Proportions, StandardErrorsAreNeverZeroForWantOfReports) {
  const std::vector<channel> c = {test::k_ary(3, 1.0)};
  const proportion_estimate none(c, std::vector<std::uint64_t>{3, 0, 0});
  EXPECT_NEAR(none.variances(sampling_model::sampled)[2], 0.0, 1e-12);
  for (const sampling_model p : {sampling_model::sampled, sampling_model::fixed}) {
    EXPECT_GT(none.standard_errors(p).minCoeff(), 0.5);
    EXPECT_GT(none.intervals(p).high[2], 0.5);  // one of three reports hides a rare truth easily
  }
  // Many reports: the roots of the unbiased variances.
  const proportion_estimate many(c, std::vector<std::uint64_t>{50000, 28000, 22000});
  for (const sampling_model p : {sampling_model::sampled, sampling_model::fixed})
    EXPECT_TRUE(many.standard_errors(p).isApprox(many.variances(p).cwiseSqrt(), 1e-3));
  const Eigen::MatrixXd as_it_is = Eigen::MatrixXd::Identity(2, 2);
  const std::vector<channel> open = {channel::from_probabilities({"a", "b"}, {"a", "b"}, as_it_is)};
  const proportion_estimate asked(open, std::vector<std::uint64_t>{10, 0});
  EXPECT_EQ(asked.standard_errors(sampling_model::fixed).maxCoeff(), 0.0);  // nothing is random
  // Wilson's interval of a proportion: 0 of 10 is at most z^2 / (10 + z^2).
  EXPECT_NEAR(asked.intervals(sampling_model::sampled).high[1], 3.8414588 / 13.8414588, 1e-7);
  EXPECT_NEAR(asked.intervals(sampling_model::sampled).low[1], 0.0, 1e-12);
}

TEST(Proportions, IntervalsOfJointTablesAreThoseOfTheProductChannel) {
  const std::vector<channel> c = {test::k_ary(2, 1.0), three_reports()};
  const std::vector<std::uint64_t> counts = {9, 2, 0, 7, 1, 3};
  const proportion_estimate e(c, counts);
  const Eigen::MatrixXd joint = Eigen::kroneckerProduct(c[0].probabilities(), c[1].probabilities());
  const Eigen::MatrixXd weights =
      Eigen::kroneckerProduct(debiasing_of(c[0]).weights, debiasing_of(c[1]).weights);
  const Eigen::MatrixXd moments = weights.cwiseAbs2() * joint;
  const proportion_estimate possible = e.at_possible();
  EXPECT_NEAR(possible.values().sum(), 1.0, 1e-12);
  EXPECT_GT(possible.values().minCoeff(), 0.0);
  const proportion_intervals ends = e.intervals(sampling_model::sampled);
  for (Eigen::Index v = 0; v < 4; ++v) {
    double others = 0.0;
    for (Eigen::Index x = 0; x < 4; ++x)
      if (x != v) others += possible.values()[x] / (1.0 - possible.values()[v]) * moments(v, x);
    for (const double t : {ends.low[v], ends.high[v]}) {
      const double at = std::clamp(t, 0.0, 1.0);
      const double variance = (at * moments(v, v) + (1.0 - at) * others - at * at) / 22.0;
      EXPECT_NEAR(std::abs(e.values()[v] - t), 1.959963984540054 * std::sqrt(variance), 1e-9);
    }
  }
}

TEST(Proportions, RefusesWhatItCannotEstimate) {
  const std::vector<channel> c = {test::k_ary(3, 1.0)};
  EXPECT_THAT([&] { proportion_estimate(c, std::vector<std::uint64_t>{1, 2}); },
              ThrowsMessage<invalid_parameter>(HasSubstr("counts of 2 reports; the channels have 3")));
  EXPECT_THROW(proportion_estimate(c, std::vector<std::uint64_t>{1, 0, 0}), invalid_parameter);
  EXPECT_THROW(proportion_estimate({}, std::vector<std::uint64_t>{}), invalid_parameter);
  EXPECT_THROW(proportion_estimate::expected(c, Eigen::Vector2d(0.5, 0.5), 10.0), invalid_parameter);
  const std::vector<channel> many(5, test::k_ary(100, 1.0));
  EXPECT_THAT([&] { proportion_estimate(many, std::vector<std::uint64_t>{1}); },
              ThrowsMessage<invalid_parameter>(HasSubstr("more than 4194304 cells")));
  const std::vector<channel> merged = {
      relabel_inputs(test::k_ary(2, 1.0), {"a", "b", "c"}, std::vector<std::size_t>{0, 1, 1})};
  EXPECT_THROW(proportion_estimate(merged, std::vector<std::uint64_t>{5, 5}), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
