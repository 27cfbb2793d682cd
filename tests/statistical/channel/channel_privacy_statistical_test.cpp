// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "edgeldp/channel/mechanisms/laplace_channels.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "support/broken_mechanisms.hpp"
#include "support/output_law.hpp"

/// The laws of channels, exactly, for every truth: the ratio of any two of them in both directions
/// is at most exp(budget). No randomness is involved, so there are no false alarms.
namespace edgeldp::test {
namespace {

wide_float limit_of(epsilon budget) {
  return exp(wide_float(budget.units()) / wide_float(epsilon::units_per_nat));
}

/// exp(loss) from the integers that are sampled.
std::optional<rational> worst_ratio(const channel& c) {
  std::vector<output_law<rational>> laws(c.input_count());
  for (std::size_t v = 0; v < c.input_count(); ++v)
    for (std::size_t u = 0; u < c.output_count(); ++u)
      laws[v][{u}] = rational(c.weight(u, v), channel::resolution);
  rational worst = 1;
  for (std::size_t v = 0; v < laws.size(); ++v) {
    for (std::size_t w = 0; w < v; ++w) {
      const auto ratio = largest_ratio(laws[v], laws[w]);
      if (!ratio) return std::nullopt;
      worst = std::max(worst, *ratio);
    }
  }
  return worst;
}

bool is_private(const channel& c, epsilon budget) {
  const auto worst = worst_ratio(c);
  return worst && wide_float(*worst) <= limit_of(budget);
}

TEST(ChannelPrivacy, AnswersAndLaplaceKeepToTheirBudgets) {
  for (const std::size_t k : {2U, 3U, 4U, 6U, 11U}) {
    for (const double nats : {0.01, 0.1, 0.7, 1.0, 3.0, 8.0}) {
      const epsilon budget = epsilon::from_nats(nats);
      EXPECT_TRUE(is_private(k_ary_channel(budget, numbered_labels(k)), budget)) << k << " " << nats;
      EXPECT_TRUE(is_private(laplace_channel(budget, numbered_labels(k)), budget)) << k << " " << nats;
      EXPECT_TRUE(is_private(calibrated_laplace_channel(budget, numbered_labels(k)), budget))
          << k << " " << nats;
    }
  }
}

/// Equation 21 as printed takes epsilon / (t - 1) for its scale, equation 20's noise without t - 1
/// is the other way to forget it.
TEST(ChannelPrivacy, LaplaceAtAWrongScaleIsRejected) {
  for (const std::size_t k : {3U, 6U}) {
    for (const double nats : {0.1, 0.7, 1.0}) {
      const epsilon budget = epsilon::from_nats(nats);
      EXPECT_FALSE(is_private(broken::laplace_scale_as_printed(budget, k), budget)) << k << " " << nats;
      EXPECT_FALSE(is_private(broken::laplace_of_one_step(budget, k), budget)) << k << " " << nats;
    }
  }
}

/// What everybody sees of n users with values 1 .. t: their reports. `thresholds(values)` are t - 1
/// numbers.
template <class Thresholds>
output_law<wide_float> reports_of(const std::vector<unsigned>& values, unsigned t, epsilon budget,
                                  Thresholds&& thresholds) {
  output_law<wide_float> joint{{{}, wide_float(1)}};
  const std::vector<double> at = thresholds(values);
  for (const unsigned v : values) {
    output_law<wide_float> longer;
    for (const auto& [message, probability] : joint) {
      wide_float below = 0;
      for (unsigned u = 1; u <= t; ++u) {
        const wide_float next =
            u == t ? wide_float(1) : broken::laplace_distribution(at[u - 1] - v, t, budget);
        std::vector<std::uint64_t> extended = message;
        extended.push_back(u);
        longer[extended] += probability * (next - below);
        below = next;
      }
    }
    joint = longer;
  }
  return joint;
}

/// Over all values of three users and all changes of the first.
template <class Thresholds>
wide_float worst_of_three_users(unsigned t, epsilon budget, Thresholds&& thresholds) {
  wide_float worst = 1;
  const unsigned tables = t * t * t;
  std::vector<output_law<wide_float>> laws;
  for (unsigned i = 0; i < tables; ++i)
    laws.push_back(reports_of({i / (t * t) + 1, i / t % t + 1, i % t + 1}, t, budget, thresholds));
  for (unsigned i = 0; i < tables; ++i)
    for (unsigned j = i % (t * t); j < i; j += t * t)
      worst = std::max(worst, *largest_ratio(laws[i], laws[j]));
  return worst;
}

TEST(ChannelPrivacy, ThresholdsAreFixedBeforeTheDataAreSeen) {
  const epsilon budget = epsilon::from_nats(1.0);
  for (const unsigned t : {2U, 3U}) {
    const auto halves = [t](const std::vector<unsigned>&) {
      std::vector<double> at;
      for (unsigned u = 1; u < t; ++u) at.push_back(u + 0.5);
      return at;
    };
    EXPECT_LE(worst_of_three_users(t, budget, halves), limit_of(budget));
    const auto fitted = [t](const std::vector<unsigned>& values) {
      return broken::thresholds_around_the_mean(values, t);
    };
    EXPECT_GT(worst_of_three_users(t, budget, fitted), limit_of(budget));
  }
}

}  // namespace
}  // namespace edgeldp::test
