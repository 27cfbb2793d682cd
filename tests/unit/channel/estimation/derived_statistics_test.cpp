// SPDX-License-Identifier: MIT
#include "edgeldp/channel/estimation/derived_statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "support/small_channels.hpp"

namespace edgeldp {
namespace {

TEST(DerivedStatistics, KnownValues) {
  EXPECT_NEAR(entropy_bits(Eigen::Vector4d(0.5, 0.25, 0.25, 0.0)), 1.5, 1e-15);
  Eigen::MatrixXd t(2, 2);
  t << 0.3, 0.2, 0.1, 0.4;
  // 100 people: 30, 20, 10, 40; the textbook formula of a 2 x 2 table.
  EXPECT_NEAR(chi_square(t, 100.0),
              100.0 * std::pow(30.0 * 40.0 - 20.0 * 10.0, 2) / (50.0 * 50.0 * 40.0 * 60.0), 1e-10);
  const double mutual = 0.3 * std::log2(0.3 / 0.2) + 0.2 * std::log2(0.2 / 0.3) + 0.1 * std::log2(0.1 / 0.2) +
                        0.4 * std::log2(0.4 / 0.3);
  EXPECT_NEAR(mutual_information_bits(t), mutual, 1e-14);
  t << 0.12, 0.28, 0.18, 0.42;
  EXPECT_NEAR(chi_square(t, 100.0), 0.0, 1e-12);
  EXPECT_NEAR(mutual_information_bits(t), 0.0, 1e-14);
}

TEST(DerivedStatistics, NearestProportionsAreOfTheSimplexAndLeaveItAlone) {
  const Eigen::Vector3d inside(0.2, 0.5, 0.3);
  EXPECT_TRUE(nearest_proportions(inside).isApprox(inside, 1e-15));
  EXPECT_TRUE(
      nearest_proportions(Eigen::Vector3d(-0.2, 0.9, 0.3)).isApprox(Eigen::Vector3d(0.0, 0.8, 0.2), 1e-12));
  EXPECT_TRUE(
      nearest_proportions(Eigen::Vector3d(5.0, -3.0, -1.0)).isApprox(Eigen::Vector3d(1.0, 0.0, 0.0), 1e-12));
}

struct differences {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd second;
};

/// Derivatives of f at p by central differences, coordinate by coordinate.
differences differentiate(const std::function<double(const Eigen::VectorXd&)>& f, const Eigen::VectorXd& p) {
  const Eigen::Index n = p.size();
  const double h = 1e-4;
  differences d{Eigen::VectorXd(n), Eigen::MatrixXd(n, n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::VectorXd x = h * Eigen::VectorXd::Unit(n, i);
    d.gradient[i] = (f(p + x) - f(p - x)) / (2.0 * h);
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::VectorXd y = h * Eigen::VectorXd::Unit(n, j);
      d.second(i, j) = (f(p + x + y) - f(p + x - y) - f(p - x + y) + f(p - x - y)) / (4.0 * h * h);
    }
  }
  return d;
}

/// Predictions against those from differences of the plain function.
void expect_predictions(const proportion_estimate& e, const derived_estimate& predicted, sampling_model p,
                        const std::function<double(const Eigen::VectorXd&)>& f) {
  const differences d = differentiate(f, e.values());
  const Eigen::MatrixXd c = e.dispersion(p), hc = d.second * c;
  EXPECT_NEAR(predicted.value, f(e.values()), 1e-10);
  EXPECT_NEAR(predicted.bias, 0.5 * hc.trace(), 1e-4 * std::abs(predicted.bias) + 1e-9);
  EXPECT_NEAR(predicted.first_order, d.gradient.dot(c * d.gradient), 1e-4 * predicted.first_order + 1e-9);
  EXPECT_NEAR(predicted.second_order, 0.5 * (hc * hc).trace(), 1e-3 * predicted.second_order + 1e-9);
  EXPECT_NEAR(predicted.standard_error * predicted.standard_error,
              predicted.first_order + predicted.second_order, 1e-9);
  EXPECT_TRUE(predicted.is_interior);
}

/// The functions of cells that need not add up to 1: margins are sums.
double chi_square_of_cells(const Eigen::VectorXd& cells, const proportion_estimate& e) {
  const Eigen::MatrixXd t = as_table(cells, e);
  const Eigen::VectorXd a = t.rowwise().sum(), b = t.colwise().sum();
  return e.reports() * (t.array().square() / (a * b.transpose()).array()).sum() - e.reports();
}

TEST(DerivedStatistics, PredictionsComeFromTheDerivatives) {
  Eigen::VectorXd cells(6);
  cells << 0.1, 0.2, 0.05, 0.25, 0.1, 0.3;
  const std::vector<channel> c = {test::k_ary(2, 1.5), test::k_ary(3, 1.0)};
  const auto e = proportion_estimate::expected(c, cells, 1000.0);
  for (const sampling_model p : {sampling_model::sampled, sampling_model::fixed}) {
    expect_predictions(e, estimate_entropy(e, p), p,
                       [](const Eigen::VectorXd& x) { return entropy_bits(x); });
    expect_predictions(e, estimate_chi_square(e, p), p,
                       [&](const Eigen::VectorXd& x) { return chi_square_of_cells(x, e); });
    expect_predictions(e, estimate_mutual_information(e, p), p,
                       [&](const Eigen::VectorXd& x) { return mutual_information_bits(as_table(x, e)); });
  }
}

/// Result 5 prints log2 p + 1 / ln 2. With the sign lost the variance of an entropy stays, that of
/// the difference of two entropies of one table does not.
TEST(DerivedStatistics, TheSignOfTheEntropysDerivativeMatters) {
  Eigen::VectorXd cells(6);
  cells << 0.1, 0.2, 0.05, 0.25, 0.1, 0.3;
  const std::vector<channel> c = {test::k_ary(2, 1.5), test::k_ary(3, 1.0)};
  const auto e = proportion_estimate::expected(c, cells, 1000.0);
  const Eigen::VectorXd printed = (cells.array().log() + 1.0) / std::numbers::ln2;
  const double right = estimate_entropy(e, sampling_model::sampled).first_order;
  EXPECT_NEAR(e.covariance(sampling_model::sampled, printed, printed), right, 1e-12);
  // Entropy plus the first proportion: the cross term changes its sign.
  const Eigen::VectorXd first = Eigen::VectorXd::Unit(6, 0);
  const Eigen::VectorXd with = -printed + first, without = printed + first;
  EXPECT_GT(std::abs(e.covariance(sampling_model::sampled, with, with) -
                     e.covariance(sampling_model::sampled, without, without)),
            0.01 * right);
}

TEST(DerivedStatistics, AtIndependenceTheQuadraticPartIsAllThereIs) {
  Eigen::VectorXd cells(6);
  cells << 0.12, 0.08, 0.2, 0.18, 0.12, 0.3;
  const std::vector<channel> c = {test::k_ary(2, 1.5), test::k_ary(3, 1.0)};
  const auto e = proportion_estimate::expected(c, cells, 1000.0);
  for (const derived_estimate& d : {estimate_chi_square(e, sampling_model::sampled),
                                    estimate_mutual_information(e, sampling_model::sampled)}) {
    EXPECT_NEAR(d.value, 0.0, 1e-9);
    EXPECT_LT(d.first_order, 1e-9 * d.second_order);
    EXPECT_GT(d.bias, 0.0);
  }
}

TEST(DerivedStatistics, WithoutNoiseChiSquareHasItsTextbookMoments) {
  // 2 x 3 independent cells seen as they are: 2 degrees of freedom, mean 2, variance 4.
  Eigen::VectorXd cells(6);
  cells << 0.12, 0.08, 0.2, 0.18, 0.12, 0.3;
  const std::vector<channel> c = {
      channel::from_probabilities({"0", "1"}, {"0", "1"}, Eigen::MatrixXd::Identity(2, 2)),
      channel::from_probabilities({"0", "1", "2"}, {"0", "1", "2"}, Eigen::MatrixXd::Identity(3, 3))};
  const auto e = proportion_estimate::expected(c, cells, 1000.0);
  const derived_estimate d = estimate_chi_square(e, sampling_model::sampled);
  EXPECT_NEAR(d.bias, 2.0, 1e-9);
  EXPECT_NEAR(d.second_order, 4.0, 1e-9);
  EXPECT_NEAR(estimate_chi_square(e, sampling_model::fixed).standard_error, 0.0, 1e-6);
}

TEST(DerivedStatistics, SaysWhenACellIsNotPositive) {
  const std::vector<channel> c = {test::k_ary(3, 0.5)};
  const proportion_estimate e(c, std::vector<std::uint64_t>{100, 60, 20});
  EXPECT_LT(e.values()[2], 0.0);
  const derived_estimate d = estimate_entropy(e, sampling_model::sampled);
  EXPECT_FALSE(d.is_interior);
  EXPECT_TRUE(std::isfinite(d.standard_error));
  EXPECT_NEAR(d.value, entropy_bits(nearest_proportions(e.values())), 1e-12);
}

/// Two truths, twelve reports of which ten are alike: the least-squares inverse gives those a
/// weight too, so unbiased estimates do not add up to 1.
channel twelve_reports() {
  Eigen::MatrixXd p(12, 2);
  p.setConstant(0.05);
  p.topRows(2) << 0.4, 0.1, 0.1, 0.4;
  // 0.4 + 0.1 + 10 * 0.05 = 1.
  return channel::from_probabilities(numbered_labels(2), numbered_labels(12), p);
}

TEST(DerivedStatistics, ErrorsAreThoseOfTheProjectedValue) {
  Eigen::VectorXd cells(4);
  cells << 0.3, 0.2, 0.15, 0.35;
  const std::vector<channel> c = {twelve_reports(), twelve_reports()};
  const auto e = proportion_estimate::expected(c, cells, 1000.0);
  for (const sampling_model p : {sampling_model::sampled, sampling_model::fixed}) {
    expect_predictions(e, estimate_entropy(e, p), p,
                       [](const Eigen::VectorXd& x) { return entropy_bits(nearest_proportions(x)); });
    expect_predictions(e, estimate_chi_square(e, p), p, [&](const Eigen::VectorXd& x) {
      return chi_square(as_table(nearest_proportions(x), e), e.reports());
    });
    expect_predictions(e, estimate_mutual_information(e, p), p, [&](const Eigen::VectorXd& x) {
      return mutual_information_bits(as_table(nearest_proportions(x), e));
    });
  }
}

TEST(DerivedStatistics, EntropyBehindATallChannelVariesAsItSays) {
  // 400 runs know a standard deviation to 4%, and to 10% where the quadratic part is all there is.
  const std::vector<channel> c = {twelve_reports()};
  const int users = 2000, runs = 400;
  for (const double share : {0.5, 0.3}) {
    const auto e = proportion_estimate::expected(c, Eigen::Vector2d(share, 1.0 - share), users);
    double sum = 0.0, squares = 0.0;
    for (int run = 0; run < runs; ++run) {
      simulation_randomness coins(41, share == 0.5 ? 1 : 2, static_cast<vertex_id>(run));
      std::vector<std::uint64_t> counts(12);
      for (int user = 0; user < users; ++user) ++counts[c[0].sample(user < share * users ? 0 : 1, coins)];
      const double value = estimate_entropy(proportion_estimate(c, counts), sampling_model::fixed).value;
      sum += value;
      squares += value * value;
    }
    const double mean = sum / runs, measured = std::sqrt(squares / runs - mean * mean);
    EXPECT_NEAR(measured / estimate_entropy(e, sampling_model::fixed).standard_error, 1.0,
                share == 0.5 ? 0.5 : 0.2);
  }
}

TEST(DerivedStatistics, IsInteriorWhenProjectingCutsNothing) {
  const std::vector<channel> c = {twelve_reports()};
  const auto interior = [&](std::uint64_t first, std::uint64_t second, std::uint64_t others) {
    std::vector<std::uint64_t> counts(12, others);
    counts[0] = first;
    counts[1] = second;
    const proportion_estimate e(c, counts);
    const bool positive = e.values().minCoeff() > 0.0;
    return std::pair(positive, estimate_entropy(e, sampling_model::sampled).is_interior);
  };
  EXPECT_EQ(interior(250, 240, 50), std::pair(true, true));
  EXPECT_EQ(interior(450, 70, 48), std::pair(false, false));
  EXPECT_EQ(interior(600, 210, 19), std::pair(true, false));  // sum above 1: both positive, one cut
  EXPECT_EQ(interior(200, 0, 80), std::pair(false, true));    // sum below 1: one negative, none cut
}

TEST(DerivedStatistics, EqualReportsAreNoCertainty) {
  const std::vector<channel> one = {test::k_ary(3, 1.0)}, two = {test::k_ary(2, 2.0), test::k_ary(2, 2.0)};
  const proportion_estimate same(one, std::vector<std::uint64_t>{4, 0, 0}),
      both(two, std::vector<std::uint64_t>{4, 0, 0, 0});
  for (const sampling_model p : {sampling_model::sampled, sampling_model::fixed}) {
    EXPECT_FALSE(estimate_entropy(same, p).is_interior);
    EXPECT_GT(estimate_entropy(same, p).standard_error, 0.1);
    EXPECT_GT(estimate_chi_square(both, p).standard_error, 0.0);
    EXPECT_GT(estimate_mutual_information(both, p).standard_error, 0.0);
  }
}

TEST(DerivedStatistics, RefusesOtherShapes) {
  const std::vector<channel> one = {test::k_ary(3, 0.5)};
  const proportion_estimate e(one, std::vector<std::uint64_t>{10, 60, 20});
  EXPECT_THROW(estimate_chi_square(e, sampling_model::sampled), invalid_parameter);
  EXPECT_THROW(estimate_mutual_information(e, sampling_model::sampled), invalid_parameter);
  const std::vector<channel> wide = {test::k_ary(40, 5.0), test::k_ary(40, 5.0)};
  const proportion_estimate many(wide, std::vector<std::uint64_t>(1600, 1));
  EXPECT_THROW(estimate_entropy(many, sampling_model::sampled), invalid_parameter);
}

}  // namespace
}  // namespace edgeldp
