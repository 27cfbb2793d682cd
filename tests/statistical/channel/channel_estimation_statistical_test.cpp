// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "edgeldp/channel/estimation/derived_statistics.hpp"
#include "edgeldp/channel/estimation/proportions.hpp"
#include "edgeldp/channel/mechanisms/laplace_channels.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "support/small_channels.hpp"
#include "support/statistics.hpp"

/// Estimates from simulated reports against what is predicted of them. A variance measured in R
/// runs has a relative standard error of sqrt(2 / R): 0.8% in 30 000, so that the 5% allowed are 6
/// of them and a variance that is as predicted fails with a probability below 1e-8. Means are held
/// to significant_z. Seeds are fixed.
namespace edgeldp::test {
namespace {

constexpr std::uint64_t estimation_runs = 30000;
constexpr double allowed = 0.05;

channel laplace(std::size_t k, double nats) {
  return laplace_channel(epsilon::from_nats(nats), numbered_labels(k));
}

/// How many of n users fall into each cell.
std::vector<std::uint64_t> multinomial(std::uint64_t n, const Eigen::VectorXd& law,
                                       private_randomness& coins) {
  std::vector<std::uint64_t> counts;
  double rest = 1.0;
  for (const double p : law) {
    std::binomial_distribution<std::uint64_t> draw(n, std::min(1.0, std::max(0.0, p / rest)));
    counts.push_back(counts.size() + 1 == static_cast<std::size_t>(law.size()) ? n : draw(coins));
    n -= counts.back();
    rest -= p;
  }
  return counts;
}

/// Joint probabilities of the reports under each joint truth: outputs x inputs.
Eigen::MatrixXd joint_law(std::span<const channel> c) {
  Eigen::MatrixXd joint = Eigen::MatrixXd::Ones(1, 1);
  for (const channel& one : c) {
    const Eigen::MatrixXd& p = one.probabilities();
    Eigen::MatrixXd bigger(joint.rows() * p.rows(), joint.cols() * p.cols());
    for (Eigen::Index i = 0; i < joint.rows(); ++i)
      for (Eigen::Index j = 0; j < joint.cols(); ++j)
        bigger.block(i * p.rows(), j * p.cols(), p.rows(), p.cols()) = joint(i, j) * p;
    joint = bigger;
  }
  return joint;
}

struct estimation_setting {
  std::vector<channel> channels;
  std::vector<std::uint64_t> people;  ///< of each joint category
  sampling_model what;

  std::uint64_t users() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : people) sum += count;
    return sum;
  }
  Eigen::VectorXd truth() const {
    Eigen::VectorXd t(static_cast<Eigen::Index>(people.size()));
    for (std::size_t i = 0; i < people.size(); ++i)
      t[static_cast<Eigen::Index>(i)] = static_cast<double>(people[i]) / static_cast<double>(users());
    return t;
  }
  proportion_estimate expected() const {
    return proportion_estimate::expected(channels, truth(), static_cast<double>(users()));
  }

  /// Calls f(estimate) for every run.
  void simulate(std::uint64_t seed, const std::function<void(const proportion_estimate&)>& f) const {
    const Eigen::MatrixXd law = joint_law(channels);
    const Eigen::VectorXd mixed = law * truth();
    simulation_randomness coins(seed, 1, 0);
    for (std::uint64_t run = 0; run < estimation_runs; ++run) {
      std::vector<std::uint64_t> counts(static_cast<std::size_t>(law.rows()));
      if (what == sampling_model::sampled) {
        counts = multinomial(users(), mixed, coins);
      } else {
        for (std::size_t v = 0; v < people.size(); ++v) {
          const auto part = multinomial(people[v], law.col(static_cast<Eigen::Index>(v)), coins);
          for (std::size_t u = 0; u < counts.size(); ++u) counts[u] += part[u];
        }
      }
      f(proportion_estimate(channels, counts));
    }
  }
};

void expect_as_predicted(const moments& m, double mean, double variance, const char* what) {
  EXPECT_NEAR(m.mean, mean, significant_z * std::sqrt(variance / static_cast<double>(estimation_runs)))
      << what;
  EXPECT_NEAR(m.variance(), variance, allowed * variance) << what;
}

/// Every proportion: unbiased, with the variance of equation 18 (7 for two categories), which is
/// what is estimated of it on average.
void expect_proportions(const estimation_setting& s, std::uint64_t seed) {
  const proportion_estimate expected = s.expected();
  const Eigen::VectorXd variances = expected.variances(s.what);
  std::vector<moments> values(expected.cells()), predicted(expected.cells());
  s.simulate(seed, [&](const proportion_estimate& e) {
    const Eigen::VectorXd v = e.variances(s.what);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i].add(e.values()[static_cast<Eigen::Index>(i)]);
      predicted[i].add(v[static_cast<Eigen::Index>(i)]);
    }
  });
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    expect_as_predicted(values[i], expected.values()[at], variances[at], "proportion");
    EXPECT_NEAR(predicted[i].mean, variances[at],
                significant_z * std::sqrt(predicted[i].variance() / static_cast<double>(estimation_runs)) +
                    1e-9 * variances[at]);
  }
}

TEST(ChannelEstimation, ProportionsOfTwoCategoriesAreEquationSeven) {
  for (const sampling_model p : {sampling_model::sampled, sampling_model::fixed}) {
    expect_proportions({{k_ary(2, 1.0)}, {60, 190}, p}, 1);
    expect_proportions({{laplace(2, 1.0)}, {60, 190}, p}, 2);
  }
}

TEST(ChannelEstimation, ProportionsOfSixCategoriesAreEquationEighteen) {
  for (const sampling_model p : {sampling_model::sampled, sampling_model::fixed}) {
    expect_proportions({{k_ary(6, 2.0)}, {16, 90, 70, 42, 20, 10}, p}, 3);
    expect_proportions({{laplace(6, 5.0)}, {16, 90, 70, 42, 20, 10}, p}, 4);
  }
}

TEST(ChannelEstimation, ProportionsOfTwoAttributes) {
  expect_proportions({{k_ary(2, 1.5), laplace(3, 3.0)}, {30, 20, 10, 50, 25, 65}, sampling_model::sampled},
                     5);
  expect_proportions({{k_ary(2, 1.5), k_ary(3, 3.0)}, {30, 20, 10, 50, 25, 65}, sampling_model::fixed}, 6);
}

/// So many people that the third order is below 1%.
void expect_derived(const estimation_setting& s, std::uint64_t seed,
                    derived_estimate (*statistic)(const proportion_estimate&, sampling_model), double truth) {
  const derived_estimate d = statistic(s.expected(), s.what);
  EXPECT_NEAR(d.value, truth, 1e-9 * (1.0 + std::abs(truth)));
  moments values, corrected, predicted;
  s.simulate(seed, [&](const proportion_estimate& e) {
    const derived_estimate one = statistic(e, s.what);
    values.add(one.value);
    corrected.add(one.corrected());
    predicted.add(one.standard_error * one.standard_error);
  });
  const double variance = d.standard_error * d.standard_error;
  const double error_of_mean = significant_z * std::sqrt(variance / static_cast<double>(estimation_runs));
  EXPECT_NEAR(values.variance(), variance, allowed * variance);
  EXPECT_NEAR(values.mean, truth + d.bias, error_of_mean + allowed * d.bias);
  EXPECT_NEAR(predicted.mean, variance, allowed * variance);
  // The bias of second order is what is wrong with the mean.
  EXPECT_LT(std::abs(corrected.mean - truth), error_of_mean + 0.1 * std::abs(d.bias));
}

TEST(ChannelEstimation, EntropyHasTheVarianceOfTheDeltaMethod) {
  const std::vector<std::uint64_t> people = {16000, 90000, 70000, 42000, 20000, 10000};
  estimation_setting s{{k_ary(6, 2.0)}, people, sampling_model::sampled};
  const double truth = entropy_bits(s.truth());
  expect_derived(s, 10, estimate_entropy, truth);
  s.what = sampling_model::fixed;
  expect_derived(s, 11, estimate_entropy, truth);
  s.channels = {laplace(6, 6.0)};
  expect_derived(s, 12, estimate_entropy, truth);
}

TEST(ChannelEstimation, ChiSquareAndMutualInformationHaveTheVarianceOfTheDeltaMethod) {
  estimation_setting s{
      {k_ary(2, 2.0), k_ary(3, 2.0)}, {30000, 20000, 10000, 20000, 25000, 45000}, sampling_model::sampled};
  const Eigen::MatrixXd t = as_table(s.truth(), s.expected());
  const double chi = chi_square(t, 150000.0), mutual = mutual_information_bits(t);
  for (const sampling_model p : {sampling_model::sampled, sampling_model::fixed}) {
    s.what = p;
    expect_derived(s, 20, estimate_chi_square, chi);
    expect_derived(s, 21, estimate_mutual_information, mutual);
  }
}

/// Gradients vanish: the quadratic part alone, for which the variance of a chi-square-like law is
/// measured. A mixture of squares has a kurtosis of up to 12 above the normal's, so 30 000 runs
/// give its variance to sqrt(14 / 30 000) = 2.2%; 13% are allowed. The standard error that an
/// estimate carries of itself must hold on average.
TEST(ChannelEstimation, AtIndependenceTheSecondOrderIsTheVariance) {
  for (const sampling_model p : {sampling_model::sampled, sampling_model::fixed}) {
    const estimation_setting s{{k_ary(2, 2.0), k_ary(3, 2.0)}, {12000, 8000, 20000, 18000, 12000, 30000}, p};
    const derived_estimate d = estimate_chi_square(s.expected(), p);
    EXPECT_LT(d.first_order, 1e-9 * d.second_order);
    moments values, predicted;
    s.simulate(30, [&](const proportion_estimate& e) {
      const derived_estimate one = estimate_chi_square(e, p);
      values.add(one.value);
      predicted.add(one.standard_error * one.standard_error);
    });
    EXPECT_NEAR(values.variance(), d.second_order, 0.13 * d.second_order);
    EXPECT_NEAR(
        values.mean, d.bias,
        significant_z * std::sqrt(d.second_order / static_cast<double>(estimation_runs)) + 0.01 * d.bias);
    EXPECT_GT(predicted.mean, 0.9 * d.second_order);
    EXPECT_LT(predicted.mean, 2.0 * d.second_order);
  }
}

}  // namespace
}  // namespace edgeldp::test
