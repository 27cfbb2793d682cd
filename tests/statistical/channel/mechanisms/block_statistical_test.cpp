// SPDX-License-Identifier: MIT
// BlockRR and what goes with it: laws of samplers, and privacy of the prior by enumeration with its
// twins.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/channel/labels/label_prior_curator.hpp"
#include "edgeldp/channel/mechanisms/rp_with_prior.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/output_law.hpp"
#include "support/statistics.hpp"

namespace edgeldp {
namespace {

/// Upper bound 2 exp(-2 n D^2) of the Kolmogorov-Smirnov p-value (Dvoretzky, Kiefer, Wolfowitz;
/// Massart).
double kolmogorov_p(std::vector<double> reports, const std::function<double(double)>& cdf) {
  std::ranges::sort(reports);
  const auto n = static_cast<double>(reports.size());
  double most = 0.0;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const double f = cdf(reports[i]), below = static_cast<double>(i) / n;
    most = std::max({most, f - below, below + 1.0 / n - f});
  }
  return 2.0 * std::exp(-2.0 * n * most * most);
}

TEST(RPWithPriorStatistical, SamplesItsDensity) {
  // 12 questions at 1e-8 each: false alarms below 2e-7.
  for (const double nats : {0.3, 1.0, 3.0}) {
    const rp_with_prior law(epsilon::from_nats(nats), -2.0, 5.0, 0.8);
    std::uint32_t stream = 0;
    for (const double truth : {-2.0, 0.7, 5.0, 9.0}) {
      simulation_randomness coins(17, ++stream, 1);
      std::vector<double> reports;
      test::moments m;
      for (int i = 0; i < 40000; ++i) {
        reports.push_back(law.sample(truth, coins));
        m.add(reports.back());
      }
      EXPECT_GT(kolmogorov_p(reports, [&](double x) { return law.cdf(x, truth); }), test::significance);
      EXPECT_NEAR(m.mean, law.mean(truth), test::significant_z * std::sqrt(m.variance() / m.count));
      // The density without its window, and that of a truth on the other side, are told apart.
      if (truth == 0.7) {
        EXPECT_LT(kolmogorov_p(reports, [&](double x) { return law.cdf(x, 9.0); }), test::significance);
        EXPECT_LT(kolmogorov_p(reports, [&](double x) { return law.cdf(x, 4.0); }), test::significance);
      }
    }
  }
}

TEST(RPWithPriorStatistical, SamplesEveryCellOfASmallGrid) {
  // Cells of width 1 around 0 .. 6; 3 questions at 1e-8.
  const rp_with_prior law(epsilon::from_nats(1.0), 1.0, 5.0, 1.5, 4);
  for (const double truth : {1.0, 3.2, -4.0}) {
    simulation_randomness coins(23, 1, static_cast<vertex_id>(truth + 10.0));
    std::vector<std::uint64_t> counts(7);
    std::vector<double> chances;
    for (int i = 0; i < 50000; ++i) ++counts[static_cast<std::size_t>(std::round(law.sample(truth, coins)))];
    for (int cell = 0; cell < 7; ++cell) chances.push_back(law.density(cell, truth));
    EXPECT_GT(test::chi_square_p(counts, chances), test::significance);
  }
}

TEST(BlockStatistical, SamplesItsColumns) {
  // 6 questions at 1e-8.
  const std::vector<double> prior = {30, 20, 25, 3, 2, 1};
  const channel c = block_channel(epsilon::from_nats(1.0), plan_blocks(numbered_labels(6), prior, 1.0, 2));
  for (std::size_t y = 0; y < 6; ++y) {
    simulation_randomness coins(29, 1, static_cast<vertex_id>(y));
    std::vector<std::uint64_t> counts(6);
    for (int i = 0; i < 30000; ++i) ++counts[c.sample(y, coins)];
    const Eigen::VectorXd column = c.probabilities().col(static_cast<Eigen::Index>(y));
    EXPECT_GT(test::chi_square_p(counts, {column.data(), 6}), test::significance);
  }
}

TEST(LabelPriorStatistical, BothPriorsAreUnbiasedWithTheErrorTheyState) {
  // 2 x 3 means at 5.73 standard errors; variances of 4000 runs within 7 standard errors: 25% for
  // Laplace-like noise, whose fourth moment is 6 variances squared (sqrt(5 / 4000) = 3.5%), 15% for
  // local noise, which is near normal (sqrt(2 / 4000) = 2.2%).
  const std::vector<std::uint64_t> truth = {60, 30, 10};
  const channel c = k_ary_channel(epsilon::from_nats(1.0), numbered_labels(3));
  for (const bool is_local : {false, true}) {
    std::vector<test::moments> m(3);
    std::vector<double> variance(3);
    const int runs = 4000;
    for (int run = 0; run < runs; ++run) {
      simulation_randomness coins(31, is_local ? 1U : 0U, static_cast<vertex_id>(run));
      std::vector<std::uint64_t> counts(3);
      for (std::size_t y = 0; y < 3; ++y)
        for (std::uint64_t i = 0; i < truth[y]; ++i) ++counts[c.sample(y, coins)];
      const label_prior prior =
          is_local ? local_prior(c, counts) : central_prior(truth, epsilon::from_nats(1.0), coins);
      for (std::size_t y = 0; y < 3; ++y) {
        m[y].add(prior.unbiased[y]);
        variance[y] += prior.standard_errors[y] * prior.standard_errors[y] / runs;
      }
    }
    for (std::size_t y = 0; y < 3; ++y) {
      EXPECT_NEAR(m[y].mean, static_cast<double>(truth[y]) / 100.0,
                  test::significant_z * std::sqrt(m[y].variance() / runs));
      EXPECT_NEAR(m[y].variance() / variance[y], 1.0, 0.25 * (is_local ? 0.6 : 1.0));
    }
  }
}

// --- privacy of the central prior: all data sets of up to three users and three labels

using test::rational;
using exact_block_law = test::output_law<rational>;

/// A budget with a rational exponential: exp(epsilon) = 9 / 4.
const rational half_decay(2, 3);

/// count + discrete Laplace noise of a sensitivity, not normalised, on values -1 .. 4: beyond
/// counts of 0 .. 3 ratios stay what they are at the ends.
std::vector<std::pair<std::uint64_t, rational>> noisy(std::uint64_t count, int sensitivity) {
  std::vector<std::pair<std::uint64_t, rational>> law;
  for (int value = -1; value <= 4; ++value) {
    const int distance = std::abs(value - static_cast<int>(count));
    law.emplace_back(value + 1, test::power(half_decay, 2 / sensitivity * distance));
  }
  return law;
}

exact_block_law noisy_counts(std::span<const std::uint64_t> counts, int sensitivity) {
  exact_block_law law{{{}, rational(1)}};
  for (const std::uint64_t count : counts) {
    exact_block_law longer;
    for (const auto& [message, weight] : law) {
      for (const auto& [value, chance] : noisy(count, sensitivity)) {
        std::vector<std::uint64_t> extended = message;
        extended.push_back(value);
        longer[std::move(extended)] = weight * chance;
      }
    }
    law = std::move(longer);
  }
  return law;
}

/// The largest ratio over all data sets of `users` users with labels 0 .. 2 and one label replaced,
/// both ways.
template <class Mechanism>
std::optional<rational> worst_replacement_ratio(unsigned users, Mechanism&& law_of) {
  std::map<std::vector<std::uint64_t>, exact_block_law> laws;
  for (unsigned a = 0; a <= users; ++a)
    for (unsigned b = 0; a + b <= users; ++b) {
      const std::vector<std::uint64_t> counts = {a, b, users - a - b};
      laws[counts] = law_of(counts);
    }
  rational worst = 1;
  for (const auto& [counts, law] : laws) {
    for (std::size_t from = 0; from < 3; ++from) {
      for (std::size_t to = 0; to < 3; ++to) {
        if (from == to || counts[from] == 0) continue;
        std::vector<std::uint64_t> changed = counts;
        --changed[from];
        ++changed[to];
        const auto ratio = test::largest_ratio(law, laws.at(changed));
        if (!ratio) return std::nullopt;
        worst = std::max(worst, *ratio);
      }
    }
  }
  return worst;
}

TEST(CentralPriorPrivacy, CostsTheBudgetAndRejectsItsTwins) {
  const rational limit = 1 / (half_decay * half_decay);
  for (unsigned users = 1; users <= 3; ++users) {
    const auto ratio = [&](int sensitivity) {
      return worst_replacement_ratio(users,
                                     [&](const auto& counts) { return noisy_counts(counts, sensitivity); });
    };
    EXPECT_EQ(ratio(2), limit);
    EXPECT_EQ(ratio(1), limit * limit);  // noise for one count that moves, where two do
    EXPECT_FALSE(worst_replacement_ratio(users, [](const auto& counts) {
      return test::broken::noisy_counts_of_labels_that_occur<rational>(
          counts, [](std::uint64_t count) { return noisy(count, 2); });
    }));
  }
}

TEST(CentralPriorPrivacy, ThePrintedDivisorTellsTheCounts) {
  // Noise is right in both; what it is divided by tells the two apart.
  const rational limit = 1 / (half_decay * half_decay);
  const std::vector<std::uint64_t> every_label(3, 1);
  for (unsigned users = 1; users <= 3; ++users) {
    const auto by_labels = worst_replacement_ratio(users, [&](const auto& counts) {
      return test::broken::shares_of_noisy_counts(noisy_counts(counts, 2), every_label);
    });
    ASSERT_TRUE(by_labels);
    EXPECT_LE(*by_labels, limit);
    EXPECT_GT(*by_labels, 1);
    EXPECT_FALSE(worst_replacement_ratio(users, [](const auto& counts) {
      return test::broken::shares_of_noisy_counts(noisy_counts(counts, 2), counts);
    }));
  }
}

}  // namespace
}  // namespace edgeldp
